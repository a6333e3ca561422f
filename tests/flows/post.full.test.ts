// A whole post: all items as one ZIP file, its pictures as a video, and a post of which an item is missing.
import type { Download, Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { DownloadRequest, JobsAnswer } from '../../src/shared/api/download.ts';
import { violations } from '../support/browser/axe.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import { shared } from '../support/browser/shared.ts';
import {
  type FlowFixture,
  hasFocus,
  startFlowFixture,
  until,
} from '../support/flow/flow-fixture.ts';
import { readZip, readZipText } from '../support/media/read-zip.ts';
import { readContents } from '../support/product/receive.ts';

const FOUR = 'https://www.tiktok.com/@lab.photos/photo/7512345678901234506';
const SILENT = 'https://www.tiktok.com/@lab.photos/photo/7512345678901234507';
const TWO = 'https://www.threads.com/@platform.lab/post/DLphotosLa1';
const THREADS_MEDIA = '.cdninstagram.com';
const PICTURES = { host: 'p16-sign-va.tiktokcdn.com', path: '/tos-maliva-p-0068/' };

let fixture: FlowFixture;
const undo: (() => void)[] = [];
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
});
afterEach(() => {
  for (const one of undo.splice(0)) one();
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

async function open(
  url: string,
  look: Parameters<FlowFixture['visitor']>[0] = {},
  language = '',
): Promise<Page> {
  const page = await (await fixture.visitor(look)).open(
    `${language}/?u=${encodeURIComponent(url)}`,
  );
  await page.getByRole('checkbox').first().waitFor();
  return page;
}

const zipButton = (page: Page) => page.getByRole('button', { name: /^All \d+ as ZIP$/ });
const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel' });

const statesOf = async (page: Page) => {
  const answer = await page.context().request.get(`${fixture.origin}/api/jobs`);
  return ((await answer.json()) as JobsAnswer).jobs.map(({ state }) => state);
};

async function saved(page: Page, act: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return download;
}

describe('all items as ZIP', () => {
  it('are downloaded, counted and saved in their order, by keyboard alone', async () => {
    const page = await open(FOUR);
    await zipButton(page).focus();
    const download = await saved(page, () => page.keyboard.press('Enter'));
    expect(download.suggestedFilename()).toBe('Four corners of the old town.zip');
    const entries = await readZip(await download.path());
    expect(entries.map(({ name }) => name)).toEqual([
      'Four corners of the old town 1.jpg',
      'Four corners of the old town 2.jpg',
      'Four corners of the old town 3.jpg',
      'Four corners of the old town 4.jpg',
      'Four corners of the old town 5.mp3',
    ]);
    await page.getByText('Your ZIP file with 5 items is ready').last().waitFor();
    await until(() => hasFocus(page.getByRole('link', { name: /^Save the ZIP · / }))).toBe(true);
  });

  it('are only those that are ticked', async () => {
    const page = await open(FOUR, { isPhone: true });
    await page.getByRole('checkbox', { name: 'Photo 2' }).check();
    await page.getByRole('button', { name: 'Get Your Photo Now' }).waitFor();
    await page.getByRole('checkbox', { name: 'Photo 4' }).check();
    await page.getByRole('button', { name: 'These 2 as ZIP' }).click();
    const save = page.getByRole('link', { name: /^Save the ZIP · / });
    const download = await saved(page, () => save.click());
    expect((await readZip(await download.path())).map(({ name }) => name)).toEqual([
      'Four corners of the old town 2.jpg',
      'Four corners of the old town 4.jpg',
    ]);
    expect(await violations(page)).toEqual([]);
  });

  it('name what is missing, on the page and in the archive', async () => {
    const pathPrefix = `${PICTURES.path}7512345678901234507-2`;
    const fault = { kind: 'status', status: 404 } as const;
    undo.push(fixture.product.lab.faults.add({ host: PICTURES.host, pathPrefix, fault }));
    const page = await open(SILENT);
    const download = await saved(page, () => zipButton(page).click());
    const note = page.getByRole('alert');
    await note.getByText('1 item is missing. REPORT.txt in the ZIP says why:').waitFor();
    expect(await note.getByRole('listitem').textContent()).toMatch(/^Photo 2: .*TikTok/);
    const path = await download.path();
    expect((await readZip(path)).map(({ name }) => name)).toEqual([
      'Two towers and the bridge between them 1.jpg',
      'Two towers and the bridge between them 3.jpg',
      'REPORT.txt',
    ]);
    expect(await readZipText(path, 'REPORT.txt')).toContain('(not_found)');
    expect(await violations(page)).toEqual([]);
  });

  it('can be cancelled, and are none when nothing can be had', async () => {
    const faster = fixture.slowDown(THREADS_MEDIA, 500);
    const page = await open(TWO, { isPhone: true });
    await zipButton(page).click();
    await page.getByText('0 of 2').waitFor();
    await until(() => hasFocus(cancel(page))).toBe(true);
    await cancel(page).click();
    await zipButton(page).waitFor();
    await until(() => statesOf(page)).toEqual(['cancelled', 'cancelled']);
    const gone = { kind: 'status', status: 404 } as const;
    undo.push(
      fixture.product.lab.faults.add({ host: THREADS_MEDIA, pathPrefix: '/', fault: gone }),
    );
    faster();
    await zipButton(page).click();
    await page.getByText('None of the items could be saved:').waitFor();
    expect(await page.getByRole('alert').getByRole('listitem').count()).toBe(2);
    await page.getByRole('button', { name: 'Try Again' }).waitFor();
  });
});

describe('the pictures as a video', () => {
  it('of as many seconds as were chosen; then the choices are as before', async () => {
    const page = await open(FOUR);
    await page.getByText('4 pictures · 0:12').waitFor();
    await page.getByRole('radio', { name: '2', exact: true }).focus();
    await page.keyboard.press('Space');
    await page.getByText('4 pictures · 0:08').waitFor();
    const asking = page.waitForRequest('**/api/download');
    const download = await saved(page, () =>
      page.getByRole('button', { name: 'Make the video' }).click(),
    );
    const asked = (await asking).postDataJSON() as DownloadRequest;
    expect(asked).toEqual({ url: asked.url, slideshow: { secondsPerPicture: 2 } });
    expect(download.suggestedFilename()).toBe('Four corners of the old town (1080p).mp4');
    const { seconds, streams } = await readContents(await download.path());
    expect([seconds, streams.length]).toEqual([expect.closeTo(8, 1), 2]);
    await page.getByRole('heading', { name: 'Your Download is Ready!' }).waitFor();
  });

  it('that fails is tried again as a video', async () => {
    const { host } = PICTURES;
    const pathPrefix = `${PICTURES.path}7512345678901234507-3`;
    const fault = { kind: 'status', status: 500 } as const;
    const mended = fixture.product.lab.faults.add({ host, pathPrefix, fault });
    const page = await open(SILENT);
    await page.getByText('As a video without sound').waitFor();
    await page.getByRole('button', { name: 'Make the video' }).click();
    await page.getByRole('heading', { name: 'That didn’t work' }).waitFor();
    mended();
    const again = page.getByRole('button', { name: /^Try Again/ });
    const download = await saved(page, () => again.click());
    expect(download.suggestedFilename()).toMatch(/\.mp4$/);
  });
});

it.each([
  ['a phone', { isPhone: true }, ''],
  ['a phone in Arabic', { isPhone: true, colorScheme: 'dark' }, '/ar'],
  ['a tablet', { width: 768 }, ''],
] as const)('the whole post on %s fits and is accessible', async (_name, look, language) => {
  const page = await open(FOUR, look, language);
  expect(await overflowing(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
});
