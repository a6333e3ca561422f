// The pages of a playlist that have been read, and which of its videos are ticked.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ListAnswer, ListEntryAnswer } from '../../../../shared/api/list.ts';
import { RequestError, requestJson } from '../../../browser/request.ts';
import { type Failure, failureOf } from '../../../download-client/failure.ts';
import { addPage, type PickedPages } from './picked-pages.ts';

/** How the page that was asked for last is doing. */
type Reading =
  | { readonly kind: 'loading' | 'here' | 'none' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The list as far as it has been read. */
export type ListPages = PickedPages & {
  readonly videos: readonly ListEntryAnswer[];
  readonly reading: Reading;
  /** Reads the first page, or the one after those that are here. */
  readonly read: () => void;
  readonly pick: (picked: ReadonlySet<string>) => void;
};

const NOTHING: PickedPages = { pages: [], picked: new Set() };

/** Reads the first page at once, the others when asked to. */
export function useListPages(url: string): ListPages {
  const [shown, setShown] = useState(NOTHING);
  const [reading, setReading] = useState<Reading>({ kind: 'loading' });
  const asking = useRef<AbortController>(null);
  const readPage = useCallback(
    async (page: number) => {
      asking.current?.abort();
      const controller = new AbortController();
      asking.current = controller;
      const { signal } = controller;
      setReading({ kind: 'loading' });
      try {
        const body = { url, page };
        const answer = await requestJson<ListAnswer>('/api/lists', {
          method: 'POST',
          body,
          signal,
        });
        if (signal.aborted) return;
        setShown((before) => addPage(before, answer));
        setReading({ kind: 'here' });
      } catch (error) {
        if (signal.aborted) return;
        const isNone = error instanceof RequestError && error.answer?.code === 'not_a_list';
        setReading(isNone ? { kind: 'none' } : { kind: 'failed', failure: failureOf(error) });
      }
    },
    [url],
  );
  useEffect(() => {
    setShown(NOTHING);
    void readPage(1);
    return () => asking.current?.abort();
  }, [readPage]);
  const { pages } = shown;
  return {
    ...shown,
    videos: pages.flatMap(({ entries }) => entries),
    reading,
    read: () => void readPage(pages.at(-1)?.nextPage ?? 1),
    pick: (picked) => setShown((before) => ({ ...before, picked })),
  };
}
