// The name of the open file, and the way to another one.
import { Button } from '../../ui/button.tsx';
import { useTrimmerWords } from './use-trimmer-words.ts';

type EditorHeadProps = { readonly fileName: string; readonly onLeave: () => void };

/** The heading. */
export function EditorHead({ fileName, onLeave }: EditorHeadProps) {
  const { t } = useTrimmerWords();
  return (
    <div className="mb-1 flex items-center justify-between gap-x-4 max-sm:-mt-3 sm:mb-3">
      <h2
        className="line-clamp-2 min-w-0 text-sm [overflow-wrap:anywhere] max-sm:leading-5 sm:text-lg"
        title={fileName}
        dir="auto"
      >
        {fileName}
      </h2>
      <Button variant="quiet" className="-me-3 flex-none" onClick={onLeave}>
        {t('trimmer.another')}
      </Button>
    </div>
  );
}
