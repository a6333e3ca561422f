// The beacons that pages send for page views: each page that is shown, once, by its path and language.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSiteMap } from '../../src/http/site/site-map.ts';
import { startBrowser } from '../support/browser/browser.ts';
import { builtPages } from '../support/browser/built-pages.ts';
import { type PageServer, servePages } from '../support/browser/page-server.ts';

type View = { readonly path: string; readonly language: string };

let server: PageServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let views: View[];
let isDown: boolean;
let prefix: string;
let code: string;

beforeAll(async () => {
  const webDir = await builtPages();
  const other = readSiteMap(webDir).languages.find((one) => one.prefix);
  prefix = other?.prefix ?? '';
  code = other?.code ?? 'en';
  server = await servePages(webDir, {
    extend(app) {
      app.post('/api/page-views', async (request, reply) => {
        views.push(request.body as View);
        return reply.code(isDown ? 503 : 204).send();
      });
    },
  });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
beforeEach(async () => {
  views = [];
  isDown = false;
  context = await browser.newContext({ locale: 'en' });
  page = await context.newPage();
});
afterEach(() => context.close());

const open = async (pathname: string) => {
  await page.goto(server.origin + pathname);
  await page.locator('html[data-ready]').waitFor();
};
const follow = (path: string) =>
  page.evaluate(`document.querySelector('a[href="${path}"]').click()`);

describe('a page view', () => {
  it('is sent once for each page that is shown, also when going back', async () => {
    await open('/');
    await follow('/privacy');
    await page.waitForURL('**/privacy');
    await expect.poll(() => views.length).toBe(2);
    await page.goBack();
    await expect.poll(() => views.map(({ path }) => path)).toEqual(['/', '/privacy', '/']);
  });

  it('is sent with the path in the table of pages, without language, query or fragment', async () => {
    await open(`${prefix}/trending-videos?platform=youtube#main`);
    await expect.poll(() => views).toEqual([{ path: '/trending', language: code }]);
    await open(prefix || '/');
    await expect.poll(() => views.at(-1)).toEqual({ path: '/', language: code });
  });

  it('is not sent for a jump within a page', async () => {
    await open('/privacy');
    await expect.poll(() => views.length).toBe(1);
    await page.evaluate(`location.hash = 'main'`);
    await open('/terms');
    await expect.poll(() => views.at(-1)?.path).toBe('/terms');
    expect(views).toHaveLength(2);
  });

  it('of a prerendered page is sent only when the visitor opens it', async () => {
    await page.addInitScript(`let ahead = true;
      Object.defineProperty(document, 'prerendering', { get: () => ahead });
      window.arrive = () => { ahead = false; document.dispatchEvent(new Event('prerenderingchange')); };`);
    await open('/');
    expect(views).toEqual([]);
    await page.evaluate('window.arrive()');
    await expect.poll(() => views.length).toBe(1);
  });

  it('that cannot be sent changes nothing for the visitor', async () => {
    const errors: string[] = [];
    const logs: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => logs.push(message.text()));
    isDown = true;
    await open('/');
    await expect.poll(() => views.length).toBe(1);
    await page.addInitScript('navigator.sendBeacon = () => false');
    await open('/about');
    expect(logs.filter((text) => text.includes('could not be counted'))).toHaveLength(1);
    expect(errors).toEqual([]);
  });
});
