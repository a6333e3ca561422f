// The downloads of this session of the browser, in `storage.session`: they survive the end of the background, not the browser's.
import { browser } from '../browser.ts';
import type { Tracked } from '../messages.ts';

const NAME = 'downloads';
const MOST = 20;

/** All, newest first. */
export async function readTracked(): Promise<readonly Tracked[]> {
  const { [NAME]: all } = await browser.storage.session.get(NAME);
  return Array.isArray(all) ? (all as Tracked[]) : [];
}

let writing: Promise<unknown> = Promise.resolve();

/** Changes the list, one change after the other. Ended ones beyond twenty are forgotten. */
export function changeTracked(
  change: (all: readonly Tracked[]) => readonly Tracked[],
): Promise<void> {
  const next = writing.then(async () => {
    const all = change(await readTracked());
    const kept = all.filter((one, index) => index < MOST || isRunning(one));
    await browser.storage.session.set({ [NAME]: kept });
    await showCount(kept.filter(isRunning).length);
  });
  // A failed change must not stop the next one.
  writing = next.catch((error: unknown) => console.warn('the list could not be written', error));
  return next;
}

/** Changes one download. */
export function changeOne(job: string, change: Partial<Tracked>): Promise<void> {
  return changeTracked((all) => all.map((one) => (one.job === job ? { ...one, ...change } : one)));
}

/** Whether it is not over yet. */
export function isRunning({ state }: Tracked): boolean {
  return state === 'open' || state === 'saving';
}

/** The badge: how many are running. */
async function showCount(count: number): Promise<void> {
  await browser.action.setBadgeBackgroundColor({ color: '#b5390f' });
  await browser.action.setBadgeTextColor({ color: '#ffffff' });
  await browser.action.setBadgeText({ text: count === 0 ? '' : String(count) });
}
