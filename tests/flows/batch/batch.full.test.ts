// Many links at once in detail: on a phone, cancelled and retried, from files, in Arabic.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { LAB_PLATFORMS } from '../../../lab/platforms/index.ts';
import { TRY_AGAIN_LATER, withSwitch } from '../../../lab/switches.ts';
import { readList } from '../../../src/web/download-client/read-list.ts';
import { violations } from '../../support/browser/axe.ts';
import { overflowing } from '../../support/browser/overflowing.ts';
import { shared } from '../../support/browser/shared.ts';
import {
  type FlowFixture,
  goodLink,
  goodLinks,
  hasFocus,
  refusedLink,
  startFlowFixture,
  until,
} from '../../support/flow/flow-fixture.ts';

/** The first pause; after it one attempt tries again. */
const PAUSE_MS = 60_000;
/** It, and what follows. */
const PAUSE_TIMEOUT_MS = 150_000;

const youtube = withSwitch(LAB_PLATFORMS.youtube);
let fixture: FlowFixture;
let folder: string;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser, [youtube]);
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-batch-'));
});
afterAll(async () => {
  await fixture?.close();
  await rm(folder, { recursive: true, force: true });
  expect(fixture?.problems).toEqual([]);
});

/** Can be looked at, but not fetched. */
const UNFETCHABLE = 'https://www.youtube.com/watch?v=labMedia403';
const PRIVATE = refusedLink('youtube', 'private');
const PLATFORMS = ['tiktok', 'instagram', 'twitter', 'snapchat', 'pinterest', 'threads'] as const;
const GOOD = readList(
  PLATFORMS.flatMap((platform) => goodLinks(platform).slice(0, 4))
    .map(({ url }) => url)
    .join('\n'),
)
  .links.slice(0, 18)
  .map(({ url }) => url);
const TWENTY = [...GOOD.slice(0, 6), UNFETCHABLE, ...GOOD.slice(6), PRIVATE];

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const rows = (page: Page) => page.locator('.batch-row');

it('shows, chooses, cancels, retries and saves each row on a phone', async () => {
  const visitor = await fixture.visitor({ isPhone: true, colorScheme: 'dark' });
  const page = await visitor.open('/batch-downloader');
  const [first = '', second = '', third = ''] = GOOD;
  await page.getByLabel('Links, one per line').fill([first, second, third].join(' and '));
  await button(page, 'Add to the list').click();
  await until(() => hasFocus(page.getByRole('heading', { name: '3 links' }))).toBe(true);
  const { title } = goodLinks('tiktok')[0] ?? { title: '' };
  await page.getByText(title, { exact: true }).first().waitFor();
  expect(await overflowing(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);

  await rows(page).nth(1).getByRole('combobox').selectOption('MP3');
  await rows(page)
    .nth(2)
    .getByRole('button', { name: /^Take .* off the list/ })
    .click();
  await until(() => rows(page).count()).toBe(2);
  await button(page, 'Download all 2 links').click();
  await rows(page).nth(1).getByText(/^MP3/).waitFor();
  const coming = page.waitForEvent('download');
  await rows(page)
    .nth(1)
    .getByRole('link', { name: /^Save / })
    .click();
  expect((await coming).suggestedFilename()).toMatch(/\.mp3$/);
  await page.getByText('2 of 2 ready').waitFor();
  await button(page, 'Clear the list').click();
  await page.getByLabel('Links, one per line').waitFor();
  const history = await visitor.open('/history');
  await history.getByText(title, { exact: true }).waitFor();
});

it('cancels what waits and runs, and starts it again', async () => {
  const end = fixture.slowDown('.googlevideo.com', 4000);
  const visitor = await fixture.visitor();
  const page = await visitor.open('/batch-downloader');
  await page.getByLabel('Links, one per line').fill(goodLink('youtube').url);
  await button(page, 'Add to the list').click();
  await button(page, 'Download 1 link').click();
  await page.getByText('Downloading', { exact: true }).waitFor();
  await button(page, 'Cancel all').click();
  await page.getByText('Cancelled', { exact: true }).waitFor();
  end();
  await button(page, /^Try .* again/).click();
  await page.getByText('Ready', { exact: true }).waitFor();
});

it('takes text files, by dialog and by drop, and says what it has left out', async () => {
  const visitor = await fixture.visitor();
  const page = await visitor.open('/batch-downloader');
  const lines = Array.from(
    { length: 10_000 },
    (_, at) => `https://www.youtube.com/watch?v=${String(at).padStart(11, '0')}`,
  );
  const text = `notes\nhttps://example.com/a\n${GOOD[0]}\n${GOOD[0]}\n${lines.join('\n')}`;
  const input = page.locator('input[type=file]');
  await input.setInputFiles({
    name: 'a.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from([0, 1, 2]),
  });
  await page.getByText('This file isn’t text').waitFor();
  await input.setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\ufeff${text}`, 'utf16le'),
  });
  await page.getByText('100 links were added.').waitFor();
  await page.getByText('9,901 more links didn’t fit: a list holds 100.').waitFor();
  await page.getByText('This link can’t be used:').waitFor();
  await page.getByText('1 line had no link in it.').waitFor();
  await page.getByText('This link was in the list already:').waitFor();
  expect(await rows(page).count()).toBe(100);

  const dropping = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(GOOD[0])}], 'more.txt', { type: 'text/plain' }));
    return data;
  })()`);
  await page.dispatchEvent('main', 'drop', { dataTransfer: dropping });
  await page.getByText('No new link was found.').waitFor();
  // It looks at its rows as long as it is open.
  await visitor.context.close();
});

