// The parts of the home page that are loaded late, on demand, or not at all.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeOver } from '../support/browser/take-over.ts';
import {
  BUSY,
  type HomeFixture,
  type HomeVisit,
  QUIET,
  startHomeFixture,
  WARNING,
} from '../support/pages/home-fixture.ts';

/** What is asked of an element in the browser. */
type Drawn = {
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly getAnimations: () => readonly unknown[];
};

const isWhole = (it: unknown) => (it as Drawn).scrollWidth <= (it as Drawn).clientWidth;

let fixture: HomeFixture;
let visit: HomeVisit;
let page: Page;

beforeAll(async () => {
  fixture = await startHomeFixture();
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

describe('what comes late', () => {
  it('is not requested before the browser is idle, and then once', async () => {
    await page.addInitScript(`window.waiting = [];
      window.requestIdleCallback = (call) => window.waiting.push(call);
      window.cancelIdleCallback = (id) => { window.waiting[id - 1] = () => {}; };`);
    await visit.open();
    await page.evaluate('document.fonts.ready');
    const ahead = () => visit.asked.filter((it) => /^\/api\/(status|trending)$/.test(it));
    expect(ahead()).toEqual([]);
    await expect.poll(() => page.evaluate('window.waiting.length')).toBeGreaterThan(0);
    await page.evaluate('window.waiting.forEach((call) => call({ didTimeout: false }))');
    await visit.untilAsked('/api/status');
    await visit.untilAsked('/api/trending');
    await page
      .locator('.platform-cards')
      .getByRole('link', { name: /^TikTok/ })
      .click();
    await page.getByRole('heading', { level: 1, name: /TikTok/ }).waitFor();
    await page.evaluate('window.waiting.forEach((call) => call({ didTimeout: false }))');
    expect(ahead()).toHaveLength(2);
  });

  it('may fail: that is only logged', async () => {
    const said: string[] = [];
    page.on('console', (message) => message.type() === 'info' && said.push(message.text()));
    await page.route('**/api/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<html>' }),
    );
    await page.goto(fixture.origin);
    await takeOver(page);
    await expect
      .poll(() => said.filter((it) => it.includes('could not be preloaded')))
      .toHaveLength(2);
    expect(await visit.proof.count()).toBe(0);
  });

  it('causes no layout shift when it comes', async () => {
    await page.addInitScript(`window.shifts = [];
      new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((one) => one.value)))
        .observe({ type: 'layout-shift', buffered: true });`);
    await visit.open({ ...BUSY, notices: { youtube: true } });
    await visit.notice.waitFor();
    await page.getByText('Play while you wait').scrollIntoViewIfNeeded();
    await page.getByText('1,234').waitFor();
    expect(await page.evaluate('window.shifts.reduce((sum, one) => sum + one, 0)')).toBeLessThan(
      0.01,
    );
  });
});

describe('the health of platforms', () => {
  const none = { done: 0, failed: 0 };
  const rest = { hour: none, day: none, medianMs: null, reason: null, refused: null, canary: null };
  const states = [
    ['youtube', 'good', 'Works well'],
    ['tiktok', 'limited', 'Works sometimes'],
    ['instagram', 'down', 'Barely works'],
    ['facebook', 'off', 'Switched off'],
  ] as const;

  it('is a dot with a word on each platform card of which it is known, without layout shift', async () => {
    await page.addInitScript(`window.shifts = [];
      new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((one) => one.value)))
        .observe({ type: 'layout-shift', buffered: true });`);
    const platforms = [...states, ['twitter', 'unknown'] as const].map(([platform, state]) => ({
      platform,
      state,
      ...rest,
    }));
    await visit.open({ ...QUIET, platforms });
    const cards = page.locator('.platform-cards');
    await cards.scrollIntoViewIfNeeded();
    for (const [platform, , word] of states) {
      const dot = cards.locator(`[data-health=${platform}]`);
      await dot.and(page.getByRole('img', { name: word })).waitFor();
      const box = await dot.boundingBox();
      expect([box?.width, (box?.height ?? 0) > 0]).toEqual([8, true]);
    }
    expect(await cards.getByRole('img').count()).toBe(states.length);
    expect(await page.evaluate('window.shifts.reduce((sum, one) => sum + one, 0)')).toBeLessThan(
      0.01,
    );
  });
});

