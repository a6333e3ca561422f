// Takes a list of links: typed, pasted, or from a text file.
import { FileText, ListPlus } from 'lucide-react';
import { type ClipboardEvent, useRef } from 'react';
import { readList } from '../../download-client/read-list.ts';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useWords } from '../../words/words.tsx';

type ListFormProps = {
  readonly onAdd: (text: string) => void;
  readonly onFile: (file: File) => void;
  /** Whether a file is being dragged over the page. */
  readonly isOver: boolean;
  readonly hasRows: boolean;
};

const TEXT_FILES = '.txt,.csv,.tsv,.md,text/plain,text/csv';

/** A list that is pasted into the empty field is added at once. */
export function ListForm({ onAdd, onFile, isOver, hasRows }: ListFormProps) {
  const { t } = useWords();
  // Not controlled: what was typed before React had taken over the page is not lost.
  const area = useRef<HTMLTextAreaElement>(null);
  const add = (text: string) => {
    onAdd(text);
    if (area.current) area.current.value = '';
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (event.currentTarget.value !== '' || readList(pasted).links.length < 2) return;
    event.preventDefault();
    add(pasted);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const text = area.current?.value ?? '';
        if (text.trim() === '') area.current?.focus();
        else add(text);
      }}
    >
      <TextArea
        ref={area}
        label={isOver ? t('batch.dropHere') : t('batch.formLabel')}
        hint={t('batch.formHint')}
        rows={hasRows ? 3 : 6}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        inputMode="url"
        onPaste={onPaste}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          type="submit"
          variant={hasRows ? 'secondary' : 'primary'}
          icon={ListPlus}
          className="max-sm:w-full"
        >
          {t('batch.add')}
        </Button>
        <FileButton
          accept={TEXT_FILES}
          icon={FileText}
          buttonClass="btn-secondary max-sm:w-full"
          onChoose={onFile}
        >
          {t('batch.openFile')}
        </FileButton>
      </div>
    </form>
  );
}
