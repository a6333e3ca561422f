// Offline, a visitor sees a page that says so, in their language; the service worker does nothing else.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSiteMap } from '../../src/http/site/site-map.ts';
import { builtPages } from '../support/browser/built-pages.ts';
import { type PageServer, servePages } from '../support/browser/page-server.ts';
import { shared } from '../support/browser/shared.ts';

let server: PageServer;
/** A language that is not English. */
let prefix: string;
let tag: string;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let logs: string[];
/** What the server does beside serving pages. */
let wish: 'nothing' | 'end the worker' | 'lose the worker' | 'lose the page';
/** How often the offline page was refused. */
let refused = 0;

shared.beforeAll(async ({ browser: lent }) => {
  const webDir = await builtPages();
  const other = readSiteMap(webDir).languages.find((one) => one.prefix);
  prefix = other?.prefix ?? '';
  tag = other?.tag ?? 'en';
  server = await servePages(webDir, {
    extend(app) {
      app.addHook('onRequest', async (request, reply) => {
        if (wish === 'end the worker') reply.header('Offline-Worker', 'off');
        if (wish === 'lose the worker' && request.url.startsWith('/offline-worker'))
          return reply.code(503).send();
        if (wish === 'lose the page' && request.url.endsWith('/offline')) {
          refused += 1;
          return reply.code(503).send();
        }
      });
      app.post('/api/page-views', async (_request, reply) => reply.code(204).send());
      app.get('/api/sample', async () => ({ fresh: true }));
    },
  });
  browser = lent;
});
afterAll(async () => {
  await server?.close();
});
beforeEach(async () => {
  wish = 'nothing';
  logs = [];
  context = await browser.newContext({ locale: 'en' });
  page = await context.newPage();
  page.on('console', (message) => logs.push(message.text()));
});
afterEach(() => context.close());

const open = async (pathname: string) => {
  await page.goto(server.origin + pathname);
  await page.locator('html[data-ready]').waitFor();
};
/** Resolves once a worker is there for good and has kept its page, which comes last. */
const workerIsReady = async () => {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await expect
    .poll(async () =>
      Object.values(await kept())
        .flat()
        .join(),
    )
    .toContain('/offline');
};
const workers = () =>
  page.evaluate<number>('navigator.serviceWorker.getRegistrations().then((all) => all.length)');
const kept = () =>
  page.evaluate<Record<string, string[]>>(`(async () => {
    const names = await caches.keys();
    const paths = async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await paths(name)])));
  })()`);
/** Also empties the cache of the browser, so that only what the worker kept is there. */
const disconnect = async () => {
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await context.setOffline(true);
};
const heading = () => page.getByRole('heading', { level: 1 });

describe('without a connection', () => {
  it('a page that cannot be fetched is the offline page, in its looks, at its own address', async () => {
    await open('/');
    await workerIsReady();
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const before = await paper();
    await disconnect();
    await page.goto(`${server.origin}/about`);
    expect(await heading().textContent()).toBe('No connection right now');
    expect(page.url()).toBe(`${server.origin}/about`);
    expect(await paper()).toBe(before);
    const faces =
      'document.fonts.ready.then((all) => [...all].filter(({ status }) => status === "loaded").length)';
    expect(await page.evaluate(faces)).toBeGreaterThan(0);
    await context.setOffline(false);
    await page.reload();
    expect(await heading().textContent()).not.toBe('No connection right now');
  });

  it('a followed link ends there as well', async () => {
    await open('/');
    await workerIsReady();
    await disconnect();
    await page.evaluate(`document.querySelector('a[href$="/privacy"]').click()`);
    await expect.poll(() => heading().textContent()).toBe('No connection right now');
    expect(page.url()).toBe(`${server.origin}/privacy`);
  });

  it('it is in the language of the page that was read last', async () => {
    await open(prefix);
    await expect
      .poll(kept)
      .toMatchObject({ [await nameFor(`${prefix}/offline`)]: expect.anything() });
    await workerIsReady();
    await disconnect();
    await page.goto(`${server.origin}${prefix}/guide`);
    expect(await page.locator('html').getAttribute('lang')).toBe(tag);
    await context.setOffline(false);
    // Once the worker was ended in the middle of it, only the next page tries again.
    const keptAfterVisit = async () => {
      await open('/');
      return Object.keys(await kept());
    };
    await expect
      .poll(keptAfterVisit, { interval: 4000, timeout: 30_000 })
      .toEqual([await nameFor('/offline')]);
  });

  it('an offline page that could not be fetched leaves nothing behind', async () => {
    wish = 'lose the page';
    await open('/');
    await expect.poll(() => refused).toBeGreaterThan(0);
    await expect.poll(kept).toEqual({});
  });

  it('a file or an answer fails as usual', async () => {
    await open('/');
    await workerIsReady();
    await disconnect();
    for (const pathname of ['/files/token/video.mp4', '/api/sample', '/feed.xml'])
      await expect(page.goto(server.origin + pathname)).rejects.toThrow(
        /ERR_INTERNET_DISCONNECTED/,
      );
  });
});

const nameFor = async (offline: string) =>
  `offline ${await page.locator('#root').getAttribute('data-build')} ${offline}`;

describe('the worker', () => {
  it('keeps the offline page with its styles, fonts and icon, and nothing else', async () => {
    await open('/');
    await workerIsReady();
    await page.goto(`${server.origin}/about`);
    await page.evaluate(`fetch('/api/sample').then((answer) => answer.json())`);
    const all = await kept();
    expect(Object.keys(all)).toEqual([await nameFor('/offline')]);
    const paths = Object.values(all).flat();
    expect(paths).toContain('/offline');
    expect(paths).toContain('/icon.svg');
    const kinds = paths
      .filter((one) => one.startsWith('/assets/'))
      .map((one) => one.split('.').at(-1));
    expect(new Set(kinds)).toEqual(new Set(['css', 'woff2', 'js']));
    expect(paths.filter((one) => one.endsWith('.js'))).toEqual([
      expect.stringMatching(/^\/assets\/before-paint-[\w-]+\.js$/),
    ]);
    expect(paths.length).toBe(2 + kinds.length);
  });

  it('ends itself and forgets everything when the site says so', async () => {
    await open('/');
    await workerIsReady();
    wish = 'end the worker';
    await page.goto(`${server.origin}/icon.svg`);
    expect(await workers()).toBe(1);
    // Only the worker hears this; the page would register it again.
    await page.addInitScript('delete Navigator.prototype.serviceWorker');
    const blank = await context.newPage();
    await page.goto(`${server.origin}/about`);
    await blank.goto(`${server.origin}/robots.txt`);
    await expect
      .poll(() =>
        blank.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)'),
      )
      .toBe(0);
    await expect.poll(() => blank.evaluate('caches.keys()')).toEqual([]);
  });
});
