// What the platform says against a format is read where it is chosen and on the receipt, and an unknown voice can be chosen.
import { afterAll, describe, expect, it } from 'vitest';
import { overflowing } from '../support/browser/overflowing.ts';
import { shared } from '../support/browser/shared.ts';
import { type FlowFixture, seen, startFlowFixture, until } from '../support/flow/flow-fixture.ts';

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

const urlOf = (id: string) => `https://www.youtube.com/watch?v=${id}`;

async function lookAt(id: string, place = '/', isPhone = false) {
  const page = await (await fixture.visitor({ isPhone })).open(place);
  await page.locator('input[type=url], textarea, input[name=url]').first().fill(urlOf(id));
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
    await page.locator('details.disclosure summary').last().click();
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
