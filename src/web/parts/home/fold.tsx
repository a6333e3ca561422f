// An entry of the folded list on the home page.
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

type FoldProps = {
  readonly heading: string;
  readonly className?: string;
  readonly children: ReactNode;
};

/** Closed at first. */
export function Fold({ heading, className, children }: FoldProps) {
  return (
    <details className={classNames('fold', className)}>
      <summary>
        <h3>{heading}</h3>
      </summary>
      {children}
    </details>
  );
}
