// The token of a case in the address of the page, behind "#": there it reaches neither logs nor other sites.
import { useSyncExternalStore } from 'react';

const START = '#case=';
const TOKEN = /^[\w-]{16,200}$/;

/** `#case=…` for a token. */
export function fragmentOf(caseToken: string): string {
  return START + caseToken;
}

/** The token that a fragment names. An unreadable one is an empty text, which no case has; null without any. */
export function tokenIn(fragment: string): string | null {
  if (!fragment.startsWith(START)) return null;
  const token = fragment.slice(START.length);
  return TOKEN.test(token) ? token : '';
}

/** The token in the address; null while the page is as the build has drawn it. */
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
