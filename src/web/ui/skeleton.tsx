// A skeleton for loading content, in its final size.
import { classNames } from './class-names.ts';

/** `className` gives the size, such as `h-6 w-48`. */
export type SkeletonProps = { readonly className?: string };

/** Hidden from screen readers; say "loading" beside it. */
export function Skeleton({ className }: SkeletonProps) {
  return <span aria-hidden="true" className={classNames('skeleton', className)} />;
}
