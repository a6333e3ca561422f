// Refusals of the server that say how long to wait, at each place that counts the wait down; and what needs cookies without them.
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import type { VisitorErrorCode } from '../../../src/shared/errors.ts';
import { violations } from '../../support/browser/axe.ts';
import { overflowing } from '../../support/browser/overflowing.ts';
import { shared } from '../../support/browser/shared.ts';
import { type FlowFixture, goodLink, startFlowFixture } from '../../support/flow/flow-fixture.ts';

const PHOTOS = 'https://www.tiktok.com/@lab.photos/photo/7512345678901234506';
const MAIN = 'https://www.youtube.com/watch?v=labMain_001';
const LIST = 'https://www.youtube.com/playlist?list=PLabLong_0123456789';

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

type Look = Parameters<FlowFixture['visitor']>[0];
const open = async (path: string, look: Look = {}) =>
  (await fixture.visitor(look)).open(
    path.replace(/=(http.*)$/, (_, u) => `=${encodeURIComponent(u)}`),
  );
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Answers the next request for an address with a refusal, and those after it as usual. */
async function refuseOnce(
  page: Page,
  address: string,
  code: VisitorErrorCode = 'too_many_requests',
  seconds = 3,
): Promise<void> {
  await page.route(
    address,
    (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': String(seconds) },
        json: {
          success: false,
          code,
          message: '',
          params: { retryAfterSeconds: seconds },
          ref: 'r',
        },
      }),
    { times: 1 },
  );
}

/** The button counts down, and can be pressed after that. */
async function waits(page: Page): Promise<void> {
  const counting = button(page, /^Try again in 0:0\d$/);
  await counting.waitFor();
  expect(await counting.isDisabled()).toBe(true);
  await button(page, 'Try Again').click();
}

describe('a wait that the server asks for', () => {
  it.each([{}, { isPhone: true, colorScheme: 'dark' }] as const)(
    'before a link is read: it is not the fault of the post, and goes on by itself, on %j',
    async (look) => {
      const page = await open('/', look);
      await refuseOnce(page, '**/api/inspect');
      await page.getByRole('textbox', { name: 'Video link' }).fill(goodLink('youtube').url);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'A short break' }).waitFor();
      expect(await page.getByText('We can’t show this post').count()).toBe(0);
      expect(await button(page, /^Try again in 0:0\d$/).isDisabled()).toBe(true);
      expect(await violations(page)).toEqual([]);
      expect(await overflowing(page)).toEqual([]);
      await page.getByText(goodLink('youtube').title).first().waitFor();
      expect(await page.getByText('A short break').count()).toBe(0);
    },
  );

  it('before a download begins', async () => {
    const page = await open('/');
    await page.getByRole('textbox', { name: 'Video link' }).fill(goodLink('tiktok').url);
    await page.keyboard.press('Enter');
    await refuseOnce(page, '**/api/download');
    await button(page, 'Get Your Video Now').click();
    await page.getByRole('heading', { name: 'A short break' }).waitFor();
    await page.getByRole('heading', { name: 'Your Download is Ready!' }).waitFor();
  });

  it('before a ZIP of a post', async () => {
    const page = await open(`/?u=${PHOTOS}`);
    await refuseOnce(page, '**/api/zip', 'server_busy');
    await button(page, /^All \d+ as ZIP$/).click();
    await waits(page);
    await page.getByText('Your ZIP file with 5 items is ready').last().waitFor();
  });

  it('before a ZIP of a list', async () => {
    const page = await open('/batch-downloader');
    await page.getByRole('textbox').first().fill(goodLink('tiktok').url);
    await button(page, /^Add/).click();
    await button(page, /^Download \d/)
      .first()
      .click();
    await page.getByText('1 of 1 ready').first().waitFor();
    await refuseOnce(page, '**/api/zip');
    await button(page, / as ZIP/).click();
    const coming = page.waitForEvent('download');
    await waits(page);
    await coming;
  });

  it('before a transcript', async () => {
    const page = await open(`/advanced-downloader?u=${MAIN}`);
    await page.getByRole('table', { name: 'Every format' }).waitFor();
    await refuseOnce(page, '**/subtitles/**');
    await button(page, 'Read').first().click();
    await waits(page);
    await page.locator('.transcript li').first().waitFor();
  });
});

it('says of a private list that it is a list', async () => {
  const page = await open('/');
  await page.route('**/api/lists', (route) =>
    route.fulfill({
      status: 403,
      json: { success: false, code: 'private', message: '', params: {}, ref: 'r' },
    }),
  );
  await page.getByRole('textbox', { name: 'Video link' }).fill(LIST);
  await page.keyboard.press('Enter');
  await page.getByText('This playlist is private.').waitFor();
});

describe('without cookies', () => {
  const REFUSE =
    "Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined })";

  it.each(['/batch-downloader', '/video-trimmer?job=abc'])('%s says so', async (path) => {
    const { context } = await fixture.visitor();
    await context.addInitScript(REFUSE);
    const page = await context.newPage();
    await page.goto(fixture.origin + path);
    await page.getByRole('heading', { name: 'This browser doesn’t keep cookies' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
