// The token of a case in the URL fragment, where it reaches neither logs nor other sites.
import { useSyncExternalStore } from 'react';

const START = '#case=';
const TOKEN = /^[\w-]{16,200}$/;

/** Returns `#case=…` for a token. */
export function fragmentOf(caseToken: string): string {
  return START + caseToken;
}

/** Returns the token in a fragment: empty if it is malformed, null if there is none. */
function tokenIn(fragment: string): string | null {
  if (!fragment.startsWith(START)) return null;
  const token = fragment.slice(START.length);
  return TOKEN.test(token) ? token : '';
}

/** Returns the token in the URL; null before hydration. */
export function useCaseToken(): string | null {
  return useSyncExternalStore(
    follow,
    () => tokenIn(location.hash),
    () => null,
  );
}

function follow(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}
