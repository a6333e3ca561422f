// Fetches the data of a page: one GET, without retries or polling; the visitor can reload it.
import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchQuery } from '../browser/request.ts';
import { useSessionStore } from './session-store.tsx';

/** The state. After a failure `data` is still the previous data, or null. */
export type Fetched<T> = {
  readonly data: T | null;
  readonly phase: 'loading' | 'here' | 'failed';
  /** Of the last failure. */
  readonly error?: unknown;
  /** Fetches again. */
  readonly load: () => void;
};

type Known<T> = Omit<Fetched<T>, 'load'>;

/**
 * Fetches JSON when the component mounts. The data is cached until the tab is closed or reloaded; with `staysFresh` it is
 * not fetched again, else it is refreshed at each visit of the page.
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
      console.info(`${path} could not be loaded`, error);
      setKnown(({ data }) => ({ data, phase: 'failed', error }));
    }
  }, [path, last]);

  useEffect(() => {
    if (staysFresh && last.data !== null) setKnown({ data: last.data, phase: 'here' });
    else void load();
    return () => asking.current?.abort();
  }, [load, last, staysFresh]);

  return { ...known, load: () => void load() };
}
