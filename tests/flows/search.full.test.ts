// The search in detail: where "/" types, late answers, places, trending videos, nothing found, hostile words.
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { seed } from '../../src/commands/seed.ts';
import { readConfig } from '../../src/config.ts';
import { violations } from '../support/browser/axe.ts';
import { shared } from '../support/browser/shared.ts';
import {
  type FlowFixture,
  hasFocus,
  seen,
  startFlowFixture,
  until,
} from '../support/flow/flow-fixture.ts';
import {
  box,
  headerBox,
  none,
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
});
