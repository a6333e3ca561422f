// A download on an iPhone and on an Android phone, as far as Chromium plays them: by touch, with their sizes and names. What goes
// to Photos is decided by the file; `navigator.share` is played, since share sheets cannot be driven.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { violations } from '../../support/browser/axe.ts';
import { overflowing } from '../../support/browser/overflowing.ts';
import { shared } from '../../support/browser/shared.ts';
import {
  type FlowFixture,
  goodLink,
  seen,
  startFlowFixture,
  until,
} from '../../support/flow/flow-fixture.ts';
import { freshAddress } from '../../support/product/product.ts';

const { url: LINK } = goodLink('youtube');
/** A link with VP9 and AV1 beside H.264. */
const MANY_CODECS = 'https://www.youtube.com/watch?v=labMain_001';

const PHONES = {
  iPhone: {
    viewport: { width: 390, height: 844 },
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1',
  },
  Android: {
    viewport: { width: 412, height: 915 },
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  },
} as const;
type Phone = keyof typeof PHONES;

const SHARES = `
  window.shared = [];
  navigator.canShare = () => true;
  navigator.share = async ({ files }) => {
    if (!navigator.userActivation.isActive) throw new DOMException('no tap', 'NotAllowedError');
    window.shared.push(...files.map(({ name, type, size }) => ({ name, type, size })));
  };`;

let fixture: FlowFixture;
let lent: { newContext: (options: object) => Promise<BrowserContext> };
let context: BrowserContext;
shared.beforeAll(async ({ browser }) => {
  lent = browser;
  fixture = await startFlowFixture({}, browser);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});
afterEach(() => context.close());

async function open(phone: Phone, path = '/', colorScheme = 'light'): Promise<Page> {
  context = await lent.newContext({
    ...PHONES[phone],
    isMobile: true,
    hasTouch: true,
    acceptDownloads: true,
    colorScheme,
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-forwarded-for': freshAddress() },
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: fixture.origin });
  await context.addInitScript(SHARES);
  const page = await context.newPage();
  page.on('pageerror', (error) => fixture.problems.push(error.message));
  await page.goto(fixture.origin + path);
  await page.locator('html[data-ready]').waitFor();
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const sharedFiles = (page: Page) =>
  page.evaluate<readonly { name: string; type: string; size: number }[]>('window.shared');

/** Two taps: one fetches the file, one shares it. */
async function shareTo(page: Page, place: 'Photos or Files' | 'Files') {
  const before = (await sharedFiles(page)).length;
  await button(page, `Get it ready for ${place}`).last().tap();
  await button(page, `Save to ${place}`).last().tap();
  await until(async () => (await sharedFiles(page)).length).toBe(before + 1);
  return (await sharedFiles(page)).at(-1);
}

describe.each(['iPhone', 'Android'] as const)('on an %s', (phone) => {
  it('a link is pasted, a video chosen, saved, and handed to Photos', async () => {
    const page = await open(phone);
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(LINK)})`);
    await button(page, /Paste/).first().tap();
    await seen(page).options.waitFor();
    expect(await overflowing(page)).toEqual([]);
    await seen(page).start.tap();
    await seen(page).ready.waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), seen(page).save.tap()]);
    expect(file.suggestedFilename()).toMatch(/\.mp4$/);
    expect(await button(page, 'Make it play everywhere').count()).toBe(0);
    expect(await shareTo(page, 'Photos or Files')).toMatchObject({ type: 'video/mp4' });
    expect(await overflowing(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  it('a sound goes to Files, and it is said', async () => {
    const page = await open(phone, `/?u=${encodeURIComponent(LINK)}&format=mp3`);
    await seen(page).options.waitFor();
    await page.getByText('MP3 audio').tap();
    await button(page, /^Get Your Audio Now/).tap();
    await seen(page).ready.waitFor();
    await page.getByText('Photos holds no sound').waitFor();
    expect(await button(page, /Photos/).count()).toBe(0);
    expect(await shareTo(page, 'Files')).toMatchObject({ type: 'audio/mpeg' });
  });

  it('a video that it does not play is made to play first, and then goes to Photos', async () => {
    const path = `/advanced-downloader?u=${encodeURIComponent(MANY_CODECS)}`;
    const page = await open(phone, path);
    const table = page.getByRole('table', { name: 'Every format' });
    await table.waitFor();
    await page.getByLabel('Codec').selectOption('av1');
    await table.getByRole('radio').last().dispatchEvent('click');
    await button(page, /^Get Your Video Now/).tap();
    await seen(page).ready.waitFor();
    await page.getByText('Photos doesn’t take this kind of video (AV1)').waitFor();
    expect(await button(page, /Photos/).count()).toBe(0);
    const [over, files] = [
      button(page, 'Make it play everywhere'),
      button(page, 'Get it ready for Files'),
    ];
    const [first, second] = await Promise.all([over.boundingBox(), files.boundingBox()]);
    expect(first?.y).toBeLessThan(second?.y ?? 0);
    await over.tap();
    await page.getByText('Your file is ready').last().waitFor();
    expect(await shareTo(page, 'Photos or Files')).toMatchObject({ type: 'video/mp4' });
    expect(await overflowing(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });
});
