// Client-side routing in the operators' area.

import { useSyncExternalStore } from 'react';
import { BASE_PATH } from '../../../shared/base-path.ts';
import type { Language } from '../../../shared/languages.ts';

/** The path of the sign-in form. */
export const LOGIN_PATH = '/admin/login';
/** The path after signing in. */
export const DASHBOARD_PATH = '/admin/dashboard';

const CHANGED = 'keepreel:operators-address';

/** Returns the current path; null during prerendering. */
export function usePathname(): string | null {
  return useSyncExternalStore(
    follow,
    () => location.pathname,
    () => null,
  );
}

/** Navigates to a path, with `note` stored in the history entry; `replace` replaces the current entry. */
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

/** Returns the note that {@link goTo} stored in the current history entry. */
export function useNote(): string | null {
  return useSyncExternalStore(follow, noteHere, () => null);
}

function noteHere(): string | null {
  const note: unknown = history.state;
  return typeof note === 'string' ? note : null;
}

/** Splits a path into language prefix, or the base path alone, and path: `/fr/admin/log` is `/fr` and `/admin/log`. */
export function splitPath(
  pathname: string,
  { prefix }: Pick<Language, 'prefix'>,
): { readonly prefix: string; readonly path: string } {
  const own = pathname.startsWith(`${prefix}/`) ? prefix : BASE_PATH;
  return { prefix: own, path: pathname.slice(own.length).replace(/(.)\/$/, '$1') };
}

function follow(changed: () => void): () => void {
  addEventListener('popstate', changed);
  addEventListener(CHANGED, changed);
  return () => {
    removeEventListener('popstate', changed);
    removeEventListener(CHANGED, changed);
  };
}
