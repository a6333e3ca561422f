// At the root: redirects operators back if this browser has stored a path; the code for it is loaded only then.
import { useEffect } from 'react';
import { recall } from '../../browser/storage.ts';
import { usePage } from '../../page/page-context.tsx';
import { STORED_WAYS_BACK } from './stored-ways-back.ts';

/** Redirects operators from the home page, unless its URL has parameters. */
export function useWayBack(): void {
  const { route, home } = usePage();
  useEffect(() => {
    const isRoot = route === 'home' && location.search + location.hash === '';
    if (!isRoot || !STORED_WAYS_BACK.some((key) => recall(key))) return;
    const end = new AbortController();
    import('./redirect-back.ts')
      .then(({ redirectBack }) => redirectBack(home, end.signal))
      .catch((error: unknown) => {
        if (!end.signal.aborted) console.info('no redirect to the operators area', error);
      });
    return () => end.abort();
  }, [route, home]);
}