describe('the notice about YouTube', () => {
  it('is absent while all platforms work, and none of its files is fetched', async () => {
    await visit.open();
    await visit.untilAsked('/api/trending');
    await page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 5000 }))');
    expect(await visit.notice.count()).toBe(0);
    expect(visit.isFetched('outage-banner')).toBe(false);
  });

  it('scrolls, can be stopped to show all of it, and be closed for this visit', async () => {
    await visit.open(WARNING);
    const text = visit.notice.getByText(
      'Some devices may still have problems with YouTube downloads.',
    );
    await text.waitFor();
    const motions = () => text.evaluate((it) => (it as unknown as Drawn).getAnimations().length);
    await expect.poll(motions).toBe(1);
    await visit.notice.getByRole('button', { name: 'Pause the scrolling text' }).click();
    await expect.poll(motions).toBe(0);
    expect(await text.evaluate(isWhole)).toBe(true);
    await visit.notice.getByRole('button', { name: 'Resume the scrolling text' }).click();
    await expect.poll(motions).toBe(1);
    await visit.notice.getByRole('button', { name: 'Close' }).click();
    await visit.notice.waitFor({ state: 'detached' });
    await page
      .locator('.platform-cards')
      .getByRole('link', { name: /^TikTok/ })
      .click();
    await page.getByRole('heading', { level: 1, name: /TikTok/ }).waitFor();
    expect(await visit.notice.count()).toBe(0);
  });

  it('stands still with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 390, height: 844 });
    await visit.open(WARNING);
    await visit.notice.waitFor();
    const text = visit.notice.locator('p');
    expect(await text.evaluate((it) => (it as unknown as Drawn).getAnimations().length)).toBe(0);
    expect(await text.evaluate(isWhole)).toBe(true);
    expect(
      await visit.notice.getByRole('button', { name: 'Pause the scrolling text' }).count(),
    ).toBe(0);
  });
});

describe('the figures of this server', () => {
  it('are absent while there are few', async () => {
    await visit.open({ ...BUSY, made: { weekFiles: 19, medianSeconds: 0 } });
    await visit.untilAsked('/api/trending');
    await visit.lid.scrollIntoViewIfNeeded();
    expect(await visit.proof.count()).toBe(0);
    expect(visit.isFetched('proof')).toBe(false);
  });

  it('are fetched when they come near the viewport, and are those of the server', async () => {
    await page.setViewportSize({ width: 390, height: 700 });
    await visit.open(BUSY);
    await page.locator('.proof').waitFor({ state: 'attached' });
    expect(visit.isFetched('proof')).toBe(false);
    await visit.lid.scrollIntoViewIfNeeded();
    await visit.proof.waitFor();
    expect(visit.isFetched('proof')).toBe(true);
    expect(await visit.proof.getByRole('definition').allTextContents()).toEqual([
      '1,234',
      '8.4',
      '4.6',
    ]);
    await visit.proof.getByText('of 5, from 42 ratings').waitFor();
  });

  it('leave out the rating while too few have rated', async () => {
    await visit.open({ ...BUSY, rating: null });
    await page.locator('.proof').scrollIntoViewIfNeeded();
    await visit.proof.waitFor();
    expect(await visit.proof.getByRole('definition').allTextContents()).toEqual(['1,234', '8.4']);
    expect(await visit.proof.getByText('ratings').count()).toBe(0);
  });
});

describe('the puzzle', () => {
  it('is fetched when it is unfolded, and continues where it was', async () => {
    await visit.open();
    await visit.lid.scrollIntoViewIfNeeded();
    await page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 5000 }))');
    expect(visit.isFetched('puzzle')).toBe(false);
    await visit.lid.click();
    const shuffle = page.getByRole('button', { name: 'Shuffle' });
    await shuffle.waitFor();
    expect(visit.isFetched('puzzle')).toBe(true);
    const order = () =>
      page.locator('.puzzle-tile').evaluateAll((tiles) => tiles.map((tile) => tile.outerHTML));
    const before = await order();
    await visit.lid.click();
    await shuffle.waitFor({ state: 'hidden' });
    await visit.lid.click();
    await shuffle.waitFor();
    expect(await order()).toEqual(before);
  });

  it('says so when it cannot be loaded', async () => {
    await visit.open();
    await page.route('**/assets/puzzle-*', (route) => route.abort());
    await visit.lid.click();
    await page.locator('main').getByText('Part of this page didn’t arrive.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Video link' }).isVisible()).toBe(true);
    expect(visit.problems.length).toBeGreaterThan(0);
    visit.problems.length = 0;
  });
});
