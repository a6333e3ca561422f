// Chooses a file by dialog or drop; the only prerendered part of the trimmer.
import { FolderOpen } from 'lucide-react';
import { useId } from 'react';
import { useFileDrop } from '../../browser/use-file-drop.ts';
import { Card } from '../../ui/card.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ACCEPTED_FILES } from './accepted-files.ts';
import { useTrimmerWords } from './use-trimmer-words.ts';

type FilePickerProps = { readonly onChoose: (file: File) => void };

/** The card with the button. */
export function FilePicker({ onChoose }: FilePickerProps) {
  const { t } = useTrimmerWords();
  const headingId = useId();
  const isOver = useFileDrop(onChoose);
  return (
    <Card
      as="section"
      aria-labelledby={headingId}
      className="border-edge border-dashed py-10 text-center sm:py-16"
    >
      <Icon of={FolderOpen} size="large" className="mx-auto text-signal-ink" />
      <h2 id={headingId} className="mt-3 text-xl">
        {isOver ? t('trimmer.dropHere') : t('trimmer.chooseHeading')}
      </h2>
      <p className="mx-auto mt-2 max-w-prose text-soft">{t('trimmer.chooseText')}</p>
      <p className="mt-6">
        <FileButton
          accept={ACCEPTED_FILES}
          buttonClass="btn-primary btn-large max-sm:w-full"
          onChoose={onChoose}
        >
          {t('trimmer.choose')}
        </FileButton>
      </p>
      <p className="mt-4 text-soft text-xs" dir="ltr">
        {t('trimmer.chooseFormats')}
      </p>
    </Card>
  );
}
