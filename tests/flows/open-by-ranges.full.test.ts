// "Trim this" reads a large file by ranges: only what is shown of it leaves the server.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { film, filmLink } from '../fixtures/download/films.ts';
import { startBrowser } from '../support/browser/browser.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { clientAt } from '../support/product/job-client.ts';

const LARGE = film('Large film', 100, 8000);
const MAX_BYTES = 3_000_000;

let fixture: DownloadFixture;
let browser: Browser;
beforeAll(async () => {
  fixture = await startDownloadFixture({ filmOf: () => LARGE, prepared: [LARGE] });
  browser = await startBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

it('opening a large download fetches at most 3 MB before the first cut', async () => {
  const client = clientAt(fixture.origin());
  const { job, result } = await client.make({ url: filmLink('9300') });
  expect(result.receipt.bytes).toBeGreaterThan(50e6);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const [name = '', value = ''] = (client.cookie() ?? '').split('=');
  await context.addCookies([{ name, value, url: fixture.origin() }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const files = new Set<string>();
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/files/')) files.add(requestId);
  });
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (files.has(requestId)) bytes += dataLength;
  });
  await page.goto(`${fixture.origin()}/video-trimmer?job=${job}`);
  await page.locator('video').waitFor();
  await page.locator('video[poster]').waitFor();
  await page.waitForLoadState('networkidle');
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
  await context.close();
});
