// Adds a finished download to the history of this browser, and the line below it that leads there.
import { pathOf } from '../../../shared/routes.ts';
import { languageOf } from '../../words/catalogues.ts';
import { useWords } from '../../words/words.tsx';
import { entryOf, type Finished } from './entry.ts';
import { keepEntry } from './store.ts';

/** Adds it; false for a download that was made from no link. Rejects where the browser refuses to store it. */
export async function keepFinished(finished: Finished): Promise<boolean> {
  const entry = entryOf(finished);
  if (entry) await keepEntry(entry);
  return entry !== null;
}

/** The line. */
export function HistoryNote() {
  const { t, code } = useWords();
  return (
    <p className="mt-4 text-soft text-sm">
      {t('history.note')}{' '}
      <a className="underline" href={`${languageOf(code).prefix}${pathOf('history')}`}>
        {t('history.link')}
      </a>
    </p>
  );
}
