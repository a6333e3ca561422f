import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overflowing } from '../support/browser/overflowing.ts';
import {
  type FlowFixture,
  focusOf,
  goodLink,
  hasFocus,
  manyItems,
  seen,
  startFlowFixture,
  until,
} from '../support/flow/flow-fixture.ts';

/** Whole downloads in a browser take their time where many tests share two cores. */

let fixture: FlowFixture;
beforeAll(async () => {
  fixture = await startFlowFixture();
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
const widthOf = (picture: Locator) =>
  picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
const isMp4 = (content: Buffer) => content.toString('latin1', 4, 8) === 'ftyp';

describe('from a link to a file', () => {
  it('by mouse: pasted, recognised, chosen, made, saved automatically once, and the page is empty again', async () => {
    const page = await (await fixture.visitor()).open();
    const own = await page.title();
    const { box, start, options, ready, howTo, button, save } = seen(page);
    await page.evaluate(`navigator.clipboard.writeText('Look: ${youtube.url} !')`);
    await button('Paste').click();
    await options.waitFor();
    await page.getByText('Valid URL Detected!').waitFor();
    await page.getByText('YouTube · Ready to download').waitFor();
    expect(await box.inputValue()).toBe(youtube.url);
    await page.getByRole('heading', { name: youtube.title }).waitFor();
    await page.getByText('by Platform Lab').waitFor();
    const picture = page.locator('section img').first();
    await until(() => widthOf(picture)).toBeGreaterThan(0);
    await page.getByText(/^1080p60 · H\.264 · ≈\s\d/).waitFor();
    expect(await howTo.isVisible()).toBe(true);

    const byItself = page.waitForEvent('download');
    let downloads = 0;
    page.on('download', () => {
      downloads += 1;
    });
    await start.click();
    await ready.waitFor();
    expect(await howTo.isVisible()).toBe(false);
    const download = await byItself;
    expect(download.suggestedFilename()).toBe(`${youtube.title} (1080p).mp4`);
    const content = await readFile(await download.path());
    expect(isMp4(content)).toBe(true);
    await page.getByText('1920 × 1080, 60 frames/s, H.264').waitFor();
    expect(await page.title()).toBe(`Ready · ${youtube.title}`);
    await until(() => hasFocus(ready)).toBe(true);
    await page.getByText('SHA-256 checksum').click();
    await page.getByText(/^[0-9a-f]{64}$/).waitFor();
    expect(downloads).toBe(1);
    expect(await save.getAttribute('href')).toMatch(/^\/files\//);
    const again = await saved(page);
    expect(again.content.equals(content)).toBe(true);

    await button('Download Another Video').click();
    await howTo.waitFor();
    expect(await box.inputValue()).toBe('');
    expect(await page.title()).toBe(own);
  });

  it('by keyboard alone, with the focus always on the next control', async () => {
    const page = await (await fixture.visitor()).open();
    const { start, progress, ready } = seen(page);
    const focused = () => focusOf(page);
    const tabTo = async (name: RegExp) => {
      for (let steps = 0; steps < 40; steps += 1) {
        await page.keyboard.press('Tab');
        const label = await page.evaluate<string>(
          '(document.activeElement.labels?.[0] ?? document.activeElement).textContent',
        );
        if (name.test(label)) return;
      }
      throw new Error(`no way with Tab to ${name}`);
    };
    await page.keyboard.press('/');
    expect(await focused()).toBe('video-url-input');
    await page.keyboard.type(youtube.url);
    await page.keyboard.press('Enter');
    await until(focused).toBe('Customize Your Download');
    await page.getByText(/^720p60 · H\.264/).waitFor();
    await tabTo(/^HD Quality/);
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('radio', { name: /^Standard/ }).isChecked()).toBe(true);
    const undo = fixture.slowDown('.googlevideo.com', 4_000);
    await tabTo(/^Get Your Video Now/);
    expect(await hasFocus(start)).toBe(true);
    await page.keyboard.press('Enter');
    await progress.waitFor();
    await until(focused).toBe('Processing Your Request');
    undo();
    await until(focused).toBe('Your Download is Ready!');
    await ready.waitFor();
    await page.getByText('1280 × 720, 60 frames/s, H.264').waitFor();
    await tabTo(/^Download Now/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.keyboard.press('Enter'),
    ]);
    expect(download.suggestedFilename()).toContain('(720p)');
  });

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
    const { box, start, ready, button } = seen(page);
    await box.fill(youtube.url);
    await page.keyboard.press('Enter');
    await page.locator('summary', { hasText: 'All formats' }).click();
    expect(await page.getByRole('row', { name: /VP9/ }).count()).toBeGreaterThan(0);
    await button(/^Pick MP3 128 kbps/).click();
    await page.getByText('Your pick: MP3 128 kbps').waitFor();
    await start.click();
    await ready.waitFor();
    const { name, content } = await saved(page);
    expect(name).toMatch(/\.mp3$/);
    expect(content.toString('latin1', 0, 3)).toBe('ID3');
    await page.getByText(/^MP3 128 kbps/).waitFor();
  });

  it('lets one item of a post be picked by its picture, a photo too', async () => {
    const page = await (await fixture.visitor()).open();
    const { box, ready, button } = seen(page);
    await box.fill(manyItems());
    await page.keyboard.press('Enter');
    await page
      .getByRole('radio', { name: /^Photo/ })
      .first()
      .check();
    await page.getByText('This post is a photo.').waitFor();
    await button('Get Your Photo Now').click();
    await ready.waitFor();
    const { name, content } = await saved(page);
    expect(name).toMatch(/\.jpe?g$/);
    expect(content.subarray(0, 2).toString('hex')).toBe('ffd8');
  });
});
