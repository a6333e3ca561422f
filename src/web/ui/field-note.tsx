// The note below a field: its hint, or an error, which is announced.
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** `id` is for the field's `aria-describedby`. */
export type FieldNoteProps = {
  readonly id: string;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
};

/** The note; an empty hint still reserves its line. */
export function FieldNote({ id, hint, error }: FieldNoteProps) {
  return (
    <div id={id} aria-live="polite" className="field-note">
      {error ? (
        <p className="flex items-start gap-2 text-bad">
          <Icon of={CircleAlert} size="small" className="mt-1" />
          <span>{error}</span>
        </p>
      ) : (
        hint !== undefined && <p className="text-soft">{hint}</p>
      )}
    </div>
  );
}
