// Playlists as a visitor meets them: beside a video only when asked, at once for the link of a playlist.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { ALBUM, ALBUM_LIST } from '../../../lab/platforms/youtube/album.ts';
import { violations } from '../../support/browser/axe.ts';
import { overflowing } from '../../support/browser/overflowing.ts';
import { shared } from '../../support/browser/shared.ts';
import {
  type FlowFixture,
  seen,
  startFlowFixture,
  until,
} from '../../support/flow/flow-fixture.ts';
import { readZip } from '../../support/media/read-zip.ts';

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

const listOf = (id: string) => `https://www.youtube.com/playlist?list=${id}`;
const VIDEO_OF_LIST =
  'https://www.youtube.com/watch?v=labMain_001&list=PLab0123456789abcdef&index=2';

async function paste(page: Page, url: string): Promise<void> {
  await seen(page).box.fill(url);
  await page.keyboard.press('Enter');
}
const listRequests = () =>
  fixture.product.lab.requests().filter(({ path }) => path.startsWith('/playlist')).length;

it('gives the video, offers its playlist, and makes a queue of what is ticked', async () => {
  const page = await (await fixture.visitor()).open('/');
  await paste(page, VIDEO_OF_LIST);
  const show = page.getByRole('button', { name: 'Show the playlist' });
  await show.waitFor();
  await seen(page).start.waitFor();
  expect(listRequests()).toBe(0);

  await show.focus();
  await page.keyboard.press('Enter');
  const boxes = page.locator('.list-videos input');
  await until(() => boxes.count()).toBe(4);
  expect(
    await boxes.evaluateAll((all) => all.every((box) => 'checked' in box && box.checked)),
  ).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('checkbox', { name: /Cat meets mirror/ }).focus();
  await page.keyboard.press('Space');
  await page.getByText('3 selected').waitFor();

  await page.getByRole('link', { name: 'Download 3 videos' }).click();
  await page.waitForURL('**/batch-downloader');
  await until(() => page.locator('.batch-row').count()).toBe(3);
  await page.getByText('Four seconds of very many pixels', { exact: true }).waitFor();
  expect(await page.getByText('Cat meets mirror', { exact: true }).count()).toBe(0);
});

it('leaves the focus where the visitor has moved it while the choices come into view', async () => {
  const page = await (await fixture.visitor()).open('/');
  await paste(page, VIDEO_OF_LIST);
  await page.locator('[data-section-heading]').waitFor({ state: 'attached' });
  await page.locator('header a').first().focus();
  // The focus moves 350 ms after the choices have come.
  await page.waitForTimeout(700);
  expect(await page.locator('header a:focus').count()).toBe(1);
});

it('shows a playlist at once where the link names nothing else', async () => {
  const page = await (await fixture.visitor({ isPhone: true, colorScheme: 'dark' })).open('/');
  await paste(page, listOf('PLabSixty0123456789'));
  await page.getByText('The playlist has 10 more videos.').waitFor();
  expect(await seen(page).start.count()).toBe(0);
  expect(await page.getByText('This is not a link to a single').count()).toBe(0);
  await page.getByRole('checkbox', { name: 'All videos' }).click();
  await page.getByRole('button', { name: 'Select at least one video' }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await overflowing(page)).toEqual([]);
});

