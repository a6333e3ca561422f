// Reads a playlist when it is asked for: its videos with ticks, or why there are none.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ListAnswer } from '../../../../shared/api/list.ts';
import { RequestError, requestJson } from '../../../browser/request.ts';
import { type Failure, failureOf } from '../../../download-client/failure.ts';
import { failureWords } from '../../../download-client/failure-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useWords } from '../../../words/words.tsx';
import { ListVideos } from './list-videos.tsx';

/** `isAlone`: the link names no video beside the list. */
export type ListPlaceProps = { readonly url: string; readonly isAlone: boolean };

type Reading =
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly list: ListAnswer }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The list, its skeleton, or a sentence and what can be done. */
export function ListContents({ url, isAlone }: ListPlaceProps) {
  const { t } = useWords();
  const [reading, setReading] = useState<Reading>({ kind: 'loading' });
  const asking = useRef<AbortController>(null);
  const read = useCallback(async () => {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    const { signal } = controller;
    setReading({ kind: 'loading' });
    const found = await readList(url, signal);
    if (!signal.aborted) setReading(found);
  }, [url]);
  useEffect(() => {
    void read();
    return () => asking.current?.abort();
  }, [read]);

  return (
    <>
      <p role="status" className={reading.kind === 'loading' ? 'mb-3 text-soft' : 'sr-only'}>
        {reading.kind === 'loading'
          ? t('lists.loading')
          : reading.kind === 'here'
            ? t('lists.count', { count: reading.list.entries.length })
            : ''}
      </p>
      {reading.kind === 'loading' && <Skeleton className="h-96 w-full rounded-md" />}
      {reading.kind === 'here' && <ListVideos list={reading.list} isAlone={isAlone} />}
      {reading.kind === 'none' && <p role="alert">{t('lists.not_a_list')}</p>}
      {reading.kind === 'failed' && (
        <>
          <p role="alert" className="text-bad">
            {failureWords(reading.failure, 'YouTube', t)}
          </p>
          <Button className="mt-4" onClick={() => void read()}>
            {t('download.tryAgain')}
          </Button>
        </>
      )}
    </>
  );
}

async function readList(url: string, signal: AbortSignal): Promise<Reading> {
  try {
    const body = { url };
    const list = await requestJson<ListAnswer>('/api/lists', { method: 'POST', body, signal });
    return { kind: 'here', list };
  } catch (error) {
    const isNone = error instanceof RequestError && error.answer?.code === 'not_a_list';
    return isNone ? { kind: 'none' } : { kind: 'failed', failure: failureOf(error) };
  }
}
