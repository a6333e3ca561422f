// A native file input that looks like a button: the label is what is seen, the input is what has the focus.
import { FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';

/** Some systems know no type for these endings, so they are named besides. */
const ACCEPT = 'video/*,audio/*,.mkv,.mka,.mov,.m4a,.m4v,.webm,.flac,.ogg,.opus,.aac';

type FileInputProps = {
  /** Class names of the button's look. */
  readonly look: string;
  readonly onChoose: (file: File) => void;
  readonly children: ReactNode;
};

/** The input with its label. */
export function FileInput({ look, onChoose, children }: FileInputProps) {
  return (
    <label
      className={classNames(
        'btn cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-signal-ink',
        look,
      )}
    >
      <input
        type="file"
        accept={ACCEPT}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen twice in a row.
          event.target.value = '';
          if (file) onChoose(file);
        }}
      />
      <Icon of={FolderOpen} />
      <span>{children}</span>
    </label>
  );
}
