// The small one-colour mark of a platform. All marks are one file that the browser keeps; no script carries them.
import { classNames } from '../ui/class-names.ts';
import type { MarkId } from './mark-id.ts';
import marks from './marks.svg';

/** The mark in the colour of the text around it; decorative, for the name stands beside it. */
export function Mark({ of, className }: { readonly of: MarkId; readonly className?: string }) {
  return (
    <svg aria-hidden="true" focusable="false" className={classNames('mark', className)}>
      <use href={`${marks}#${of}`} />
    </svg>
  );
}
