// The addresses that lead from a phone, a bookmark or a shortcut to this site.
import { useSyncExternalStore } from 'react';
import { usePage } from '../../page/page-context.tsx';

/** The address of the site in this language, and what a link is appended to, encoded, to open it here. */
export type SiteAddresses = { readonly home: string; readonly withLink: string };

/** Returns them; empty until the page runs in a browser, which alone knows how the site was reached. */
export function useSiteAddresses(): SiteAddresses {
  const { home } = usePage();
  const origin = useSyncExternalStore(
    never,
    () => location.origin,
    () => null,
  );
  if (origin === null) return { home: '', withLink: '' };
  return { home: origin + home, withLink: `${origin}${home}?u=` };
}

/** Returns the program of a bookmark that opens its page here, in a new tab where the browser allows one. */
export function bookmarkletFor(withLink: string): string {
  const target = JSON.stringify(withLink);
  return `javascript:(u=>{open(u)||(location.href=u)})(${target}+encodeURIComponent(location.href))`;
}

function never(): () => void {
  return () => undefined;
}
