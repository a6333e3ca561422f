// A text field with its label, hint, error and slots before and after the input.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldNote } from './field-note.tsx';

/** The input's attributes (with `ref`), and its label, hint and error. */
export type TextFieldProps = {
  readonly label: string;
  /** Keeps the label for screen readers only. */
  readonly labelHidden?: boolean;
  /** Reserves its line even when empty, so that an error does not shift the layout. */
  readonly hint?: ReactNode;
  /** Replaces the hint; announced, and linked to the input as its error message. */
  readonly error?: ReactNode;
  readonly leading?: ReactNode;
  readonly trailing?: ReactNode;
  readonly size?: 'normal' | 'large';
  readonly className?: string;
} & Omit<ComponentProps<'input'>, 'size' | 'className'>;

/** The field. A click anywhere in its frame focuses the input. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    labelHidden,
    hint,
    error,
    leading,
    trailing,
    size = 'normal',
    className,
    ...input
  } = props;
  const ownId = useId();
  const id = input.id ?? ownId;
  const noteId = `${id}-note`;
  const hasNote = Boolean(error ?? hint);
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-2 block font-semibold'}>
        {label}
      </label>
      <div
        className={classNames('field', size === 'large' && 'field-large')}
        data-invalid={error ? '' : undefined}
      >
        {leading}
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={classNames(hasNote && noteId, input['aria-describedby']) || undefined}
        />
        {trailing}
      </div>
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}
