// The visitor's keys: each is a connected extension.
import { useCallback, useEffect, useState } from 'react';
import type { OwnKey } from '../../../shared/api/keys.ts';
import { calls } from './calls.ts';

/** Those that work; empty until they are known. `reload` reads them again. */
export function useOwnKeys(): { readonly keys: readonly OwnKey[]; readonly reload: () => void } {
  const [keys, setKeys] = useState<readonly OwnKey[]>([]);
  const reload = useCallback(() => {
    calls
      .keys()
      .then(setKeys, (error: unknown) => console.warn('the keys could not be read', error));
  }, []);
  useEffect(() => {
    // They may have been switched off in another tab.
    const look = () => document.visibilityState === 'visible' && reload();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [reload]);
  return { keys, reload };
}
