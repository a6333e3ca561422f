// A native file input styled as a button: the label is visible, the input has the focus.
import { FolderOpen, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** `accept` is that of the input. */
export type FileButtonProps = {
  readonly accept: string;
  readonly icon?: LucideIcon;
  /** Class names of the button. */
  readonly buttonClass: string;
  readonly onChoose: (file: File) => void;
  readonly children: ReactNode;
};

/** The input with its label. */
export function FileButton(props: FileButtonProps) {
  const { accept, icon = FolderOpen, buttonClass, onChoose, children } = props;
  return (
    <label
      className={classNames(
        'btn cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-signal-ink',
        buttonClass,
      )}
    >
      <input
        type="file"
        accept={accept}
        className="sr-only"
        onChange={(event) => takeFile(event.target, onChoose)}
      />
      <Icon of={icon} />
      <span>{children}</span>
    </label>
  );
}

function takeFile(input: HTMLInputElement, onChoose: (file: File) => void): void {
  const file = input.files?.[0];
  if (!file) return;
  // So that the same file can be chosen again.
  input.value = '';
  onChoose(file);
}
