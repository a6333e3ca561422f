// Yes or no, as a box with its words beside it.
import type { ReactNode } from 'react';

/** `children` are the words. */
export type CheckFieldProps = {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly children: ReactNode;
};

/** The box; the words belong to its target. */
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
