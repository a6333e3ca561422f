// From a link to a file on a phone, by a row of all formats, and by one item of a post.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { overflowing } from '../support/browser/overflowing.ts';
import { shared } from '../support/browser/shared.ts';
import {
  type FlowFixture,
  focusOf,
  goodLink,
  manyItems,
  seen,
  startFlowFixture,
  until,
} from '../support/flow/flow-fixture.ts';

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

const youtube = goodLink('youtube');
const saved = async (page: Page) => {
  const [download] = await Promise.all([page.waitForEvent('download'), seen(page).save.click()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
};
const isMp4 = (content: Buffer) => content.toString('latin1', 4, 8) === 'ftyp';

describe('from a link to a file', () => {
  it('on a phone: the next action is at the bottom, and only a new tap saves', async () => {
    const page = await (await fixture.visitor({ isPhone: true })).open();
    const { box, start, ready, save } = seen(page);
    const staysAtBottom = async (target: typeof start) => {
      const place = await target.boundingBox();
      const bottom = (place?.y ?? 0) + (place?.height ?? 0);
      expect(bottom).toBeLessThanOrEqual(844);
      expect(bottom).toBeGreaterThan(780);
      expect(place?.height).toBeGreaterThanOrEqual(44);
    };
    const height = (await box.boundingBox())?.y ?? 999;
    expect(height).toBeLessThan(400);
    await box.fill(goodLink('tiktok').url);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 3 }).first().waitFor();
    await until(() => page.evaluate<number>('scrollY')).toBeGreaterThan(0);
    await staysAtBottom(start);
    let downloads = 0;
    page.on('download', () => {
      downloads += 1;
    });
    await start.tap();
    await ready.waitFor();
    await until(() => focusOf(page)).toBe('Your Download is Ready!');
    await staysAtBottom(save);
    expect(downloads).toBe(0);
    const [download] = await Promise.all([page.waitForEvent('download'), save.tap()]);
    expect(isMp4(await readFile(await download.path()))).toBe(true);
    expect(await overflowing(page)).toEqual([]);
  });

  it('delivers exactly the row that was picked from all formats', async () => {
    const page = await (await fixture.visitor()).open();
    const { box, ready, button } = seen(page);
    await box.fill(youtube.url);
    await page.keyboard.press('Enter');
    await page.locator('summary', { hasText: 'All formats' }).click();
    expect(await page.getByRole('row', { name: /VP9/ }).count()).toBeGreaterThan(0);
    await button(/^Pick MP3 128 kbps/).click();
    await page.getByText('Your pick: MP3 128 kbps').waitFor();
    await button('Get Your Audio Now').click();
    await ready.waitFor();
    const { name, content } = await saved(page);
    expect(name).toMatch(/\.mp3$/);
    expect(content.toString('latin1', 0, 3)).toBe('ID3');
    await page.getByText(/^MP3 128 kbps/).waitFor();
  });

  it('lets one item of a post be ticked by its picture, a photo too', async () => {
    const page = await (await fixture.visitor()).open();
    const { box, ready, button } = seen(page);
    await box.fill(manyItems());
    await page.keyboard.press('Enter');
    await page
      .getByRole('checkbox', { name: /^Photo/ })
      .first()
      .check();
    await button('Get Your Photo Now').click();
    await ready.waitFor();
    const { name, content } = await saved(page);
    expect(name).toMatch(/\.jpe?g$/);
    expect(content.subarray(0, 2).toString('hex')).toBe('ffd8');
  });
});
