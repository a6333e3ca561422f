// A multi-line text field with its label, hint and error.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldNote } from './field-note.tsx';

/** The textarea's attributes (with `ref`), and its label, hint and error. */
export type TextAreaProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Replaces the hint; announced, and linked to the field as its error message. */
  readonly error?: ReactNode;
  readonly className?: string;
} & Omit<ComponentProps<'textarea'>, 'className'>;

/** The field; users can resize its height. */
export function TextArea({ label, hint, error, className, ...area }: TextAreaProps) {
  const ownId = useId();
  const id = area.id ?? ownId;
  const noteId = `${id}-note`;
  const hasNote = Boolean(error ?? hint);
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-2 block font-semibold">
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        className="text-area"
        aria-invalid={error ? true : undefined}
        aria-describedby={classNames(hasNote && noteId, area['aria-describedby']) || undefined}
      />
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}
