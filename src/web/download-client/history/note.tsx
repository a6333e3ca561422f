// The line below a finished download: adds it to the history of this browser and leads there.
import { useEffect, useState } from 'react';
import { pathOf } from '../../../shared/routes.ts';
import { languageOf } from '../../words/catalogues.ts';
import { useWords } from '../../words/words.tsx';
import { entryOf, type Finished } from './entry.ts';
import { keepEntry } from './store.ts';

/** `isNew` is false for a download that was added before. */
export type HistoryNoteProps = {
  readonly finished: Finished;
  readonly isNew: boolean;
  readonly onKept: () => void;
};

/** The line; nothing if the download was made from no link, or the browser refuses to store the entry. */
export function HistoryNote({ finished, isNew, onKept }: HistoryNoteProps) {
  const { t, code } = useWords();
  const [isKept, setIsKept] = useState(!isNew);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each download is added once
  useEffect(() => {
    const entry = entryOf(finished);
    if (!isNew || !entry) return;
    let isHere = true;
    keepEntry(entry).then(
      () => {
        onKept();
        if (isHere) setIsKept(true);
      },
      (error: unknown) => console.warn('the history could not be written', error),
    );
    return () => {
      isHere = false;
    };
  }, [finished.job]);
  if (!isKept) return null;
  return (
    <p className="mt-4 text-soft text-sm">
      {t('history.note')}{' '}
      <a className="underline" href={`${languageOf(code).prefix}${pathOf('history')}`}>
        {t('history.link')}
      </a>
    </p>
  );
}
