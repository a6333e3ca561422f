// What can be read on the home page, with and without scripts.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shared } from '../support/browser/shared.ts';
import {
  type HomeFixture,
  type HomeVisit,
  QUIET,
  startHomeFixture,
} from '../support/pages/home-fixture.ts';

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
  it('is in order, under one heading of level 1, with a card for each platform, the four steps and the limits', async () => {
    await visit.open();
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([
      'Paste a link. Keep the video.',
    ]);
    expect(await page.locator('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual(
      [
        'What’s different here',
        'Eight platforms',
        'What you can count on',
        'How to download a video',
        'Good to know',
      ],
    );

    const cards = page.getByRole('region', { name: 'Eight platforms' }).getByRole('link');
    expect(await cards.count()).toBe(8);
    for (const card of await cards.all()) {
      const response = await page.request.get(fixture.origin + (await card.getAttribute('href')));
      expect(response.status()).toBe(200);
    }

    const howTo = page.getByRole('region', { name: 'How to download a video' });
    const picture = howTo.getByRole('img');
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((one) => Reflect.get(one, 'naturalWidth'))).toBe(780);
    expect(await picture.getAttribute('src')).toBe('/pictures/home-en-light.webp');
    expect(await howTo.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Copy the URL',
      'Paste it',
      'Click Get Your Video Now',
      'Save the file',
    ]);

    const long = page.getByRole('region', { name: 'Good to know' });
    await long.getByText('Free, without registration and without a daily limit').click();
    for (const limit of [/^240 min/, /^4 (GB|gigabytes)/, /^60 min/])
      await long.getByRole('cell', { name: limit }).waitFor();
  });

  it('is folded where it is long, and unfolds without scripts', async () => {
    const plain = await fixture.browser.newContext({ javaScriptEnabled: false });
    const still = await plain.newPage();
    await still.goto(fixture.origin);
    const long = still.getByRole('region', { name: 'Good to know' });
    const text = long.getByText('You paste a link to a post.');
    expect(await text.isVisible()).toBe(false);
    await long.getByText('What this page does').click();
    expect(await text.isVisible()).toBe(true);
    const searches = still.getByRole('region', { name: 'Popular Searches' });
    expect(await searches.getByRole('link').first().isVisible()).toBe(false);
    // What needs scripts is not offered.
    expect(await still.getByText('Play while you wait').isVisible()).toBe(false);
    await plain.close();
  });

  it('treats a title as text whatever is in it', async () => {
    const url = 'https://x.com/a/status/1234567890123456789';
    const common = { platform: 'twitter', platformName: 'X', url };
    await visit.open();
    await page.route('**/api/detect-platform', (route) =>
      route.fulfill({ json: { ...common, isValid: true, message: '' } }),
    );
    const media = { title: '<img src=x onerror=alert(1)>', author: '"><script>alert(1)</script>' };
    const seen = { ...common, success: true, hints: {}, media, items: [], omittedItems: 0 };
    await page.route('**/api/inspect', (route) => route.fulfill({ json: seen }));
    await page.getByRole('textbox', { name: 'Video link' }).fill(url);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: media.title }).waitFor();
    expect(await page.locator('main script, main img[src="x"]').count()).toBe(0);
  });

  it('has its link box on the first screen of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit.open();
    const box = await page.getByRole('textbox', { name: 'Video link' }).boundingBox();
    expect(box && box.y + box.height).toBeLessThan(400);
  });

  it('unfolds at an address that names it, first and later', async () => {
    await visit.open(QUIET, '/#about');
    const text = page.getByText('You paste a link to a post.');
    await expect.poll(() => text.isVisible()).toBe(true);
    await page.goto(`${fixture.origin}/youtube-video-downloader`);
    await page.locator('html[data-ready]').waitFor();
    expect(await text.count()).toBe(0);
    await page.evaluate("location.href = '/#about'");
    await expect.poll(() => text.isVisible()).toBe(true);
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(500);
  });
});
