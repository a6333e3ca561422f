// The name of the open file, and the way to another one.
import { Button } from '../../ui/button.tsx';
import { useTrimmerWords } from './use-trimmer-words.ts';

type EditorHeadProps = { readonly fileName: string; readonly onLeave: () => void };

/** The heading. */
export function EditorHead({ fileName, onLeave }: EditorHeadProps) {
  const { t } = useTrimmerWords();
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 className="min-w-0 text-lg [overflow-wrap:anywhere]" dir="auto">
        {fileName}
      </h2>
      <Button variant="quiet" className="-mx-3" onClick={onLeave}>
        {t('trimmer.another')}
      </Button>
    </div>
  );
}
