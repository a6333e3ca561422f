// A checkbox whose whole label can be clicked.
import { type ReactNode, useId } from 'react';
import './tick-box.css';
import { FieldNote } from '../field-note.tsx';

/** `error` is announced and linked to the checkbox. */
export type TickBoxProps = {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly onChange: (isChecked: boolean) => void;
};

/** The checkbox with its label. */
export function TickBox({ label, checked, error, required, onChange }: TickBoxProps) {
  const id = useId();
  return (
    <div>
      <label className="tick" data-invalid={error ? '' : undefined}>
        <input
          type="checkbox"
          checked={checked}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      <FieldNote id={id} error={error} />
    </div>
  );
}
