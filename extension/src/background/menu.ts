// The entry in the context menu of links and pages that may lead to a video.

import { PLATFORMS } from '../../../src/shared/platforms/index.ts';
import { MAIN_PLATFORM_IDS } from '../../../src/shared/platforms/platform.ts';
import { browser } from '../browser.ts';

const MENU = 'download';

/** Makes the entry; the browser keeps it. Its name is in the browser's language. */
export async function makeMenu(): Promise<void> {
  const patterns = MAIN_PLATFORM_IDS.flatMap((id) =>
    PLATFORMS[id].hosts.map((host) => `https://${host}/*`),
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
