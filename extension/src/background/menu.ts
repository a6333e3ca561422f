// The entry in the context menu of links and pages that may lead to a video.

import { MAIN_PLATFORM_IDS, type PlatformId } from '../../../src/shared/platforms/platform.ts';
import { isExtraSite, recordOf } from '../../../src/shared/sites/index.ts';
import { browser } from '../browser.ts';
import { callsOf } from '../server.ts';
import { readSettings } from '../settings.ts';

const MENU = 'download';

let making: Promise<void> = Promise.resolve();

/** Makes the entry, for the platforms and the extra sites of the server; the browser keeps it. Its name is in the browser's language. */
export function makeMenu(): Promise<void> {
  making = making
    .then(make)
    .catch((error: unknown) => console.warn('the menu was not made', error));
  return making;
}

/** The extra sites that are on; none without a server. */
async function sitesOn(): Promise<readonly PlatformId[]> {
  const { server, key } = await readSettings();
  if (server === null || key === null) return [];
  try {
    const { platforms } = await callsOf({ server, key }).status();
    return platforms.map(({ platform }) => platform).filter(isExtraSite);
  } catch (error) {
    console.info('the sites of the server could not be read', error);
    return [];
  }
}

async function make(): Promise<void> {
  const patterns = [...MAIN_PLATFORM_IDS, ...(await sitesOn())].flatMap((id) =>
    recordOf(id).hosts.map((host) => `https://${host}/*`),
  );
  await browser.contextMenus.removeAll();
  const title = browser.i18n.getMessage('menu');
  browser.contextMenus.create({
    id: `${MENU}-link`,
    title,
    contexts: ['link'],
    targetUrlPatterns: patterns,
  });
  browser.contextMenus.create({
    id: `${MENU}-page`,
    title,
    contexts: ['page', 'video'],
    documentUrlPatterns: patterns,
  });
}

/** Opens the popup for the link or page that was clicked; where the browser cannot, in a tab. */
export async function openFromMenu({
  linkUrl,
  pageUrl,
}: Pick<chrome.contextMenus.OnClickData, 'linkUrl' | 'pageUrl'>): Promise<void> {
  const link = linkUrl ?? pageUrl;
  if (link === undefined) return;
  const opened = browser.storage.session.set({ asked: link });
  try {
    // At once: Firefox opens it only as an answer to the click.
    await browser.action.openPopup();
    await opened;
  } catch (error) {
    console.info('the popup opens in a tab', error);
    await browser.storage.session.remove('asked');
    const page = `popup.html?link=${encodeURIComponent(link)}`;
    await browser.tabs.create({ url: browser.runtime.getURL(page) });
  }
}
