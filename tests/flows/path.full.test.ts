// From a link to a file on a phone, by a row of all formats, and by one item of a post; what the platform says against a format is
// read where it is chosen and on the receipt, and an unknown voice can be chosen.
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

const labUrl = (id: string) => `https://www.youtube.com/watch?v=${id}`;

async function lookAt(id: string, place = '/', isPhone = false) {
  const page = await (await fixture.visitor({ isPhone })).open(place);
  await page.locator('input[type=url], textarea, input[name=url]').first().fill(labUrl(id));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 3 }).first().waitFor();
  return page;
}

describe('a picture that the platform enlarged', () => {
  it('is named in the list, where it is picked, and on the receipt', async () => {
    const page = await lookAt('labUpscale1');
    await page.locator('summary', { hasText: 'All formats' }).click();
    const names = page.getByRole('rowheader');
    await until(async () => (await names.allInnerTexts()).slice(0, 5).map(firstLine)).toEqual([
      '480p',
      '360p',
      '360p',
      '1080p60 · upscaled by YouTube',
      '1080p · upscaled by YouTube',
    ]);
    await page.getByRole('row', { name: '1080p · upscaled' }).getByRole('button').click();
    await page.getByText('Your pick: 1080p · upscaled by YouTube · AV1 + AAC').waitFor();
    await seen(page).start.click();
    await seen(page).ready.waitFor();
    await page.getByText('MP4 · upscaled by YouTube').waitFor();
  });

  it.each(['/ar', '/de', '/zh-CN'])('fits on a phone in %s', async (place) => {
    const page = await lookAt('labUpscale1', place, true);
    const formats = page.locator('details.disclosure', { has: page.locator('.formats') });
    await formats.locator('summary').click();
    await page.getByRole('rowheader').first().waitFor();
    expect(await overflowing(page)).toEqual([]);
  });

  it('is named in the table of the advanced page', async () => {
    const page = await lookAt('labUpscale1', '/advanced-downloader');
    await page.getByRole('rowheader', { name: '1080p · upscaled by YouTube' }).waitFor();
  });
});

describe('a voice that nothing marks as the original', () => {
  it('is said to be unknown, and can be chosen beside the buttons', async () => {
    const page = await lookAt('labVoices_2');
    await page
      .getByText(/^720p · H\.264 · voice\sunknown · ≈/)
      .first()
      .waitFor();
    const choice = page.getByRole('combobox', { name: 'voice unknown' });
    expect(await choice.locator('option').allInnerTexts()).toEqual([
      '–',
      'Bangla',
      'English',
      'German (Germany)',
    ]);
    await choice.selectOption('de-DE');
    const [asked] = await Promise.all([
      page.waitForRequest((request) => request.url().endsWith('/api/download')),
      seen(page).start.click(),
    ]);
    expect(asked.postDataJSON()).toMatchObject({ sound: { language: 'de-DE' } });
    await seen(page).ready.waitFor();
  });

  it('is not asked about where the original is known', async () => {
    const page = await lookAt('labVoices_1');
    await page
      .getByText(/^720p · H\.264 · ≈/)
      .first()
      .waitFor();
    expect(await page.getByRole('combobox', { name: 'voice unknown' }).count()).toBe(0);
  });
});

const firstLine = (text: string) => text.split('\n', 1)[0]?.trim();

it('fits a narrow window with text of twice the size, from the link box to the file', async () => {
  const page = await (await fixture.visitor({ width: 640 })).open();
  await page.evaluate('document.documentElement.style.fontSize = "200%"');
  const { box, start, progress, ready } = seen(page);
  expect((await box.boundingBox())?.width).toBeGreaterThan(150);
  expect(await overflowing(page)).toEqual([]);
  await box.fill(youtube.url);
  await box.press('Enter');
  await start.waitFor();
  expect(await overflowing(page)).toEqual([]);
  await start.click();
  await progress.waitFor();
  expect(await overflowing(page)).toEqual([]);
  await ready.waitFor();
  expect(await overflowing(page)).toEqual([]);
  await page.context().close();
});
