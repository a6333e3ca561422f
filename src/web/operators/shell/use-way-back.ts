// At the root: whether this browser remembers a place in the operators' area. All that follows from it is loaded only then.
import { useEffect } from 'react';
import { usePage } from '../../app/page-context.tsx';
import { recall } from '../../browser/storage.ts';

/** Leads operators back from the bare home page; a link that was handed to it is what its visitor came for. */
export function useWayBack(): void {
  const { route, home } = usePage();
  useEffect(() => {
    const isRoot = route === 'home' && location.search + location.hash === '';
    if (!isRoot || !(recall('lastVisitedRoute') ?? recall('adminRedirectPath'))) return;
    const end = new AbortController();
    import('./redirect-back.ts')
      .then(({ redirectBack }) => redirectBack(home, end.signal))
      .catch((error: unknown) => {
        if (!end.signal.aborted) console.info('no redirect to the operators area', error);
      });
    return () => end.abort();
  }, [route, home]);
}
