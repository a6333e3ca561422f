// Unfolds what an address names by its fragment, for browsers that do not do so by themselves.
import { useEffect } from 'react';
import { usePage } from '../app/page-context.tsx';

/** Looks at the fragment of each page that comes, and at each new one. */
export function useUnfoldTarget(): void {
  const page = usePage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is a new address
  useEffect(() => {
    unfoldTarget();
    addEventListener('hashchange', unfoldTarget);
    return () => removeEventListener('hashchange', unfoldTarget);
  }, [page]);
}

function unfoldTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const fold = target?.closest('details');
  if (!fold || fold.open) return;
  fold.open = true;
  target?.scrollIntoView();
}
