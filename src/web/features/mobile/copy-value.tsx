// A value to copy into another app, with its button.
import { useRef } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** `action` names the button, for there are several on the page; `dir` is that of the value. */
export type CopyValueProps = {
  readonly label: string;
  readonly value: string;
  readonly action: string;
  readonly dir?: 'ltr' | 'auto';
};

/** The field and its button. */
export function CopyValue({ label, value, action, dir = 'ltr' }: CopyValueProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="mt-3 max-w-xl">
      <TextField
        ref={field}
        label={label}
        value={value}
        readOnly
        dir={dir}
        onFocus={(event) => event.target.select()}
      />
      <CopyButton className="mt-2" text={value} label={action} shownIn={field} />
    </div>
  );
}
