// What the popup does: finds the link, asks the server about it, starts a download, and follows what the background tells.
import type { InspectAnswer } from '../../../src/shared/api/inspect.ts';
import { API_VERSION } from '../../../src/shared/extension.ts';
import { ask } from '../ask.ts';
import { readTracked } from '../background/tracked.ts';
import { browser } from '../browser.ts';
import type { Tracked, Wish } from '../messages.ts';
import { CallError, type Calls, callsOf } from '../server.ts';
import { readSettings, saveKey } from '../settings.ts';
import type { Words } from '../words.ts';
import { itemOf } from './choices.ts';
import { type FoundLink, linkOfTab, understood } from './link-of-tab.ts';
import { type LinkPart, linkPartOf } from './link-part.ts';
import { createScreens } from './screens.ts';

/** The popup in an element. */
export function createPopup(words: Words, place: HTMLElement) {
  const screens = createScreens(words, place, {
    connect: () => void browser.runtime.openOptionsPage().then(() => window.close()),
    retry: () => void begin(),
    lookAt(text) {
      const found = understood(text);
      if (found === null) return false;
      link = found;
      void begin();
      return true;
    },
    start: (answer, item, offer, isPart) =>
      void start(answer, { item, offer, ...(isPart && linkPart?.part) }),
    cancel: (job) => void ask({ kind: 'cancel', job }).catch(fail),
    showFile: (id) => void browser.downloads.show(id),
    another() {
      current = null;
      void begin();
    },
  });
  let link: FoundLink = null;
  let linkPart: LinkPart = null;
  /** The download that is shown; null while choices are. */
  let current: string | null = null;

  const fail = (error: unknown) => {
    const { code, params } = error instanceof CallError ? error : new CallError('unexpected');
    if (code === 'unexpected') console.warn('the popup failed', error);
    if (code === 'key_unknown') void saveKey(null);
    screens.failed(code, params);
  };

  async function begin(): Promise<void> {
    const { server, key } = await readSettings();
    if (server === null || key === null) return screens.unconnected(server !== null);
    if (link === null) return screens.noLink();
    screens.looking(link.platform);
    try {
      const calls = callsOf({ server, key });
      const answer = await inspect(calls, link.url);
      const item = itemOf(answer);
      if (!item) throw new CallError('no_video');
      linkPart = linkPartOf(words, item, { ...answer.hints, ...link.hints });
      const picture = screens.choosing(answer, item, server, linkPart?.box ?? null);
      if (item.thumbnailUrl) await showPicture(calls, item.thumbnailUrl, picture);
    } catch (error) {
      fail(error);
    }
  }

  async function start(answer: InspectAnswer, choice: Wish): Promise<void> {
    screens.starting();
    try {
      const { title } = answer.media;
      current = await ask<string>({
        kind: 'start',
        link: answer.url,
        title,
        choice,
      });
      show(await readTracked());
    } catch (error) {
      fail(error);
    }
  }

  function show(all: readonly Tracked[]): void {
    const shown = all.find(({ job }) => job === current);
    if (!shown) return;
    if (shown.state === 'failed') {
      const { code, params } = shown.error ?? new CallError('unexpected');
      if (code === 'key_unknown') void saveKey(null);
      screens.failed(code, params);
    } else if (shown.state === 'cancelled') {
      current = null;
      void begin();
    } else screens.running(shown);
  }

  return {
    /** Shows what there is to show, now and after every change. */
    async open(): Promise<void> {
      browser.storage.session.onChanged.addListener(({ downloads }) => {
        if (downloads) show((downloads.newValue as readonly Tracked[] | undefined) ?? []);
      });
      link = await linkOfTab();
      const all = await readTracked();
      // Wakes up the background, which may have been asleep with a download open.
      void ask({ kind: 'follow' }).catch(fail);
      const known = all.find(({ url, state }) => url === link?.url && state !== 'cancelled');
      if (known && known.state !== 'failed') {
        current = known.job;
        show(all);
      } else await begin();
    },
  };
}

/** Asks both at once. A server of another version may fail in any way: that it is one is what counts. */
async function inspect(calls: Calls, url: string): Promise<InspectAnswer> {
  const [version, answer] = await Promise.allSettled([checkVersion(calls), calls.inspect(url)]);
  if (version.status === 'rejected') throw version.reason;
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}

async function checkVersion(calls: Calls): Promise<void> {
  const { apiVersion } = await calls.key();
  if (apiVersion === API_VERSION) return;
  const isNewer = typeof apiVersion === 'number' && apiVersion > API_VERSION;
  throw new CallError(isNewer ? 'server_newer' : 'server_older');
}

/** Without the picture everything else works. */
async function showPicture(calls: Calls, path: string, place: HTMLImageElement): Promise<void> {
  try {
    place.src = URL.createObjectURL(await calls.picture(path));
    place.hidden = false;
  } catch (error) {
    console.info('the picture could not be loaded', error);
  }
}
