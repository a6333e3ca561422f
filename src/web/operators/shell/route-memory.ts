// Stores the operator's last visited path, the path to open after signing in, and whether they left on purpose.
import { recall, store } from '../../browser/storage.ts';

const LAST = 'lastVisitedRoute';
const PREVENT = 'preventAdminRedirect';
const AFTER_LOGIN = 'adminRedirectPath';
const MOST_CHARACTERS = 200;

/** Returns whether a text is a path of the area: no other origin, no `..`, no query. */
export function isAdminPath(text: string | null): text is string {
  return text !== null && text.length <= MOST_CHARACTERS && /^\/admin(\/[\w-]+)*\/?$/.test(text);
}

/** Stores a visited path, without language prefix; the root then redirects to it. */
export function rememberVisit(path: string): void {
  store(PREVENT, null);
  store(LAST, path);
}

/** After Home or Logout there is no redirect back. */
export function forgetVisits(): void {
  store(PREVENT, 'true');
  store(LAST, null);
  store(AFTER_LOGIN, null);
}

/** Stores the path to open after signing in. */
export function rememberRequestedPath(path: string): void {
  if (isAdminPath(path)) store(AFTER_LOGIN, path);
}

/** Returns the path to open after signing in, once; null if there is none or it is invalid. */
export function takeRequestedPath(): string | null {
  const requested = recall(AFTER_LOGIN);
  if (requested !== null) store(AFTER_LOGIN, null);
  return isAdminPath(requested) ? requested : null;
}

/** The redirect target of the root: the requested path (used once), else the last visit; null after Home or Logout. */
export function takeWayBack(): string | null {
  if (recall(PREVENT) !== null) return null;
  const requested = takeRequestedPath();
  const last = recall(LAST);
  return requested ?? (isAdminPath(last) ? last : null);
}

/** Forgets the way back of a browser that is not signed in. */
export function forgetWayBack(): void {
  store(LAST, null);
  store(AFTER_LOGIN, null);
}
