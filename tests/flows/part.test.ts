// Only a part of a video: by hand, by keys, by typed times, by chapters and by the link itself; and what is requested then.
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { shared } from '../support/browser/shared.ts';
import { forget, hasFocus, until } from '../support/flow/flow-fixture.ts';
import {
  begin,
  choose,
  LONG,
  PLAYED_LINK,
  type PlayedFixture,
  startPlayedFixture,
  VIDEO,
} from '../support/flow/flow-played-fixture.ts';

let fixture: PlayedFixture;
let context: BrowserContext;
let page: Page;

// With reduced motion the page jumps instead of scrolling.
shared.beforeAll(async ({ browser }) => {
  fixture = await startPlayedFixture();
  context = await browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
});
afterAll(async () => {
  await context?.close();
  await fixture?.close();
});
beforeEach(async () => {
  fixture.show.items = LONG;
  await page.setViewportSize({ width: 820, height: 900 });
});
afterEach(() => forget(page));

const slider = (name: string) => page.getByRole('slider', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const summary = () => page.locator('summary', { hasText: 'Only a part' });

async function visit(address = '/'): Promise<void> {
  await page.goto(fixture.origin + address);
  await page.locator('html[data-ready]').waitFor();
}

async function open(): Promise<void> {
  await visit();
  await choose(page);
  await summary().click();
  await slider('Start').waitFor();
}

/** What both fields say. */
const times = async () => [await field('Start').inputValue(), await field('End').inputValue()];

async function type(name: string, text: string): Promise<void> {
  await field(name).fill(text);
  await page.keyboard.press('Enter');
}

/** What the page requests when the button is pressed, without what says nothing of a part. */
async function request(): Promise<object> {
  const [asked] = await Promise.all([
    page.waitForRequest('**/api/download'),
    button(/^Get Your/).click(),
  ]);
  const { url: _, format: __, quality: ___, ...rest } = asked.postDataJSON();
  return rest;
}

describe('only a part', () => {
  it('is nothing that a download asks for by itself', async () => {
    await open();
    await until(times).toEqual(['0:00', '1:30:00']);
    await page.getByText('Nothing is cut yet').waitFor();
    expect(await request()).toEqual({});
  });

  it('is typed as hours, minutes and seconds, and says what will come', async () => {
    await open();
    await type('Start', '72:30');
    await type('End', '4440');
    await until(times).toEqual(['1:12:30', '1:14:00']);
    await page.getByText('1:30 long').waitFor();
    // A sixtieth of 8.56 MB.
    await page.getByText('≈ 143 kB').waitFor();
    await type('Start', '2:00:00');
    await page.getByText('It ends at 1:30:00').waitFor();
    await type('Start', 'soon');
    await page.getByText('This is not a valid time').waitFor();
    await page.keyboard.press('Escape');
    await until(times).toEqual(['1:12:30', '1:14:00']);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Exactly there' }).check();
    expect(await request()).toEqual({ from: 4350, to: 4440, cut: 'exact' });
  });

  it('keeps what was typed, and starts nothing until it is a part of the video', async () => {
    await open();
    await type('Start', '20');
    await type('End', '10');
    await page.getByText('The end is before the start.').waitFor();
    await until(times).toEqual(['0:20', '10']);
    const before = fixture.fake.requests.length;
    const press = async (side: string) => {
      await button(/^Get Your/).click();
      await until(() => hasFocus(field(side))).toBe(true);
      expect(await field(side).getAttribute('aria-invalid')).toBe('true');
    };
    await press('End');
    expect(await violations(page)).toEqual([]);
    // Both times become a part only together.
    await field('Start').fill('5');
    await page.keyboard.press('Tab');
    await until(times).toEqual(['0:05', '0:10']);
    await type('Start', '30');
    await until(times).toEqual(['30', '0:10']);
    await press('Start');
    await type('End', '40');
    await until(times).toEqual(['0:30', '0:40']);
    // Not even read before the button is pressed.
    await field('End').fill('2:00:00');
    await press('End');
    await type('End', '0:30.05');
    await page.getByText('A part lasts at least 0.1 seconds.').waitFor();
    await press('End');
    expect(fixture.fake.requests.length).toBe(before);
    await type('End', '0:30.1');
    expect(await request()).toEqual({ from: 30, to: 30.1 });
  });

  it('is to the end, or from the beginning, where a field is empty', async () => {
    await open();
    await type('Start', '10');
    await type('End', '20');
    expect(await field('End').getAttribute('placeholder')).toBe('1:30:00');
    await type('End', '');
    await until(times).toEqual(['0:10', '1:30:00']);
    await type('Start', '');
    await until(times).toEqual(['0:00', '1:30:00']);
    expect(await request()).toEqual({});
  });

  it('has its start on the left in every language, as the line has', async () => {
    await visit(`/ar/?from=90&u=${encodeURIComponent(PLAYED_LINK)}`);
    const inputs = page.locator('.part-times input');
    await until(() => inputs.first().inputValue()).toBe('1:30');
    const [start, end] = [await inputs.first().boundingBox(), await inputs.last().boundingBox()];
    expect(start?.x).toBeLessThan(end?.x ?? 0);
  });

  it('keeps its fields clear of the bars of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 700 });
    await open();
    const topOf = async (one: Locator) => (await one.boundingBox())?.y ?? 0;
    const bar = page.locator('.sticky').first();
    for (const from of [0, 9999]) {
      await page.evaluate(`scrollTo(0, ${from})`);
      await field('Start').evaluate((it) => it.scrollIntoView({ block: 'nearest' }));
      const label = await topOf(page.getByText('Start', { exact: true }));
      expect(label).toBeGreaterThanOrEqual((await bar.boundingBox())?.height ?? 0);
      expect(label + 80).toBeLessThanOrEqual(await topOf(button(/^Get Your/)));
    }
  });

  it('is shown below its file as it was found in it', async () => {
    await open();
    await type('Start', '1:12:30');
    const id = await begin(page, fixture);
    const span = { startSeconds: 4347.5, endSeconds: 5400 };
    fixture.fake.set({ id, phase: 'ready', percent: 100, span });
    await page
      .getByText('This file holds \u20661:12:27.5–1:30:00\u2069 of the original.')
      .waitFor();
  });

  it.each([true, false])('plays everywhere unless it hides a lead: %s', async (hides) => {
    await open();
    const id = await begin(page, fixture);
    const ready = { id, phase: 'ready', percent: 100 } as const;
    fixture.fake.set({ ...ready, ...(hides && { hidesLead: true }) });
    const badge = page.getByText('Plays everywhere', { exact: true });
    await (hides ? page.getByText('a few players show') : badge).waitFor();
    expect(await badge.count()).toBe(hides ? 0 : 1);
  });

  it('is moved by keys, and said as it is spoken', async () => {
    await open();
    await slider('Start').focus();
    for (const key of ['PageUp', 'PageUp', 'Shift+ArrowRight', 'ArrowRight', 'ArrowLeft'])
      await page.keyboard.press(key);
    expect(await slider('Start').getAttribute('aria-valuetext')).toBe('2 minutes, 10 seconds');
    await page.keyboard.press('Tab');
    expect(await hasFocus(slider('End'))).toBe(true);
    await page.keyboard.press('PageDown');
    await until(times).toEqual(['2:10', '1:29:00']);
    await page.keyboard.press('End');
    await slider('Start').focus();
    await page.keyboard.press('Home');
    await page.getByText('Nothing is cut yet').waitFor();
  });

  it('is dragged, and follows a press on the line', async () => {
    await open();
    const band = await page.locator('.trim-band').boundingBox();
    const grip = await page.locator('.trim-grip[data-side="start"]').boundingBox();
    if (!band || !grip) throw new TypeError('the line is not there');
    expect(Math.min(grip.width, grip.height)).toBeGreaterThanOrEqual(44);
    const y = grip.y + grip.height / 2;
    await page.mouse.move(grip.x + grip.width - 4, y);
    await page.mouse.down();
    await page.mouse.move(grip.x + grip.width - 4 + band.width / 2, y, { steps: 5 });
    await until(() => field('Start').inputValue()).toMatch(/^4[45]:/);
    await page.mouse.up();
    await page.mouse.click(band.x + (band.width * 3) / 4, y);
    await until(async () => (await times()).join()).toMatch(/^4[45]:\d\d,1:0[78]:/);
    expect(await summary().textContent()).toMatch(/4[45]:\d\d–1:0[78]:\d\d/);
  });

  it('is a chapter, or several in a row', async () => {
    await open();
    await button('The pond').click();
    await until(times).toEqual(['22:30', '45:00']);
    await button('The way back').click();
    await until(times).toEqual(['22:30', '1:30:00']);
    expect(await button('The hill').getAttribute('aria-pressed')).toBe('true');
    await button('The pond').click();
    await button('The hill').click();
    expect(await request()).toEqual({ chapter: 4 });
  });

  it('is what the link names, and all of it again', async () => {
    await visit();
    await page.getByLabel('Video link').fill(`${PLAYED_LINK}&t=90`);
    await page.keyboard.press('Enter');
    await summary().getByText('Start at 1:30, as the link says').click();
    await until(() => summary().textContent()).toBe('Only a part');
    await button('Start at 1:30, as the link says').click();
    await until(times).toEqual(['1:30', '1:30:00']);
    await button('Take all of it again').click();
    await until(() => hasFocus(slider('Start'))).toBe(true);
    await until(times).toEqual(['0:00', '1:30:00']);
    expect(await request()).toEqual({});
  });

  it('is taken from the address of the page, and does not go with another link', async () => {
    const link = encodeURIComponent(PLAYED_LINK);
    await visit(`/?from=90&to=9999&cut=exact&u=${link}`);
    await slider('Start').waitFor();
    await until(times).toEqual(['1:30', '1:30:00']);
    expect(await summary().textContent()).toMatch(/1:30–1:30:00$/);
    await page.getByLabel('Video link').fill('https://www.youtube.com/watch?v=bbbbbbbbbbb');
    await page.keyboard.press('Enter');
    await summary().waitFor();
    expect(await request()).toEqual({});
  });

  it('is offered for what can be cut alone, and says when all of it is fetched first', async () => {
    const [item] = VIDEO;
    if (!item) throw new TypeError('there is no video');
    const tracks = item.tracks.map((track) => ({ ...track, container: 'ts' as const }));
    fixture.show.items = [{ ...item, tracks }];
    await open();
    await type('Start', '5');
    await page.getByText('This video comes in one piece').waitFor();
    fixture.show.items = [{ ...item, durationSeconds: null }];
    await visit();
    await choose(page);
    expect(await summary().count()).toBe(0);
  });

  it('is chosen on the advanced page and in a row of many links', async () => {
    const link = encodeURIComponent(PLAYED_LINK);
    await visit(`/advanced-downloader?u=${link}`);
    await summary().click();
    await button('The pond').click();
    expect(await request()).toMatchObject({ chapter: 2 });
    await visit('/batch-downloader');
    await page.getByRole('textbox').first().fill(`${PLAYED_LINK}\nhttps://youtu.be/bbbbbbbbbbb`);
    await button('Add').click();
    await button('Only a part of').first().click();
    await button('The pond').click();
    await page.getByText('22:30–45:00').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await type('End', '9:00:00');
    await page.getByText('It waits until its times are right.').waitFor();
    await button(/^Download all/).click();
    await until(() => hasFocus(field('End'))).toBe(true);
    await type('End', '45:00');
    const asked = page.waitForRequest('**/api/download');
    await button(/^Download all/).click();
    expect((await asked).postDataJSON()).toMatchObject({ from: 1350, to: 2700 });
  });
});
