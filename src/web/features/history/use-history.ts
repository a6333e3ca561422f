// The history as state of the page: read once, and again when another tab has changed it.
import { useCallback, useEffect, useState } from 'react';
import type { Entry } from '../../download-client/history/entry.ts';
import {
  eraseEntry,
  eraseHistory,
  onChange,
  readHistory,
} from '../../download-client/history/store.ts';

/** `entries` is null while they are read; `isMissing` says that this browser refuses. */
export type History = {
  readonly entries: readonly Entry[] | null;
  readonly isMissing: boolean;
  readonly erase: (id: string) => Promise<void>;
  readonly eraseAll: () => Promise<void>;
};

/** Reads the history. */
export function useHistory(): History {
  const [entries, setEntries] = useState<readonly Entry[] | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const fail = useCallback((error: unknown) => {
    console.warn('the history could not be used', error);
    setIsMissing(true);
  }, []);
  const read = useCallback(async () => {
    try {
      setEntries(await readHistory());
      setIsMissing(false);
    } catch (error) {
      fail(error);
    }
  }, [fail]);
  useEffect(() => {
    void read();
    return onChange(() => void read());
  }, [read]);
  const change = async (work: Promise<void>) => {
    try {
      await work;
      await read();
    } catch (error) {
      fail(error);
    }
  };
  return {
    entries,
    isMissing,
    erase: (id) => change(eraseEntry(id)),
    eraseAll: () => change(eraseHistory()),
  };
}
