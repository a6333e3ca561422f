// The advanced page in detail: voices, what a format cannot hold, the picture, failures, a remembered choice, looks.
import type { Download, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import type { DownloadRequest } from '../../src/shared/api/download.ts';
import { violations } from '../support/browser/axe.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import { shared } from '../support/browser/shared.ts';
import { type FlowFixture, startFlowFixture, until } from '../support/flow/flow-fixture.ts';
import { type Contents, readContents } from '../support/product/receive.ts';

const MAIN = 'https://www.youtube.com/watch?v=labMain_001';
const DUBS = 'https://www.youtube.com/watch?v=labDubs_001';

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
  it('has the audio tracks with their voices', async () => {
    const page = await open(DUBS);
    await page.getByText('Audio', { exact: true }).first().click();
    await page.getByText('Spanish, dubbed').first().waitFor();
    await page.getByLabel('Language', { exact: true }).selectOption('es');
    await until(() => rows(page).count()).toBe(3);
    await table(page).getByRole('radio').last().check();
    const { asked, saved } = await make(page);
    expect(asked).toMatchObject({ offer: 'original-sound', container: 'original' });
    expect(asked.sound).toEqual({ track: '1.140.es' });
    expect((await contentsOf(saved)).tones[1]).toBe(471);
  });
});

describe('a file', () => {
  it('keeps only what its format can hold', async () => {
    const page = await open(MAIN);
    await page.getByRole('checkbox', { name: 'French' }).check();
    await page.getByLabel('AVI').check();
    await page.getByText('This format can’t hold subtitles').waitFor();
    expect(await page.getByRole('checkbox', { name: 'French' }).isDisabled()).toBe(true);
    const asked = page.waitForRequest('**/api/download');
    await start(page).click();
    expect((await asked).postDataJSON()).not.toHaveProperty('subtitles');
  });

  it('may be the picture alone', async () => {
    const page = await open(MAIN);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the picture' }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/\.(jpg|webp|png)$/);
  });
});

describe('subtitles', () => {
  it('that cannot be loaded say so, and load again', async () => {
    const page = await open(MAIN);
    await page.route('**/subtitles/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Read' }).first().click();
    await page.getByText('These subtitles couldn’t be loaded.').waitFor();
    await page.unroute('**/subtitles/**');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.locator('.transcript li').first().waitFor();
  });
});

describe('a remembered choice', () => {
  it('starts at once with the next link, and can be forgotten', async () => {
    const visitor = await fixture.visitor();
    const page = await visitor.open(atLink(MAIN));
    await table(page).waitFor();
    await page.getByLabel('Codec').selectOption('vp9');
    await table(page).getByRole('radio').last().check();
    await page.getByLabel('WebM').check();
    await page.getByRole('checkbox', { name: 'French' }).check();
    await page.getByLabel('Remember this').check();
    const next = await visitor.open('/');
    const asked = next.waitForRequest('**/api/download');
    await next.goto(`${fixture.origin}${atLink(MAIN)}&again`);
    expect((await asked).postDataJSON()).toMatchObject({
      container: 'webm',
      subtitles: ['sub.1.fr'],
    });
    await next.getByRole('heading', { name: 'Your Download is Ready!' }).waitFor();
    await page.getByLabel('Remember this').uncheck();
    const plain = await visitor.open('/');
    await plain.goto(`${fixture.origin}${atLink(DUBS)}`);
    await table(plain).waitFor();
    await start(plain).waitFor();
  });

  it('of nonsense is none', async () => {
    const visitor = await fixture.visitor();
    const page = await visitor.open('/');
    await page.evaluate(`localStorage.setItem('advanced-choice', '{"kind":"x","container":5}')`);
    await page.goto(`${fixture.origin}${atLink(MAIN)}`);
    await table(page).waitFor();
  });
});

it.each([
  ['a computer', {}],
  ['a phone in the dark', { isPhone: true, colorScheme: 'dark' }],
] as const)('fits %s, and passes axe', async (_name, look) => {
  const page = await open(DUBS, look);
  await page.getByText('Title, artist and cover').click();
  expect(await overflowing(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
});
