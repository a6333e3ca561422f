// Reloads the page once if a script of its build no longer exists on the server.
import { now } from './clock.ts';

const KEPT_AS = 'reloadedForScripts';
/** A second failure within this time must not reload again: that would loop. */
const NOT_AGAIN_MS = 5 * 60_000;

/** Listens for scripts that cannot be fetched. Returns a function that stops it. */
export function reloadForMissingScripts(): () => void {
  const onMissing = (event: Event) => {
    const { payload } = event as Event & { readonly payload?: unknown };
    // Without a connection a reload would only lose the page.
    if (!navigator.onLine || !mayReload()) return;
    console.warn('a script of this page is missing; reloading', payload);
    location.reload();
  };
  addEventListener('vite:preloadError', onMissing);
  return () => removeEventListener('vite:preloadError', onMissing);
}

/** Also records the reload. Returns false where storage is unavailable, since a second reload could not be recognised. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEPT_AS) ?? Number.NEGATIVE_INFINITY);
    if (now() - last < NOT_AGAIN_MS) return false;
    sessionStorage.setItem(KEPT_AS, String(now()));
    return true;
  } catch (error) {
    console.warn('the storage of this tab cannot be used', error);
    return false;
  }
}
