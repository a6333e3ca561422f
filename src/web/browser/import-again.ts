// Imports a part of the page again if it could not be fetched: a server that cannot be reached is waited for, and the page
// stays. It is reloaded only if the server has another build, without that part.
import { BASE_PATH } from '../../shared/base-path.ts';
import { now } from './clock.ts';

/** The shortest page that names its build. */
const PAGE = `${BASE_PATH}/offline`;
const BUILD = /data-build="([^"]+)"/;
/** How Vite reports them. */
const STYLES = /preload CSS for (\S+)/;
const ANSWER_MS = 10_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;
/** So often a part may fail while the server answers: it is gone, or blocked in this browser. */
const MAX_MISSES = 2;
const KEPT_AS = 'reloadedForScripts';
/** A second failure within this time must not reload again: that would loop. */
const NOT_AGAIN_MS = 5 * 60_000;

let waiting: Promise<string> | null = null;

/** Every `import()` of the pages goes through this (`scripts/web/import-again-plugin.ts`). Rejects for a part that is missing. */
export async function importAgain<T>(load: () => Promise<T>): Promise<T> {
  let misses = 0;
  for (;;) {
    try {
      return await load();
    } catch (error) {
      forgetStyles(error);
      let build = await askBuild();
      if (build === null) {
        misses = 0;
        console.info('waiting for the server', error);
        waiting ??= waitForBuild().finally(() => {
          waiting = null;
        });
        build = await waiting;
      } else misses += 1;
      if (misses < MAX_MISSES) {
        if (misses > 0) await pause(FIRST_PAUSE_MS);
        continue;
      }
      if (build === document.getElementById('root')?.dataset['build'] || !mayReload()) throw error;
      console.warn('a script is missing; reloading', error);
      location.reload();
      return new Promise(() => undefined);
    }
  }
}

/** Styles are fetched again only if their link has gone. */
function forgetStyles(error: unknown): void {
  const [, href] = STYLES.exec(String(error)) ?? [];
  if (href) document.querySelector(`link[href="${href}"]`)?.remove();
}

/** The build that the server has now; null if the server did not answer, or something else answered for it. */
async function askBuild(): Promise<string | null> {
  try {
    const answer = await fetch(PAGE, {
      headers: { Accept: 'text/html' },
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return BUILD.exec(await answer.text())?.[1] ?? null;
  } catch {
    return null; // the failed import is logged
  }
}

async function waitForBuild(): Promise<string> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    await pause(pauseMs);
    const build = await askBuild();
    if (build !== null) return build;
  }
}

/** Ends early when there is a connection again. */
function pause(ms: number): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
    addEventListener('online', resolve, { once: true });
  });
}

/** Also records the reload. Returns false where storage is unavailable, since a second reload could not be recognised. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEPT_AS) ?? Number.NEGATIVE_INFINITY);
    if (now() - last < NOT_AGAIN_MS) return false;
    sessionStorage.setItem(KEPT_AS, String(now()));
    return true;
  } catch (error) {
    console.warn('no storage', error);
    return false;
  }
}
