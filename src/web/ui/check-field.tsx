// A checkbox with its label.
import type { ReactNode } from 'react';
import './check-field.css';

/** `children` is the label. */
export type CheckFieldProps = {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly children: ReactNode;
};

/** The checkbox; its label is part of the click target. */
export function CheckField({ checked, onChange, disabled, children }: CheckFieldProps) {
  return (
    <label className="check-field">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
