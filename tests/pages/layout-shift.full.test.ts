// A page causes no layout shift while it arrives, however slowly.
import pLimit from 'p-limit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../support/browser/browser.ts';
import { builtPages } from '../support/browser/built-pages.ts';
import { type PageServer, servePages } from '../support/browser/page-server.ts';
import { type SlowPages, servePagesSlowly } from '../support/browser/slow-pages.ts';
import { takeOver } from '../support/browser/take-over.ts';

let server: PageServer;
let slow: SlowPages;
let browser: Browser;
beforeAll(async () => {
  server = await servePages(await builtPages());
  slow = await servePagesSlowly(server.origin);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await slow?.close();
  await server?.close();
});

const WATCH = `window.shifts = [];
  const placeOf = ({ x, y }) => Math.round(x) + ',' + Math.round(y);
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        window.shifts.push({ value, moved: sources.map(({ node, previousRect, currentRect }) =>
          node?.nodeName + ' ' + node?.getAttribute?.('class') + ' ' + placeOf(previousRect) + ' → ' + placeOf(currentRect)) });
  }).observe({ type: 'layout-shift', buffered: true });`;

const PAGES = [
  ['/', 390],
  ['/', 1440],
  ['/youtube-downloader-no-limits', 390],
  ['/trending', 390],
  ['/search', 390],
  ['/search?q=mp3', 1440],
  ['/privacy', 1440],
  ['/guide', 1440],
  ['/blog/subtitles', 390],
  ['/blog/subtitles', 1440],
  ['/de/blog/subtitles', 1440],
  ['/ar', 1440],
] as const;
/** Each waits for its slow line most of the time. */
const AT_ONCE = 6;

/** Opens a page to its end; what moved meanwhile. */
async function shiftsOf(pathname: string, width: number): Promise<unknown> {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    locale: 'en',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.route('**/api/**', (route) => route.fulfill({ status: 204 }));
  await page.route('**/api/trending', (route) => route.fulfill({ json: [] }));
  await page.addInitScript(WATCH);
  await page.goto(slow.origin + pathname);
  await takeOver(page);
  await page.evaluate(
    'document.fonts.ready.then(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 })))',
  );
  const shifts = await page.evaluate('window.shifts');
  await context.close();
  return shifts;
}

it('a page that arrives slowly shifts nothing', async () => {
  const found = await pLimit(AT_ONCE).map(PAGES, async ([pathname, width]) => [
    `${pathname} at ${width} px`,
    await shiftsOf(pathname, width),
  ]);
  expect(found).toEqual(PAGES.map(([pathname, width]) => [`${pathname} at ${width} px`, []]));
});
