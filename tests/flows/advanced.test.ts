// The advanced page: the table, what a file becomes, subtitles, tags, the name, and a remembered choice.
import type { Download, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import type { DownloadRequest } from '../../src/shared/api/download.ts';
import { shared } from '../support/browser/shared.ts';
import { type FlowFixture, startFlowFixture, until } from '../support/flow/flow-fixture.ts';
import { type Contents, readContents } from '../support/product/receive.ts';

const MAIN = 'https://www.youtube.com/watch?v=labMain_001';

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

const atLink = (url: string) => `/advanced-downloader?u=${encodeURIComponent(url)}`;

async function open(url: string, look: Parameters<FlowFixture['visitor']>[0] = {}): Promise<Page> {
  const page = await (await fixture.visitor(look)).open(atLink(url));
  await table(page).waitFor();
  return page;
}

const table = (page: Page) => page.getByRole('table', { name: 'Every format' });
const rows = (page: Page) => table(page).getByRole('row');
const start = (page: Page) => page.getByRole('button', { name: /^Get Your (Video|Audio) Now$/ });

/** Starts, and returns what was asked for and the file. */
async function make(page: Page): Promise<{ asked: DownloadRequest; saved: Download }> {
  const [request, saved] = await Promise.all([
    page.waitForRequest('**/api/download'),
    page.waitForEvent('download'),
    start(page).click(),
  ]);
  return { asked: request.postDataJSON() as DownloadRequest, saved };
}

async function contentsOf(saved: Download): Promise<Contents> {
  return readContents(await saved.path());
}

describe('the table', () => {
  it('has every format, sorts by its heads and filters', async () => {
    const page = await open(MAIN);
    expect(await rows(page).count()).toBe(11);
    const names = async () =>
      (await table(page).getByRole('rowheader').allTextContents()).map(
        (name) => /\d+p/.exec(name)?.[0],
      );
    await page.getByRole('button', { name: 'Resolution' }).click();
    await until(() =>
      table(page).getByRole('columnheader', { name: 'Resolution' }).getAttribute('aria-sort'),
    ).toBe('descending');
    await page.getByRole('button', { name: 'Resolution' }).click();
    await until(async () => (await names())[0]).toBe('144p');
    await page.getByLabel('Codec').selectOption('vp9');
    await until(() => rows(page).count()).toBe(4);
    await page.getByLabel('Where it plays').selectOption('recentPhones');
    await page.getByText('No format fits these filters.').waitFor();
  });
});

describe('a file', () => {
  it('becomes what was chosen: format, subtitles, tags and name', async () => {
    const page = await open(MAIN);
    await page.getByLabel('Codec').selectOption('vp9');
    await table(page).getByRole('radio').last().check();
    await page.getByLabel('WebM').check();
    await page.getByRole('checkbox', { name: 'French' }).check();
    await page.getByText('Title, artist and cover').click();
    await page.getByLabel('Artist').fill('Anna');
    await page.getByLabel('File name').fill('My walk.webm');
    await page.getByText('My walk.webm', { exact: true }).waitFor();
    const { asked, saved } = await make(page);
    expect(asked).toMatchObject({
      container: 'webm',
      name: 'My walk.webm',
      tags: { artist: 'Anna' },
    });
    expect(saved.suggestedFilename()).toBe('My walk.webm');
    const { streams, tags } = await contentsOf(saved);
    expect(streams.map(({ codec_name }) => codec_name)).toEqual(['vp9', 'opus', 'webvtt']);
    expect(tags['ARTIST'] ?? tags['artist']).toBe('Anna');
  });
});

describe('subtitles', () => {
  it('are saved as a file, read, searched and copied', async () => {
    const page = await open(MAIN);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save French as SRT' }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/\(fr\)\.srt$/);
    await page.getByRole('button', { name: 'Read' }).first().click();
    const list = page.locator('.transcript li');
    await list.first().waitFor();
    const all = await list.count();
    const word = ((await list.first().locator('span').textContent()) ?? '').split(' ')[0] ?? '';
    await page.getByLabel('Search the text').fill(word.toUpperCase());
    await page.locator('.transcript mark').first().waitFor();
    expect(await list.count()).toBeLessThanOrEqual(all);
    await page.getByRole('button', { name: 'Copy the text' }).click();
    await until(() => page.evaluate<string>('navigator.clipboard.readText()')).toContain(word);
    await page.getByLabel('Search the text').fill('zzzz');
    await page.getByText('No line has this.').waitFor();
  });
});
