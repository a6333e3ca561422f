// What the browser remembers of an operator's way: the last address in the area, where to go after signing in, and that
// they left on purpose.
import { recall, store } from '../../browser/storage.ts';

const LAST = 'lastVisitedRoute';
const PREVENT = 'preventAdminRedirect';
const AFTER_LOGIN = 'adminRedirectPath';
const MOST_CHARACTERS = 200;

/** Whether a text is a path of the area and nothing else: no other site, no way up, no query. */
export function isAdminPath(text: string | null): text is string {
  return text !== null && text.length <= MOST_CHARACTERS && /^\/admin(\/[\w-]+)*\/?$/.test(text);
}

/** Notes a visit of a path without its language; from now on the root leads back to it. */
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

/** Notes where to go after signing in. */
export function rememberRequestedPath(path: string): void {
  if (isAdminPath(path)) store(AFTER_LOGIN, path);
}

/** Where to go after signing in, once; null where nothing was noted or what is noted is no path of the area. */
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
