// Redirects an operator from the root to the last visited view; loaded only if the browser has stored one.
import type { AuthStatus } from '../../../shared/api/admin.ts';
import { requestJson } from '../../browser/request.ts';
import { forgetWayBack, takeWayBack } from './route-memory.ts';

/** Time in milliseconds for a visitor to leave the root before the redirect. */
const DELAY_MS = 100;

/** Redirects if an operator is signed in, else forgets the path. `home` is the root in the language of the page. */
export async function redirectBack(home: string, signal: AbortSignal): Promise<void> {
  const delay = new Promise((resolve) => setTimeout(resolve, DELAY_MS));
  const status = requestJson<AuthStatus>('/admin/auth-status', { signal });
  const [{ loggedIn }] = await Promise.all([status, delay]);
  if (signal.aborted) return;
  if (!loggedIn) return forgetWayBack();
  const path = takeWayBack();
  // Replaces the root in the history: Back would lead here again.
  if (path !== null) location.replace(home.replace(/\/$/, '') + path);
}