it('reads well in Arabic', async () => {
  const visitor = await fixture.visitor({ isPhone: true });
  const page = await visitor.open('/ar/batch-downloader');
  await page.locator('textarea').fill(TWENTY.slice(5, 8).join('\n'));
  await page.locator('main form button[type=submit]').click();
  await until(() => rows(page).count()).toBe(3);
  expect(await overflowing(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await visitor.context.close();
});

it(
  'ten links wait out a pause of YouTube, and other platforms do not',
  async () => {
    const { requests, clear } = fixture.product.lab;
    const links = LAB_PLATFORMS.youtube.links
      .filter(({ downloads }) => downloads)
      .map(({ url }) => url)
      .filter((url) => url.includes('/watch?v='))
      // The server knows the one that an earlier test looked at, and fetches it without asking.
      .filter((url) => url !== goodLink('youtube').url)
      .slice(0, 10);
    const visitor = await fixture.visitor();
    const page = await visitor.open('/batch-downloader');
    youtube.turn(TRY_AGAIN_LATER);
    clear();
    await page
      .getByLabel('Links, one per line')
      .fill([...links, goodLink('tiktok').url].join('\n'));
    await page.getByRole('button', { name: 'Add to the list' }).click();
    await page.getByRole('button', { name: 'Download all 11 links' }).click();
    const waiting = page.getByText(/^Waiting for YouTube until about \d+:\d\d/);
    await until(() => waiting.count()).toBe(10);
    await page.getByText('1 of 11 ready').waitFor();
    const attempts = requests().filter(({ path: asked }) => asked.startsWith('/watch'));
    const duringPause = attempts.filter(({ at }) => at - (attempts[0]?.at ?? 0) < PAUSE_MS);
    // The third refusal opens the circuit, and as many as the engine has workers may be on their way.
    expect(duringPause.length).toBeLessThanOrEqual(2 + 4);
    youtube.turn(null);
    await page.getByText('11 of 11 ready').waitFor({ timeout: PAUSE_TIMEOUT_MS });
  },
  PAUSE_TIMEOUT_MS,
);

it('keeps the focus of the keyboard in the list when the button that had it goes', async () => {
  const page = await (await fixture.visitor()).open('/batch-downloader');
  const press = async (name: string | RegExp) => {
    await button(page, name).first().focus();
    await page.keyboard.press('Enter');
  };
  await page.getByLabel('Links, one per line').fill([...GOOD.slice(0, 3), UNFETCHABLE].join('\n'));
  await press('Add to the list');
  const heading = page.getByRole('heading', { name: /^\d links$/ });
  await until(() => hasFocus(heading)).toBe(true);
  await press(/ off the list$/);
  await until(() => rows(page).count()).toBe(3);
  await until(() => hasFocus(rows(page).first())).toBe(true);
  await press(/^Download all/);
  await until(() => hasFocus(heading)).toBe(true);
  await page.getByText('2 of 3 ready, 1 failed').first().waitFor();

  const zip = button(page, / as ZIP/);
  const coming = page.waitForEvent('download');
  await press(/ as ZIP/);
  await (await coming).path();
  expect(await hasFocus(zip)).toBe(true);

  await rows(page).last().getByRole('button', { name: /^Try / }).focus();
  await page.keyboard.press('Enter');
  await until(() => hasFocus(rows(page).last())).toBe(true);
  await page.getByText('2 of 3 ready, 1 failed').first().waitFor();
  await press('Clear the list');
  await until(() => hasFocus(page.getByLabel('Links, one per line'))).toBe(true);
  await page.context().close();
});
