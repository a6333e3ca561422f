// A server that stops and comes back: open pages stay, and become whole by themselves.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtPages } from '../support/browser/built-pages.ts';
import { type PageServer, servePages } from '../support/browser/page-server.ts';
import { shared } from '../support/browser/shared.ts';

const LINK = 'https://www.youtube.com/watch?v=aaaaaaaaaaa';
const FOUND = {
  isValid: true,
  platform: 'youtube',
  platformName: 'YouTube',
  message: '',
  url: LINK,
};

let webDir: string;
let server: PageServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let logs: string[];
/** A proxy answers for the server. */
let isBehindProxy: boolean;

shared.beforeAll(async ({ browser: lent }) => {
  webDir = await builtPages();
  browser = lent;
});
const start = async (port = 0) => {
  server = await servePages(webDir, {
    port,
    extend(app) {
      app.addHook('onRequest', async (_request, reply) => {
        if (isBehindProxy) return reply.code(502).type('text/html').send('<h1>Bad Gateway</h1>');
      });
      app.get('/healthz', async () => ({ status: 'ok' }));
    },
  });
};
const startAgain = () => start(Number(new URL(server.origin).port));
beforeEach(async () => {
  isBehindProxy = false;
  logs = [];
  await start();
  context = await browser.newContext({ locale: 'en' });
  page = await context.newPage();
  page.on('console', (message) => logs.push(message.text()));
  await page.route('**/api/**', (route) => route.fulfill({ status: 204 }));
  await page.route('**/api/detect-platform', (route) => route.fulfill({ json: FOUND }));
});
afterEach(async () => {
  await context.close();
  await server.close();
});

const open = async (pathname = '/') => {
  await page.goto(server.origin + pathname);
  await page.locator('html[data-ready]').waitFor();
};
const workerIsReady = async () => {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await expect
    .poll(() => page.evaluate(`caches.match('/offline', { ignoreVary: true }).then(Boolean)`))
    .toBe(true);
};
const heading = () => page.getByRole('heading', { level: 1 });
const offline = () => page.getByRole('heading', { level: 1, name: 'No connection right now' });

describe('while the server is restarted', () => {
  it('a part of an open page waits for it, and the page stays', async () => {
    await open();
    await workerIsReady();
    await page.evaluate('window.stays = true');
    await server.close();
    await page.getByRole('textbox', { name: 'Video link' }).fill(LINK);
    await page.keyboard.press('Enter');
    await expect.poll(() => logs.join('\n')).toContain('waiting for the server');
    await startAgain();
    await page.getByText('We can’t show this post').first().waitFor();
    expect(await page.evaluate('window.stays')).toBe(true);
  });

  it.each(['nothing answers', 'a proxy answers'])(
    'another page is the offline page, which opens that page by itself: %s',
    async (which) => {
      await open();
      await workerIsReady();
      if (which === 'a proxy answers') isBehindProxy = true;
      else await server.close();
      await page.goto(`${server.origin}/about`);
      await offline().waitFor();
      isBehindProxy = false;
      if (which === 'nothing answers') await startAgain();
      await offline().waitFor({ state: 'detached' });
      expect(await heading().textContent()).toContain('About');
      expect(page.url()).toBe(`${server.origin}/about`);
    },
  );

  it('a page that comes without its script is loaded again, once', async () => {
    let failures = 0;
    await page.route('**/assets/start-*.js', (route) => {
      failures += 1;
      return failures === 1 ? route.abort('connectionrefused') : route.continue();
    });
    await open();
    expect(failures).toBe(2);
    await page.evaluate('sessionStorage.clear()');
    await page.unroute('**/assets/start-*.js');
    await page.route('**/assets/start-*.js', (route) => {
      failures += 1;
      return route.abort('blockedbyclient');
    });
    await page.goto(server.origin);
    await expect.poll(() => failures).toBe(4);
  });
});

describe('the offline page', () => {
  it('stays where it was asked for', async () => {
    await open('/offline');
    await page.evaluate('window.stays = true');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await page.evaluate(
      'new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }))',
    );
    expect(asked).not.toContain('/healthz');
    expect(await page.evaluate('window.stays')).toBe(true);
  });
});