it('lets go of the pictures that are still coming before the next page is asked for', async () => {
  const page = await (await fixture.visitor()).open('/');
  const held = new Set<unknown>();
  // Over HTTP/1.1 each one that waits keeps one of six connections.
  await page.route('**/thumbnails/**', (route) => void held.add(route.request()));
  page.on('requestfailed', (request) => held.delete(request));
  await paste(page, listOf('PLabLong_0123456789'));
  await until(() => held.size).toBeGreaterThan(2);
  let heldThen: number | undefined;
  await page.route('**/batch-downloader', async (route) => {
    await expect.poll(() => held.size).toBe(0);
    heldThen = held.size;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Download 50 videos' }).click();
  await until(() => heldThen).toBe(0);
  await page.locator('.batch-row').first().waitFor();
  await page.context().close();
});

it('shows a long playlist page after page, keeps its ticks, and hands over as many as a queue holds', async () => {
  const page = await (await fixture.visitor()).open('/');
  await paste(page, listOf('PLabLong_0123456789'));
  const more = page.getByRole('button', { name: /^Show the next/ });
  await page.getByText('50 of 240 videos').waitFor();
  const boxes = page.locator('.list-videos input');
  const ticked = page.locator('.list-videos input:checked');
  await boxes.nth(2).uncheck();

  await more.click();
  await page.getByText('100 of 240 videos').waitFor();
  expect(await boxes.count()).toBe(99);
  expect(await ticked.count()).toBe(98);
  expect(await boxes.nth(2).isChecked()).toBe(false);
  expect(await boxes.nth(50).evaluate((box) => box.matches(':focus'))).toBe(true);
  expect(await page.locator('.list-videos li').nth(60).textContent()).toBe('Private video');
  await page.getByText(/^1 video is left out/).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await overflowing(page)).toEqual([]);

  await page.route('**/api/lists', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '3' },
      json: {
        success: false,
        code: 'too_many_requests',
        message: '',
        params: { retryAfterSeconds: 3 },
        ref: 'r',
      },
    }),
  );
  await more.click();
  expect(await page.getByRole('button', { name: /^Try again in 0:0\d$/ }).isDisabled()).toBe(true);
  expect(await ticked.count()).toBe(98);
  await page.unroute('**/api/lists');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByText('150 of 240 videos').waitFor();
  // As many as a queue holds.
  expect(await ticked.count()).toBe(100);
  await page.getByRole('checkbox', { name: 'All videos' }).check();
  await page.getByText('148 selected').waitFor();
  await page.getByText(/^Up to 100 videos are downloaded together/).waitFor();
  await more.click();
  await page.getByRole('button', { name: 'Show the next 40' }).click();
  await until(() => boxes.count()).toBe(238);
  expect(await more.count()).toBe(0);
  await page.getByText(/^2 videos are left out/).waitFor();

  await page.getByRole('link', { name: 'Download 100 videos' }).click();
  await page.waitForURL('**/batch-downloader');
  await until(() => page.locator('.batch-row').count()).toBe(100);
});

it.each([
  ['PLabHoles0123456789', /^5 videos are left out/],
  ['PLabEmpty0123456789', 'This playlist has no videos yet.'],
  ['PLabVoid_0123456789', 'None of the videos in this playlist can be downloaded.'],
  ['PLabPriv_0123456789', /^This playlist is private\./],
  ['PLabNever0123456789', /^YouTube has no such playlist, or it is private\./],
  ['TLlabMix__0123456789', 'This link names no playlist that we can read.'],
])('says what is wrong with %s', async (id, words) => {
  const page = await (await fixture.visitor()).open('/');
  await paste(page, listOf(id));
  await page.getByText(words).waitFor();
});

it('leads from a list that does not exist back to the link, and offers nothing that cannot help', async () => {
  const page = await (await fixture.visitor()).open('/');
  await paste(page, listOf('PLabNever0123456789'));
  const { box } = seen(page);
  await page.getByRole('heading', { name: 'We can’t show this playlist' }).waitFor();
  expect(await page.getByRole('button', { name: /Try again/i }).count()).toBe(0);
  await page.getByRole('button', { name: 'Edit link' }).click();
  await until(() => box.evaluate((input) => input.matches(':focus'))).toBe(true);
});

it('tries again after the connection failed', async () => {
  const page = await (await fixture.visitor()).open('/');
  await page.route('**/api/lists', (route) => route.abort());
  await paste(page, listOf('PLabTwice0123456789'));
  const again = page.getByRole('button', { name: 'Try Again' });
  await again.waitFor();
  await page.unroute('**/api/lists');
  await again.click();
  await page.getByText('4 selected').waitFor();
});

it('saves an album as a numbered ZIP file with a playlist, in which only the song that failed is missing', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-album-'));
  const page = await (await fixture.visitor()).open('/');
  await seen(page).box.fill(`https://music.youtube.com/playlist?list=${ALBUM_LIST}`);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Download 12 songs' }).click();
  await page.waitForURL('**/batch-downloader');
  expect(await page.getByRole('radio', { name: 'MP3 audio' }).isChecked()).toBe(true);
  await page.reload();
  await page.getByRole('button', { name: 'Download all 12 links' }).click();
  await page.getByText('11 of 12 ready, 1 failed').waitFor({ timeout: 120_000 });
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: / as ZIP/ }).click();
  const zip = path.join(folder, 'album.zip');
  const saved = await coming;
  expect(saved.suggestedFilename()).toBe('Album - Twelve Tones.zip');
  await saved.saveAs(zip);
  const names = ALBUM.flatMap(({ title }, at) => {
    const number = String(at + 1).padStart(2, '0');
    return at === 7 ? [] : [`${number} The Lab Band - ${title.replace(':', '-')}.mp3`];
  });
  expect((await readZip(zip)).map(({ name }) => name)).toEqual([
    ...names,
    'Album - Twelve Tones.m3u8',
    'REPORT.txt',
  ]);
  await rm(folder, { recursive: true, force: true });
}, 240_000);
