// A file that the page saves while it arrives: once, and once more where a better one takes its place.
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { afterAll, afterEach, expect, it } from 'vitest';
import { createMediaLibrary } from '../../lab/media/media-library.ts';
import { PLAIN } from '../../lab/proxy/shape.ts';
import { shared } from '../support/browser/shared.ts';
import { type FlowFixture, seen, startFlowFixture, until } from '../support/flow/flow-fixture.ts';
import { EXACT, holeIn, type Target, WITH_ALTERNATIVE } from '../support/product/fault-fixture.ts';

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
});
afterEach(async () => {
  const { faults, shape } = fixture.product.lab;
  faults.clear();
  await shape.set(PLAIN);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

const media = createMediaLibrary();
const SLOWLY = { rttMs: 5, bytesPerSecondPerConnection: 25_000 };

/** Opens a page of a visitor, and starts to download at a low speed. */
async function start(target: Target, isPhone = false) {
  const page = await (await fixture.visitor({ isPhone })).open();
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  const { box, start: button } = seen(page);
  await box.fill(target.url);
  const inspected = page.waitForResponse(/\/api\/inspect$/);
  await box.press('Enter');
  await inspected;
  await button.waitFor();
  await fixture.product.lab.shape.set(SLOWLY);
  await button.click();
  return { page, downloads };
}

const startSave = (page: Page) => page.getByRole('link', { name: 'Download Now' });
const statusOf = (download: Download | undefined) => download?.failure();

it('is saved at once, and not again when it is ready', async () => {
  const { page, downloads } = await start(EXACT);
  const { progress, ready } = seen(page);
  await until(() => downloads.length).toBe(1);
  expect(await progress.isVisible()).toBe(true);
  await page.getByText('Saving starts automatically').waitFor();
  await fixture.product.lab.shape.set(PLAIN);
  await ready.waitFor();
  await page.getByText('Saving starts automatically').waitFor();
  expect(await statusOf(downloads[0])).toBeNull();
  const content = await readFile((await downloads[0]?.path()) ?? '');
  expect(content).toHaveLength((await media.file(EXACT.variant)).bytes);
  expect(downloads).toHaveLength(1);
});

it('is saved by a tap on a phone', async () => {
  const { page, downloads } = await start(EXACT, true);
  // The file of the test before is still there.
  await seen(page).ready.waitFor();
  expect(downloads).toHaveLength(0);
  await startSave(page).tap();
  await until(() => downloads.length).toBe(1);
});

it('that is damaged is cut off, and the next best one is saved', async () => {
  const { host, path: pathPrefix } = WITH_ALTERNATIVE;
  const fault = await holeIn(media, WITH_ALTERNATIVE, 0.5, 4096);
  fixture.product.lab.faults.add({ host, pathPrefix, fault });
  const { page, downloads } = await start(WITH_ALTERNATIVE);
  await until(() => downloads.length).toBe(1);
  await fixture.product.lab.shape.set(PLAIN);
  await seen(page).ready.waitFor();
  await until(() => downloads.length).toBe(2);
  expect(await statusOf(downloads[0])).not.toBeNull();
  expect(await statusOf(downloads[1])).toBeNull();
  const { variant } = WITH_ALTERNATIVE;
  const content = await readFile((await downloads[1]?.path()) ?? '');
  expect(content.length).not.toBe((await media.file(variant)).bytes);
});
