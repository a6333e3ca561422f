// Behind a proxy that serves the site below a path, for which its pages were not built, a page says so instead of appearing bare.
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { type PageServer, servePages } from '../support/browser/page-server.ts';
import { shared } from '../support/browser/shared.ts';
import { startNginx } from '../support/deploy/nginx.ts';

let server: PageServer;
let nginx: Awaited<ReturnType<typeof startNginx>>;
let page: Page;
shared.beforeAll(async ({ browser }) => {
  page = await browser.newPage({ locale: 'en' });
  server = await servePages();
  nginx = await startNginx(`location /video/ { proxy_pass ${server.origin}/; }`);
});
afterAll(async () => {
  await page?.close();
  await nginx?.close();
  await server?.close();
});

it.each([
  ['below a path', () => `${nginx.origin}/video/`, true],
  ['with a host name of its own', () => `${server.origin}/`, false],
])('a page %s', async (_where, address, isSaid) => {
  await page.goto(address());
  const sentence = page.getByText('set BASE_PATH');
  expect([await sentence.count(), await sentence.isVisible()]).toEqual([1, isSaid]);
});
