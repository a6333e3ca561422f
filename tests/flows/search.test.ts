// The search as visitors meet it: from the header, by words, by keyboard, back and forward, and when there is nothing to show.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed } from '../../src/commands/seed.ts';
import { readConfig } from '../../src/config.ts';
import { violations } from '../support/browser/axe.ts';
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
  none,
  place,
  query,
  results,
  source,
  titles,
} from '../support/flow/search-page.ts';

let fixture: FlowFixture;
beforeAll(async () => {
  fixture = await startFlowFixture();
  await seed(readConfig({ DATA_DIR: fixture.product.dataDir, LOG_LEVEL: 'silent' }), false);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

/** Holds the answers to one query back until the returned function is called. */
async function holdAnswersTo(page: Page, words: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === '/api/search' && url.searchParams.get('q') === words,
    async (route) => {
      await promise;
      await route.continue().catch(() => undefined);
    },
  );
  return resolve;
}

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

  it('leaves "/" to the box of the link, to fields, to dialogs and to closing with Escape', async () => {
    const visitor = await fixture.visitor();
    const page = await visitor.open('/');
    await page.keyboard.press('/');
    expect(await hasFocus(seen(page).box)).toBe(true);
    await page.keyboard.press('/');
    expect(await seen(page).box.inputValue()).toBe('/');
    await page.goto(`${fixture.origin}/guide`);
    await page.locator('html[data-ready]').waitFor();
    await page.keyboard.press('Control+/');
    expect(await headerBox(page).isVisible()).toBe(false);
    await page.keyboard.press('/');
    await headerBox(page).waitFor();
    await page.keyboard.press('Escape');
    expect(await headerBox(page).isVisible()).toBe(false);
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

  it('never shows an older answer over a newer one', async () => {
    const page = await (await fixture.visitor()).open('/search');
    const release = await holdAnswersTo(page, 'trimming');
    await box(page).fill('trimming');
    await page.getByText('Searching…').waitFor();
    expect(await page.locator('.search-results .skeleton').count()).toBeGreaterThan(0);
    await box(page).fill('iphone');
    await until(() => titles(page)).toContain('Saving on an iPhone or iPad');
    const before = await titles(page);
    release();
    await box(page).press('Enter');
    await until(() => titles(page)).toEqual(before);
    expect(query(page)).toBe('?q=iphone');
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

  it('is filtered by keyboard: pages with the guide, the blog, trending videos', async () => {
    const page = await (await fixture.visitor()).open('/search?q=video');
    await results(page).first().waitFor();
    await source(page, 'Everything').focus();
    await page.keyboard.press('ArrowRight');
    const kinds = () => page.locator('.search-kind').allTextContents();
    await until(async () => [...new Set(await kinds())].sort()).toEqual(['Guide', 'Page']);
    await page.keyboard.press('ArrowRight');
    await until(async () => [...new Set(await kinds())]).toEqual(['Blog']);
    expect(query(page)).toBe('?q=video&source=blog');
  });

  it('leads from a trending video to its card and to its download', async () => {
    const page = await (await fixture.visitor()).open('/search?source=trending&q=a');
    await box(page).fill('viaduct');
    const download = results(page)
      .first()
      .getByRole('link', { name: /^Download: / });
    await download.waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await download.getAttribute('href')).toMatch(/^\/\?u=https%3A%2F%2F/);
    await results(page).first().getByRole('heading').getByRole('link').click();
    await page.locator('.video-card[aria-current]').waitFor();
    expect(new URL(page.url()).pathname).toBe('/trending');
  });

  it('says that there is nothing, and where to go', async () => {
    const page = await (await fixture.visitor()).open('/search?source=blog&q=zqxjkvwy');
    await none(page).waitFor();
    expect(await violations(page)).toEqual([]);
    const links = page.locator('.list-note').getByRole('link');
    expect(await links.allTextContents()).toEqual(['Paste a link', 'Read the guide']);
    await box(page).fill('dmca');
    await page.getByRole('heading', { name: /^Nothing found for “\u2068dmca/ }).waitFor();
    await page.getByRole('button', { name: 'Search everything' }).click();
    await until(() => titles(page)).not.toEqual([]);
  });

  it('takes text as text, also in the address', async () => {
    const text = '<img src=x onerror=alert(1)>"&';
    const page = await (await fixture.visitor()).open(`/search?q=${encodeURIComponent(text)}`);
    await until(() => box(page).inputValue()).toBe(text);
    await page.locator('.list-note, .search-result').first().waitFor();
    expect(await page.locator('main img[src=x]').count()).toBe(0);
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
