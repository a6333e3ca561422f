// What stands beside a link once it is in the box: what else was pasted, what the post has, and what the button makes of it.
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/shared/errors.ts';
import { shared } from '../support/browser/shared.ts';
import { focusOf, forget, hasFocus, until } from '../support/flow/flow-fixture.ts';
import {
  begin,
  choose,
  PLAYED_LINK,
  type PlayedFixture,
  POST,
  startPlayedFixture,
  VIDEO,
} from '../support/flow/flow-played-fixture.ts';
import { makeItem, makePicture, makeTrack } from '../support/media/make-item.ts';

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
  fixture.show.items = VIDEO;
  await page.setViewportSize({ width: 820, height: 844 });
  await page.goto(fixture.origin);
  await page.locator('html[data-ready]').waitFor();
});

afterEach(() => forget(page));

const button = (name: string | RegExp) => page.getByRole('button', { name });
const colourOf = (target: Locator) =>
  target.evaluate((element) =>
    String((element as unknown as Styled).computedStyleMap().get('background-color')),
  );
type Styled = { readonly computedStyleMap: () => ReadonlyMap<string, unknown> };
const item = (name: string) => page.getByRole('checkbox', { name });
const paste = (text: string) =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
  })()`);

/** How far the box reaches, and from where to where the first card does, once the page has scrolled to the choices. */
async function placesOf(): Promise<{ box: number; top: number; bottom: number; text: string }> {
  await until(() => focusOf(page)).toBe('Customize Your Download');
  return page.evaluate(`(() => {
    const box = document.querySelector('[data-flow-top] + *').getBoundingClientRect();
    const card = document.querySelector('main > .card');
    const { top, bottom } = card.getBoundingClientRect();
    return { box: box.bottom, top, bottom, text: card.textContent };
  })()`);
}

describe.each([390, 1440])('at %i pixels', (width) => {
  it.each([
    [
      'other links that were pasted',
      `${PLAYED_LINK}\nhttps://youtu.be/bbbbbbbbbbb`,
      'You pasted 2',
    ],
    ['the playlist of a video', `${PLAYED_LINK}&list=PLab0123456789abcdef`, 'part of a playlist'],
    ['the choices alone', PLAYED_LINK, 'Customize Your Download'],
  ])('%s are in sight below the box', async (_name, text, words) => {
    await page.setViewportSize({ width, height: 844 });
    await paste(text);
    await page.getByText(words).last().waitFor();
    const places = await placesOf();
    expect(places.text).toContain(words);
    expect(places.top).toBeGreaterThanOrEqual(places.box + 8);
    if (!words.startsWith('Customize')) expect(places.bottom).toBeLessThan(500);
  });
});

describe('a post of several items', () => {
  it('gives all as ZIP first, one alone with its formats, and several ticked ones as ZIP', async () => {
    fixture.show.items = POST;
    await choose(page);
    const zip = button('All 3 as ZIP');
    await zip.waitFor();
    expect(await page.getByRole('radio').count()).toBe(0);
    expect(await page.getByText('As a video').count()).toBe(0);
    await item('Video 1').check();
    await button('Get Your Video Now').waitFor();
    await page.getByRole('radio', { name: /^HD Quality/ }).waitFor();
    expect(await zip.count()).toBe(0);
    await item('Photo 2').check();
    await button('These 2 as ZIP').waitFor();
    expect(await button('Get Your Video Now').count()).toBe(0);
    await item('Video 1').uncheck();
    await button('Get Your Photo Now').click();
    await until(() => fixture.fake.requests.at(-1)?.choice).toMatchObject({ itemId: 'two' });
  });

  it('leads to what can be seen: the button stays on the screen while items are ticked', async () => {
    await page.setViewportSize({ width: 390, height: 700 });
    fixture.show.items = Array.from({ length: 30 }, (_, at) =>
      makeItem([makeTrack(`p${at}`, { container: 'jpeg', picture: makePicture() })], {
        id: `p${at}`,
        index: at + 1,
        kind: 'photo',
        durationSeconds: null,
      }),
    );
    await choose(page);
    await button('All 30 as ZIP').waitFor();
    expect(await button('All 30 as ZIP').boundingBox()).toMatchObject({ width: 316 });
    const { y = 0 } = (await button('All 30 as ZIP').boundingBox()) ?? {};
    expect(y).toBeLessThan(700);
    await page.getByText('As a video without sound').waitFor();
  });
});

it('the choices name the platform once', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await choose(page);
  const options = page.getByRole('region', { name: 'Customize Your Download' });
  expect(await options.getByText('YouTube').filter({ visible: true }).count()).toBe(1);
});

it('one rendition is one quality', async () => {
  const { tracks } = VIDEO[0] ?? makeItem([]);
  fixture.show.items = [makeItem(tracks.filter(({ id }) => id === 'hd' || id === 'a'))];
  await choose(page);
  const quality = page.getByRole('group', { name: 'Quality' }).getByRole('radio');
  await until(() => quality.count()).toBe(1);
  expect(await quality.isChecked()).toBe(true);
  await page.getByText('The only quality').waitFor();
});

it('a download that starts has a quiet button until its progress is shown, and another video begins in the box', async () => {
  await choose(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/download', async (route) => {
    await held.promise;
    await route.fallback();
  });
  const beginning = begin(page, fixture);
  const busy = button('Processing your download...');
  const quiet = await colourOf(busy);
  expect(await busy.isDisabled()).toBe(true);
  held.resolve();
  const id = await beginning;
  await until(() => busy.count()).toBe(0);
  fixture.fake.fill(id, new Uint8Array(2000));
  fixture.fake.set({ id, phase: 'ready', percent: 100 });
  const active = page.getByRole('link', { name: 'Download Now' });
  expect(quiet).not.toBe(await colourOf(active));
  await button('Download Another Video').click();
  await until(() => hasFocus(page.getByLabel('Video link'))).toBe(true);
});

it('the way out of a refused post begins in the box, too', async () => {
  fixture.show.items = new AppError('private', { params: { platform: 'YouTube' } });
  await paste(PLAYED_LINK);
  await button('Use another link').click();
  await until(() => hasFocus(page.getByLabel('Video link'))).toBe(true);
});
