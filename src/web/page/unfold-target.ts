// Opens the details element that contains the fragment's target, for browsers that do not.
import { useEffect } from 'react';
import { readFragment } from '../browser/fragment.ts';
import { usePage } from './page-context.tsx';

/** Handles the fragment of each page and each change of it. */
export function useUnfoldTarget(): void {
  const page = usePage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page has a new URL
  useEffect(() => {
    unfoldTarget();
    addEventListener('hashchange', unfoldTarget);
    return () => removeEventListener('hashchange', unfoldTarget);
  }, [page]);
}

function unfoldTarget(): void {
  const fragment = readFragment(location.hash);
  const target = fragment === null ? null : document.getElementById(fragment);
  const fold = target?.closest('details');
  if (!fold || fold.open) return;
  fold.open = true;
  target?.scrollIntoView();
}
