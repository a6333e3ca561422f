// How the choices look at the widths where there is little room: nothing is cut, broken into two lines or pressed together.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { shared } from '../support/browser/shared.ts';
import { until } from '../support/flow/flow-fixture.ts';
import {
  begin,
  choose,
  PLAYED_LINK,
  type PlayedFixture,
  startPlayedFixture,
  VIDEO,
} from '../support/flow/flow-played-fixture.ts';

let fixture: PlayedFixture;
let context: BrowserContext;
let page: Page;

shared.beforeAll(async ({ browser }) => {
  fixture = await startPlayedFixture();
  context = await browser.newContext();
});
afterAll(async () => {
  await context?.close();
  await fixture?.close();
});
beforeEach(async () => {
  await page?.close();
  page = await context.newPage();
});

const open = async (width: number, path = '/') => {
  await page.setViewportSize({ width, height: 844 });
  await page.goto(fixture.origin + path);
  await page.locator('html[data-ready]').waitFor();
};
/** A figure of each element that a selector finds, without repetitions. */
const figures = (selector: string, figure: string) =>
  page.evaluate<number[]>(
    `[...new Set([...document.querySelectorAll('${selector}')].map((one) => Math.round(${figure})))]`,
  );
const box = 'one.getBoundingClientRect()';

it.each(['youtube', 'instagram', 'pinterest'])('the placeholder of %s fits', async (platform) => {
  await open(390, `/?platform=${platform}`);
  await page.getByPlaceholder(new RegExp(platform, 'i')).waitFor();
  const [written, room] = await page.evaluate<[number, number]>(`(() => {
    const input = document.querySelector('#video-url-input');
    const pen = document.createElement('canvas').getContext('2d');
    const { font } = getComputedStyle(input, '::placeholder');
    pen.font = font;
    return [pen.measureText(input.placeholder).width, input.clientWidth];
  })()`);
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThanOrEqual(room);
});

it('the choices of a list have one line each, and those of its rows one column', async () => {
  await open(390, '/batch-downloader');
  const links = ['aaaaaaaaaaa', 'bbbbbbbbbbb'].map((id) => `https://youtu.be/${id}`);
  await page.getByLabel('Links, one per line').fill(links.join('\n'));
  await page.getByRole('button', { name: 'Add to the list' }).click();
  await until(() => page.locator('.batch-row').count()).toBe(2);
  expect(await figures('.segment > span:last-child', `${box}.height / 24`)).toEqual([1]);
  await page
    .getByLabel(/^Format of/)
    .first()
    .selectOption('MP3');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await figures('.batch-actions .field', `${box}.left`)).toHaveLength(1);
    expect(await figures('.batch-actions .field', `${box}.right`)).toHaveLength(1);
  }
});

it.each(['/', '/advanced-downloader'])('locked formats are told on %s', async (path) => {
  fixture.show.items = VIDEO.map((item) => ({ ...item, hasLocked: true }));
  await open(390, `${path}?u=${encodeURIComponent(PLAYED_LINK)}`);
  await page.getByText('Some formats are locked on YouTube.').waitFor();
  fixture.show.items = VIDEO;
});

it('the badges of the table keep away from the sizes', async () => {
  await open(820, `/advanced-downloader?u=${encodeURIComponent(PLAYED_LINK)}`);
  await page.locator('.advanced-table').waitFor();
  const gap = `one.nextElementSibling.getBoundingClientRect().left - one.querySelector('.badge').getBoundingClientRect().right`;
  const gaps = await figures('.advanced-table [data-column="plays"]:has(.badge)', gap);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(8);
});

it('a long title has two lines, and converting needs no long way', async () => {
  await open(390);
  await choose(page);
  const id = await begin(page, fixture);
  fixture.fake.fill(id, new Uint8Array(2000));
  fixture.fake.set({ id, phase: 'ready', percent: 100 });
  await page.getByRole('button', { name: 'Convert' }).click();
  const begun = page.getByRole('button', { name: 'Convert to MP3' });
  await begun.waitFor();
  const title = '[aria-labelledby="ready-heading"] .line-clamp-2';
  const lines = `(one.textContent = 'word '.repeat(60), one.clientHeight / 28)`;
  expect(await figures(title, lines)).toEqual([2]);
  const from = (await page.getByRole('heading', { name: 'Convert this file' }).boundingBox())?.y;
  const to = (await begun.boundingBox())?.y;
  expect((to ?? Number.NaN) - (from ?? Number.NaN)).toBeLessThan(420);
});

it('the loudness of an MP3 is chosen beside its format, and is no part of a video', async () => {
  await open(390);
  await choose(page);
  const loudness = page.getByLabel('Loudness');
  expect(await loudness.count()).toBe(0);
  await page.locator('.segment', { hasText: 'MP3 audio' }).click();
  await loudness.selectOption('tags');
  await page.locator('.segment', { hasText: 'MP4 video' }).click();
  await until(() => loudness.count()).toBe(0);
  await page.locator('.segment', { hasText: 'MP3 audio' }).click();
  await until(() => loudness.inputValue()).toBe('');
  await loudness.selectOption('level');
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/download'));
  await page.getByRole('button', { name: 'Get Your Audio Now' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ format: 'mp3', loudness: 'level' });
});

it('a phone on its side shows the link box before it is scrolled', async () => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto(fixture.origin);
  await page.locator('html[data-ready]').waitFor();
  const button = await page.getByRole('button', { name: 'Analyze' }).boundingBox();
  expect((button?.y ?? Number.NaN) + (button?.height ?? 0)).toBeLessThan(290);
});
