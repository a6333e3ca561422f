// Leads an operator who arrives at the root back to where they were; loaded only where the browser remembers such a place.
import type { AuthStatus } from '../../../shared/admin-api.ts';
import { inLanguage } from '../../../shared/routes.ts';
import { requestJson } from '../../browser/request.ts';
import { forgetWayBack, takeWayBack } from './route-memory.ts';

/** Gives a visitor who leaves the root at once time to do so, in milliseconds. */
const DELAY_MS = 100;

/** Goes there if an operator is signed in, else forgets the path. `home` is the root in the language of the page. */
export async function redirectBack(home: string, signal: AbortSignal): Promise<void> {
  const delay = new Promise((resolve) => setTimeout(resolve, DELAY_MS));
  const status = requestJson<AuthStatus>('/admin/auth-status', { signal });
  const [{ loggedIn }] = await Promise.all([status, delay]);
  if (signal.aborted) return;
  if (!loggedIn) return forgetWayBack();
  const path = takeWayBack();
  // The root leaves the history: the way back from there would lead here again.
  if (path !== null) location.replace(inLanguage(home === '/' ? '' : home, path));
}
