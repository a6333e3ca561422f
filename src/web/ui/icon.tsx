// A decorative lucide icon in one of three sizes, hidden from screen readers.
import type { LucideIcon } from 'lucide-react';
import { classNames } from './class-names.ts';

const SIZES = { small: 'size-4', normal: 'size-5', large: 'size-6' } as const;

/** `of` is an icon imported by name from lucide-react, such as `Download`. */
export type IconProps = {
  readonly of: LucideIcon;
  readonly size?: keyof typeof SIZES;
  readonly className?: string;
};

/** The icon in the current text colour. */
export function Icon({ of: Shape, size = 'normal', className }: IconProps) {
  return (
    <Shape
      aria-hidden="true"
      focusable="false"
      strokeWidth={1.75}
      className={classNames('shrink-0', SIZES[size], className)}
    />
  );
}
