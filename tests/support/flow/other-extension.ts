// Speaks for somebody else's extension on a page of the site, and reads what the page has answered.
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { until } from './flow-fixture.ts';

/** The folder of the extension. */
export const OTHER_EXTENSION = path.resolve(import.meta.dirname, '../../fixtures/other-extension');

/** What the page says to an extension. */
export type Reply = Readonly<Record<string, unknown>>;

/** The extension on one page. */
export type OtherExtension = {
  readonly page: Page;
  readonly nonce: string;
  /** All replies so far on the window, where everybody listens, or on the port. */
  readonly heard: (from?: 'window' | 'port') => Promise<Reply[]>;
  readonly send: (
    through: 'window' | 'port' | 'new port',
    message: object,
    times?: number,
  ) => Promise<void>;
  /** Sends it on the port with the nonce, and waits for the reply. */
  readonly ask: (message: object) => Promise<Reply>;
  readonly register: (named?: object) => Promise<Reply>;
};

/** All that the extension has heard on a page, as JSON: it writes that down only when asked, at once. */
export function heardOn(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    document.dispatchEvent(new CustomEvent('other-extension-tell'));
    return document.documentElement.dataset.heard ?? '[]';
  })()`);
}

/** Opens a page of the site and makes the extension known to it. */
export async function otherExtension(
  context: BrowserContext,
  site: string,
): Promise<OtherExtension> {
  const page = await context.newPage();
  await page.goto(site);
  await page.locator('html[data-ready][data-other]').waitFor({ state: 'attached' });
  const heard: OtherExtension['heard'] = async (from) => {
    const all: { from: string; data: Reply }[] = JSON.parse(await heardOn(page));
    return all.filter((one) => from === undefined || one.from === from).map(({ data }) => data);
  };
  const send: OtherExtension['send'] = async (through, message, times = 1) => {
    const detail = JSON.stringify({ through, message, times });
    await page.evaluate(
      `document.dispatchEvent(new CustomEvent('other-extension', { detail: ${JSON.stringify(detail)} }))`,
    );
  };
  await send('window', { source: 'extension', action: 'ping', success: true });
  const pinged = async () =>
    (await heard('window')).find(({ action, nonce }) => action === 'ping' && nonce);
  await until(pinged).toBeTruthy();
  const nonce = String((await pinged())?.['nonce']);
  let count = 0;
  const replyTo = async (requestId: string): Promise<Reply> => {
    const find = async () =>
      (await heard('port')).find((reply) => reply['requestId'] === requestId);
    await until(find).toBeTruthy();
    return (await find()) ?? {};
  };
  return {
    page,
    nonce,
    heard,
    send,
    async ask(message) {
      count += 1;
      const requestId = `r${count}`;
      await send('port', { nonce, requestId, ...message });
      return replyTo(requestId);
    },
    async register(named = { name: 'Somebody', version: '2.5' }) {
      count += 1;
      const requestId = `r${count}`;
      const message = { source: 'extension', action: 'registerExtension', nonce, requestId };
      await send('new port', { ...message, ...named });
      return replyTo(requestId);
    },
  };
}
