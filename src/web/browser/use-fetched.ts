// Fetches what a page shows: one GET, no second try and no look for news unless the visitor asks for one.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSessionStore } from '../app/session-store.tsx';
import { fetchQuery } from './request.ts';

/** What is known so far. After a failure `data` is still what came before it, or null. */
export type Fetched<T> = {
  readonly data: T | null;
  readonly phase: 'loading' | 'here' | 'failed';
  /** Asks again. */
  readonly load: () => void;
};

type Known<T> = Pick<Fetched<T>, 'data' | 'phase'>;

/**
 * Fetches JSON from an address of ours when the component appears. What came stays known while the site is open in this
 * tab; with `staysFresh` it is never asked for again by itself, else it is renewed at each visit of the page.
 */
export function useFetched<T>(
  path: string,
  { staysFresh = false }: { readonly staysFresh?: boolean } = {},
): Fetched<T> {
  const last = useSessionStore<{ data: T | null }>(`GET ${path}`, () => ({ data: null }));
  const [known, setKnown] = useState<Known<T>>({ data: last.data, phase: 'loading' });
  const asking = useRef<AbortController>(null);

  const load = useCallback(async () => {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    setKnown(({ data }) => ({ data, phase: 'loading' }));
    try {
      const data = await fetchQuery<T>([path], { signal: controller.signal });
      if (controller.signal.aborted) return;
      last.data = data;
      setKnown({ data, phase: 'here' });
    } catch (error) {
      if (controller.signal.aborted) return;
      console.info(`${path} did not come`, error);
      setKnown(({ data }) => ({ data, phase: 'failed' }));
    }
  }, [path, last]);

  useEffect(() => {
    if (staysFresh && last.data !== null) setKnown({ data: last.data, phase: 'here' });
    else void load();
    return () => asking.current?.abort();
  }, [load, last, staysFresh]);

  return { ...known, load: () => void load() };
}
