// Below a long name: the file under a shorter one. A chunk of its own, loaded only where the name is long.
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { useWords } from '../../../words/words.tsx';

/** The line. */
export function ShortName({ downloadUrl }: Pick<DownloadResult, 'downloadUrl'>) {
  const { t } = useWords();
  return (
    <p className="mb-4 text-soft text-sm">
      <span>{t('receipt.longName')}</span>{' '}
      <a className="underline" href={`${downloadUrl}?name=short`} download>
        {t('receipt.shorterName')}
      </a>
    </p>
  );
}
