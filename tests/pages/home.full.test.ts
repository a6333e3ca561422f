// How the home page looks: at every width, in both themes, and its searches.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { shared } from '../support/browser/shared.ts';
import {
  BUSY,
  type HomeFixture,
  type HomeVisit,
  QUIET,
  startHomeFixture,
} from '../support/pages/home-fixture.ts';

const UNFOLD = "for (const one of document.querySelectorAll('main details')) one.open = true";

let fixture: HomeFixture;
let visit: HomeVisit;
let page: Page;

shared.beforeAll(async ({ browser }) => {
  fixture = await startHomeFixture(browser);
});
afterAll(() => fixture?.close());
beforeEach(async () => {
  visit = await fixture.visit();
  page = visit.page;
});
afterEach(async () => {
  await visit.close();
  expect(visit.problems).toEqual([]);
});

describe('what can be read', () => {
  it.each([320, 390, 820, 1440])(
    'never scrolls sideways at %i px, unfolded or not',
    async (width) => {
      await page.setViewportSize({ width, height: 844 });
      for (const at of [
        '/',
        '/facebook-video-downloader',
        '/privacy',
        '/blog/which-quality-to-choose',
      ]) {
        await visit.open(QUIET, at);
        await page.evaluate(UNFOLD);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), at).toBe(
          0,
        );
      }
    },
  );

  it('is at most 4,400 px long on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit.open();
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(4400);
  });

  it('offers searches that set what was searched for', async () => {
    await visit.open();
    const heading = page.getByRole('heading', { name: 'Popular Searches' });
    const searches = page.locator('details').filter({ has: heading });
    await searches.locator('summary').click();
    await searches.getByRole('link', { name: 'YouTube to MP3' }).click();
    await page.getByPlaceholder('Enter YouTube URL here...').waitFor();
    expect(new URL(page.url()).search).toBe('?platform=youtube&convert=mp3');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('video-url-input');
  });

  it.each([
    ['light', 390],
    ['dark', 390],
    ['light', 1440],
    ['dark', 1440],
  ] as const)('has no axe violations, %s at %i px', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 844 });
    await visit.open({ ...BUSY, notices: { youtube: true } });
    await page.evaluate(UNFOLD);
    await page.locator('.proof').scrollIntoViewIfNeeded();
    await page.getByText('1,234').waitFor();
    await visit.notice.waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
