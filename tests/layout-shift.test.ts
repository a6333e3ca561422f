// Nothing on a page moves while it is loaded.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from './browser.ts';
import { builtPages } from './built-pages.ts';
import { type PageServer, servePages } from './page-server.ts';

let server: PageServer;
let browser: Browser;
beforeAll(async () => {
  server = await servePages(await builtPages());
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const WATCH = `window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!entry.hadRecentInput)
        window.shifts.push([entry.value, ...entry.sources.map(({ node }) => node?.className ?? node?.nodeName)].join(' '));
  }).observe({ type: 'layout-shift', buffered: true });`;

describe('a page that is loaded', () => {
  it.each([
    ['/', 390],
    ['/', 1440],
    ['/youtube-downloader-no-limits', 390],
    ['/trending', 390],
    ['/blog/subtitles', 390],
    ['/blog/subtitles', 1440],
  ] as const)('shifts nothing: %s at %i px', async (pathname, width) => {
    const context = await browser.newContext({ viewport: { width, height: 844 }, locale: 'en' });
    const page = await context.newPage();
    await page.route('**/api/**', (route) => route.fulfill({ status: 204 }));
    await page.route('**/api/trending', (route) => route.fulfill({ json: [] }));
    await page.addInitScript(WATCH);
    await page.goto(server.origin + pathname);
    await page.locator('html[data-ready]').waitFor();
    await page.evaluate(
      'document.fonts.ready.then(() => new Promise((resolve) => requestIdleCallback(resolve)))',
    );
    expect(await page.evaluate('window.shifts')).toEqual([]);
    await context.close();
  });
});
