// The home page hides its sections once there is a link; with the whole product.
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { shared } from '../support/browser/shared.ts';
import {
  type FlowFixture,
  goodLink,
  seen,
  startFlowFixture,
  until,
} from '../support/flow/flow-fixture.ts';

const MEDIA = '.googlevideo.com';
const youtube = goodLink('youtube').url;

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

/** What of the page around the flow can be seen, from top to bottom. */
const BLOCKS = {
  badges: 'Free, no sign-up',
  comparison: 'Sound familiar?',
  platforms: 'Spotlight videos, including from short links.',
  features: 'Complete only if it’s right',
  'how-to': 'Copy the URL',
  lid: 'Play while you wait',
  text: 'What this page does',
} as const;

async function blocksOf(page: Page): Promise<readonly string[]> {
  const shown = await Promise.all(
    Object.entries(BLOCKS).map(async ([name, text]) => {
      const isThere = await page.getByText(text, { exact: true }).first().isVisible();
      return isThere ? [name] : [];
    }),
  );
  return shown.flat();
}

/** The room between the card of the flow and what stands below it, in pixels. */
const roomBelowCard = (page: Page) =>
  page.evaluate<number>(`(() => {
    const card = document.querySelector('main > .card');
    let below = card.nextElementSibling;
    while (below.getBoundingClientRect().height === 0) below = below.nextElementSibling;
    return below.getBoundingClientRect().top - card.getBoundingClientRect().bottom;
  })()`);
const ROOM_PX = 48;

it('hides its sections step by step, and is complete again for the next video', async () => {
  const page = await (await fixture.visitor()).open();
  const { box, options, start, progress, ready, button } = seen(page);
  expect(await blocksOf(page)).toEqual(Object.keys(BLOCKS));

  const undo = fixture.slowDown(MEDIA, 4_000);
  await box.fill(youtube);
  await page.keyboard.press('Enter');
  await options.waitFor();
  await until(() => blocksOf(page)).toEqual(['platforms', 'features', 'how-to', 'lid', 'text']);
  // The card grows and shrinks while it changes.
  await until(() => roomBelowCard(page)).toBeGreaterThanOrEqual(ROOM_PX);
  await page.getByRole('radio', { name: /^Compact/ }).check({ force: true });
  await start.click();
  await progress.waitFor();
  await until(() => blocksOf(page)).toEqual(['lid', 'text']);
  await until(() => roomBelowCard(page)).toBeGreaterThanOrEqual(ROOM_PX);
  await page.getByText('Play while you wait').click();
  await page.getByRole('button', { name: 'Shuffle' }).waitFor();
  undo();

  await ready.waitFor();
  expect(await blocksOf(page)).toEqual(['lid', 'text']);
  await until(() => roomBelowCard(page)).toBeGreaterThanOrEqual(ROOM_PX);
  expect(await page.getByRole('button', { name: 'Shuffle' }).isVisible()).toBe(true);
  await page.getByText('How was it?').waitFor();
  await page.locator('label', { hasText: '4 of 5' }).click();
  await page.getByText('Thank you. You gave 4 of 5.').waitFor();

  await button('Download Another Video').click();
  await until(() => blocksOf(page)).toEqual(Object.keys(BLOCKS));
});

it('offers the puzzle on the page of a platform while there is something to wait for', async () => {
  const page = await (await fixture.visitor()).open('/youtube-video-downloader');
  const { box, options, start, cancel, progress } = seen(page);
  const lid = page.getByText('Play while you wait');
  expect(await lid.isVisible()).toBe(false);
  const undo = fixture.slowDown(MEDIA, 4_000);
  await box.fill(youtube);
  await page.keyboard.press('Enter');
  await options.waitFor();
  await start.click();
  await progress.waitFor();
  await until(() => lid.isVisible()).toBe(true);
  await cancel.click();
  await options.waitFor();
  await until(() => lid.isVisible()).toBe(false);
  undo();
});
