// The worker of the offline page in detail: other builds, several pages at once, a worker that is lost or not allowed.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startBrowser } from '../support/browser/browser.ts';
import { builtPages } from '../support/browser/built-pages.ts';
import { type PageServer, servePages } from '../support/browser/page-server.ts';

let server: PageServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let logs: string[];
/** What the server does beside serving pages. */
let wish: 'nothing' | 'lose the worker';

beforeAll(async () => {
  const webDir = await builtPages();
  server = await servePages(webDir, {
    extend(app) {
      app.addHook('onRequest', async (request, reply) => {
        if (wish === 'lose the worker' && request.url.startsWith('/offline-worker'))
          return reply.code(503).send();
      });
      app.post('/api/page-views', async (_request, reply) => reply.code(204).send());
      app.get('/api/sample', async () => ({ fresh: true }));
    },
  });
  browser = await startBrowser(['--host-resolver-rules=MAP site.example 127.0.0.1']);
});
afterAll(async () => {
  await browser?.close();
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

describe('the worker', () => {
  it('forgets the page of another build', async () => {
    await open('/');
    await workerIsReady();
    await page.evaluate(`navigator.serviceWorker.ready.then(({ active }) =>
      active.postMessage({ page: '/offline', build: 'next' }))`);
    await expect.poll(async () => Object.keys(await kept())).toEqual(['offline next /offline']);
    expect(await workers()).toBe(1);
  });

  it('keeps the last of several pages that arrive at once', async () => {
    await open('/');
    await workerIsReady();
    await page.evaluate(`navigator.serviceWorker.ready.then(({ active }) => {
      for (const build of ['a', 'b', 'c', 'd']) active.postMessage({ page: '/offline', build });
    })`);
    await expect.poll(async () => Object.keys(await kept())).toEqual(['offline d /offline']);
    expect(Object.values(await kept()).flat()).toContain('/offline');
  });

  it('is only logged when it cannot be fetched', async () => {
    wish = 'lose the worker';
    await open('/');
    await expect.poll(() => logs.join('\n')).toContain('the offline page could not be stored');
    expect(await workers()).toBe(0);
  });

  it('is not asked for over http in a network', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const { port } = new URL(server.origin);
    await page.goto(`http://site.example:${port}/`);
    await page.locator('html[data-ready]').waitFor();
    await page.evaluate(
      'new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }))',
    );
    expect(await page.evaluate('isSecureContext')).toBe(false);
    expect(asked.filter((url) => url.includes('offline-worker'))).toEqual([]);
    expect(logs.filter((text) => text.includes('offline'))).toEqual([]);
  });
});
