// Behind an nginx that holds event streams back, the figures move by polling; behind one without any setting, by the stream.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { shared } from '../support/browser/shared.ts';
import { startNginx } from '../support/deploy/nginx.ts';
import {
  type FlowFixture,
  goodLink,
  seen,
  startFlowFixture,
  until,
} from '../support/flow/flow-fixture.ts';

const HOLDS_BACK = `proxy_buffering on; proxy_ignore_headers X-Accel-Buffering;
  gzip on; gzip_proxied any; gzip_types text/event-stream;`;

let fixture: FlowFixture;
let context: BrowserContext;
let hurry: () => void;
let asked: string[];
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
});
afterAll(() => fixture?.close());
beforeEach(async () => {
  context = (await fixture.visitor()).context;
  hurry = fixture.slowDown('.googlevideo.com', 4000);
});
afterEach(async () => {
  hurry();
  await context.close();
});

/** Starts a download behind this nginx; from then on, `asked` has the paths of its requests. */
async function startDownload(origin: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(origin);
  await page.locator('html[data-ready]').waitFor();
  await seen(page).box.fill(goodLink('youtube').url);
  await seen(page).analyze.click();
  await seen(page).options.waitFor();
  asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await seen(page).start.click();
  return page;
}

const figureOf = async (page: Page) => Number(await seen(page).bar.getAttribute('aria-valuenow'));
const streams = () => asked.filter((path) => path === '/api/download-progress').length;
const polls = () => asked.filter((path) => path.startsWith('/api/jobs/')).length;

it('moves by the stream behind an nginx without any setting', async () => {
  const nginx = await startNginx(`location / { proxy_pass ${fixture.origin}; }`);
  try {
    const page = await startDownload(nginx.origin);
    await until(() => figureOf(page)).toBeGreaterThan(0);
    expect([streams(), polls()]).toEqual([1, 0]);
    // Else the file would be there already for the next test.
    await seen(page).cancel.click();
    await seen(page).start.waitFor();
  } finally {
    await nginx.close();
  }
});

it('moves although streams are held back, and tries none in the next tab', async () => {
  const nginx = await startNginx(`location / { proxy_pass ${fixture.origin}; ${HOLDS_BACK} }`);
  try {
    const first = await startDownload(nginx.origin);
    await until(() => figureOf(first)).toBeGreaterThan(0);
    expect([streams(), polls() > 0]).toEqual([1, true]);
    const second = await startDownload(nginx.origin);
    await until(() => figureOf(second)).toBeGreaterThan(0);
    expect([streams(), polls() > 0]).toEqual([0, true]);
    hurry();
    await seen(second).ready.waitFor();
  } finally {
    await nginx.close();
  }
});
