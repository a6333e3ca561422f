// The monochrome mark of a platform. All marks are in one cached SVG file, not in the scripts.
import { classNames } from '../ui/class-names.ts';
import type { MarkId } from './mark-id.ts';
import marks from './marks.svg';

/** The mark in the current text colour; decorative, since the name is beside it. */
export function Mark({ of, className }: { readonly of: MarkId; readonly className?: string }) {
  return (
    <svg aria-hidden="true" focusable="false" className={classNames('mark', className)}>
      <use href={`${marks}#${of}`} />
    </svg>
  );
}
