import { afterAll, describe, expect, it } from 'vitest';
import { seed } from '../../src/commands/seed.ts';
import { readConfig } from '../../src/config.ts';
import { violations } from '../support/browser/axe.ts';
import { shared } from '../support/browser/shared.ts';
import {
  type FlowFixture,
  goodLink,
  hasFocus,
  seen,
  startFlowFixture,
  until,
} from '../support/flow/flow-fixture.ts';
import {
  box,
  headerBox,
  marks,
  place,
  query,
  results,
  source,
  titles,
} from '../support/flow/search-page.ts';

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
  await seed(readConfig({ DATA_DIR: fixture.product.dataDir, LOG_LEVEL: 'silent' }), false);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

describe('the search', () => {
  it('is opened with "/" from any page, and shows what has the words, highlighted', async () => {
    const page = await (await fixture.visitor()).open('/about');
    expect(await headerBox(page).isVisible()).toBe(false);
    await page.keyboard.press('/');
    expect(await hasFocus(headerBox(page))).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type('subtitles/captions');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=subtitles%2Fcaptions');
    await results(page).first().waitFor();
    expect((await titles(page))[0]).toBe('Subtitles and captions');
    expect(await headerBox(page).isVisible()).toBe(false);
    const marked = new Set(await marks(page).allTextContents());
    for (const word of marked) expect(word.toLowerCase()).toMatch(/^(sub)?(title|caption)s?$/);
    expect(marked.size).toBeGreaterThan(1);
    await page
      .getByRole('status')
      .filter({ hasText: / results$/ })
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('/');
    expect(await hasFocus(box(page))).toBe(true);
  });

  it('suggests where to begin, and searches while somebody types', async () => {
    const page = await (await fixture.visitor()).open('/search');
    await until(() => hasFocus(box(page))).toBe(true);
    const start = page.getByRole('heading', { name: 'Good places to start' });
    expect(await start.isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type('bitrate');
    await until(() => titles(page)).toContain('MP3 bit rates, honestly');
    expect(await start.isVisible()).toBe(false);
    expect(query(page)).toBe('?q=bitrate');
    await page.getByRole('button', { name: 'Clear' }).click();
    await start.waitFor();
    expect(await hasFocus(box(page))).toBe(true);
    await until(() => query(page)).toBe('');
  });

  it('goes back to earlier words, places and results, and forward again', async () => {
    const page = await (await fixture.visitor()).open('/search?q=subtitles');
    await results(page).first().waitFor();
    const first = await titles(page);
    await place(page, 'Blog').click();
    await until(() => titles(page)).not.toEqual(first);
    expect(query(page)).toBe('?q=subtitles&source=blog');
    await page.goBack();
    await until(() => titles(page)).toEqual(first);
    expect(await source(page, 'Everything').isChecked()).toBe(true);
    await box(page).press('Enter');
    await box(page).fill('privacy');
    await until(() => titles(page)).toContain('Privacy');
    await page.getByRole('link', { name: 'Privacy', exact: true }).first().click();
    await page.waitForURL('**/privacy');
    await page.goBack();
    await until(() => titles(page)).toContain('Privacy');
    expect(await box(page).inputValue()).toBe('privacy');
    await page.goBack();
    await until(() => titles(page)).toEqual(first);
    expect(await box(page).inputValue()).toBe('subtitles');
    await page.goForward();
    await until(() => box(page).inputValue()).toBe('privacy');
  });

  it('knows a link, and leads it to its download', async () => {
    const { url } = goodLink('snapchat');
    const page = await (await fixture.visitor()).open('/search');
    await box(page).fill(url);
    await page.getByRole('heading', { name: 'That’s a link to Snapchat' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await box(page).press('Enter');
    await seen(page).options.waitFor();
  });
});
