// A server that is killed and started again while pages follow their downloads: all go on by themselves, without a reload.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Lab, startLab } from '../../lab/lab.ts';
import { LAB_PLATFORMS } from '../../lab/platforms/index.ts';
import { startBrowser } from '../support/browser/browser.ts';
import { goodLink, seen } from '../support/flow/flow-fixture.ts';
import { type Server, startServer } from '../support/product/server.ts';

const ALONE = goodLink('youtube').url;
const LISTED = (['tiktok', 'twitter', 'pinterest'] as const).map((id) => goodLink(id).url);

let folder: string;
let lab: Lab;
let server: Server;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-restart-'));
  lab = await startLab({ platforms: Object.values(LAB_PLATFORMS) });
  server = await startServer({ lab, dataDir: path.join(folder, 'data') });
  browser = await startBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  server?.signal('SIGKILL');
  await lab?.close();
  await rm(folder, { recursive: true, force: true });
});

it('a killed server leaves no page behind: the download and the list come to their end', async () => {
  const context = await browser.newContext({ locale: 'en' });
  await context.addInitScript(
    `Object.defineProperty(Notification, 'permission', { get: () => 'default' })`,
  );
  // A part of the list's page is asked for while the server is away.
  const killed = Promise.withResolvers<void>();
  let isHeld = false;
  await context.route('**/assets/end-notice-*.js', async (route) => {
    isHeld = true;
    await killed.promise;
    await route.continue();
  });
  const open = async (pathname: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(server.url + pathname);
    await page.locator('html[data-ready]').waitFor();
    await page.evaluate('window.stays = true');
    return page;
  };
  const fault = { kind: 'slow', bytesPerSecond: 3000 } as const;
  for (const host of ['.googlevideo.com', '.tiktokcdn.com', '.twimg.com', '.pinimg.com'])
    lab.faults.add({ host, pathPrefix: '/', fault });
  const alone = await open('/');
  await seen(alone).box.fill(ALONE);
  await alone.keyboard.press('Enter');
  await seen(alone).start.click();
  await seen(alone).progress.waitFor();
  const list = await open('/batch-downloader');
  await list.getByLabel('Links, one per line').fill(LISTED.join('\n'));
  await list.getByRole('button', { name: 'Add to the list' }).click();
  await list.getByRole('button', { name: `Download all ${LISTED.length} links` }).click();
  await list.getByText('Downloading', { exact: true }).first().waitFor();

  await expect.poll(() => isHeld).toBe(true);
  const loading = list.waitForEvent('requestfailed');
  server.signal('SIGKILL');
  await server.ended();
  killed.resolve();
  await loading;
  lab.faults.clear();
  server = await startServer({
    lab,
    dataDir: path.join(folder, 'data'),
    settings: { PORT: new URL(server.url).port },
  });
  await seen(alone).ready.waitFor();
  await list.getByText(`${LISTED.length} of ${LISTED.length} ready`).waitFor();
  for (const page of [alone, list]) expect(await page.evaluate('window.stays')).toBe(true);
});
