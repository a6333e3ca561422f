// Where in the operators' area one is, and how one goes to another of its addresses without loading the page anew.
import { useSyncExternalStore } from 'react';
import type { Language } from '../../../shared/languages.ts';

/** Where operators sign in. */
export const LOGIN_PATH = '/admin/login';
/** Where they arrive. */
export const DASHBOARD_PATH = '/admin/dashboard';

const CHANGED = 'keepreel:operators-address';

/** The path of the address bar; null while the build draws the page. */
export function usePathname(): string | null {
  return useSyncExternalStore(
    follow,
    () => location.pathname,
    () => null,
  );
}

/** Goes to a path, with `note` kept in the entry of the history; `replace` leaves no way back to where one was. */
export function goTo(
  pathname: string,
  {
    replace = false,
    note = null,
  }: { readonly replace?: boolean; readonly note?: string | null } = {},
): void {
  if (replace) history.replaceState(note, '', pathname);
  else history.pushState(note, '', pathname);
  scrollTo(0, 0);
  dispatchEvent(new Event(CHANGED));
}

/** What {@link goTo} noted at this address. */
export function useNote(): string | null {
  return useSyncExternalStore(follow, noteHere, () => null);
}

function noteHere(): string | null {
  const note: unknown = history.state;
  return typeof note === 'string' ? note : null;
}

/** A path as the table of pages knows it, and what stands before it: `/fr/admin/log` is `/admin/log` after `/fr`. */
export function splitPath(
  pathname: string,
  { prefix }: Pick<Language, 'prefix'>,
): { readonly prefix: string; readonly path: string } {
  const isPrefixed = prefix !== '' && pathname.startsWith(`${prefix}/`);
  const path = isPrefixed ? pathname.slice(prefix.length) : pathname;
  return { prefix: isPrefixed ? prefix : '', path: path.replace(/(.)\/$/, '$1') };
}

function follow(changed: () => void): () => void {
  addEventListener('popstate', changed);
  addEventListener(CHANGED, changed);
  return () => {
    removeEventListener('popstate', changed);
    removeEventListener(CHANGED, changed);
  };
}
