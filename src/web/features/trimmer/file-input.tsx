// A native file input styled as a button: the label is visible, the input has the focus.
import { FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';

/** Lists extensions as well, since some systems know no media type for them. */
const ACCEPT = 'video/*,audio/*,.mkv,.mka,.mov,.m4a,.m4v,.webm,.flac,.ogg,.opus,.aac';

type FileInputProps = {
  /** Class names of the button. */
  readonly buttonClass: string;
  readonly onChoose: (file: File) => void;
  readonly children: ReactNode;
};

/** The input with its label. */
export function FileInput({ buttonClass, onChoose, children }: FileInputProps) {
  return (
    <label
      className={classNames(
        'btn cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-signal-ink',
        buttonClass,
      )}
    >
      <input
        type="file"
        accept={ACCEPT}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // So that the same file can be chosen again.
          event.target.value = '';
          if (file) onChoose(file);
        }}
      />
      <Icon of={FolderOpen} />
      <span>{children}</span>
    </label>
  );
}
