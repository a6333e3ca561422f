// A finished file on its way into Photos or Files of a phone. The share sheet itself cannot be driven: `navigator.share` is
// played, and refuses without a fresh tap as phones do.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../../support/browser/axe.ts';
import { startBrowser } from '../../support/browser/browser.ts';
import { overflowing } from '../../support/browser/overflowing.ts';
import { hasFocus, until } from '../../support/flow/flow-fixture.ts';
import {
  begin,
  choose,
  type PlayedFixture,
  startPlayedFixture,
} from '../../support/flow/flow-played-fixture.ts';

let fixture: PlayedFixture;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
  fixture = await startPlayedFixture();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});
beforeEach(async () => {
  problems = [];
  context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    acceptDownloads: true,
  });
});
afterEach(async () => {
  await context.close();
  expect(problems).toEqual([]);
});

type SharedFile = { readonly name: string; readonly type: string; readonly size: number };

/** A phone that shares MP4 files; `window.refusal` is the name of the error that its sheet ends with. */
async function openOnPhone(canShare = 'true'): Promise<void> {
  await context.addInitScript(`
    window.shared = []; window.refusal = null;
    navigator.canShare = ({ files }) => ${canShare} && files.every(({ type }) => type === 'video/mp4');
    navigator.share = async (data) => {
      if (!navigator.userActivation.isActive) throw new DOMException('no tap', 'NotAllowedError');
      if (window.refusal) throw new DOMException('refused', window.refusal);
      window.shared.push([Object.keys(data), ...data.files.map(({ name, type, size }) => ({ name, type, size }))]);
    };
  `);
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(fixture.origin);
  await page.locator('html[data-ready]').waitFor();
}

const button = (name: string) => page.getByRole('button', { name });
const fetchIt = () => button('Get it ready for Photos or Files');
const share = () => button('Save to Photos or Files');
const note = (text: string) => page.getByText(text);
const shared = () => page.evaluate<readonly [string[], SharedFile][]>('window.shared');
const refuse = (name: string | null) => page.evaluate(`window.refusal = ${JSON.stringify(name)}`);

async function finish(bytes = 2000, announced = bytes): Promise<string> {
  await choose(page);
  const id = await begin(page, fixture);
  fixture.fake.fill(id, new Uint8Array(bytes));
  fixture.fake.set({ id, phase: 'ready', percent: 100, bytes: announced });
  await page.getByRole('heading', { name: 'Your Download is Ready!' }).waitFor();
  return id;
}

/** Answers the file by hand. */
async function holdFile(): Promise<{ release: () => void }> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/files/**', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return { release };
}

describe('saving to Photos or Files', () => {
  it('takes two taps: one fetches the file, a fresh one shares it and nothing else', async () => {
    await openOnPhone();
    await finish();
    expect(await violations(page)).toEqual([]);
    const held = await holdFile();
    await fetchIt().tap();
    await page.getByRole('progressbar', { name: 'Fetching the file' }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    held.release();
    await share().waitFor();
    expect(await shared()).toEqual([]);
    await share().tap();
    await note('Handed over.').waitFor();
    const [[keys, file] = []] = await shared();
    expect(keys).toEqual(['files']);
    expect(file).toMatchObject({ type: 'video/mp4', size: 2000 });
    expect(file?.name).toMatch(/\.mp4$/);
    expect(await violations(page)).toEqual([]);
  });

  it('stays ready when the sheet is closed or the tap was too old, and says when a file is not taken', async () => {
    await openOnPhone();
    await finish();
    await fetchIt().tap();
    await share().waitFor();
    await refuse('AbortError');
    await share().tap();
    await note('The file is here.').waitFor();
    await refuse('NotAllowedError');
    await share().tap();
    await note('Your phone wants a new tap.').waitFor();
    await refuse('DataError');
    await share().tap();
    await note('Your phone does not take this file.').waitFor();
    await refuse(null);
    await button('Try again for Photos or Files').tap();
    await share().tap();
    await until(shared).toHaveLength(1);
  });

  it('can be cancelled, by keyboard too, and leaves the link as it is', async () => {
    await openOnPhone();
    await finish();
    const held = await holdFile();
    await fetchIt().focus();
    await page.keyboard.press('Enter');
    await until(() => hasFocus(button('Cancel'))).toBe(true);
    await page.keyboard.press('Enter');
    await until(() => hasFocus(fetchIt())).toBe(true);
    held.release();
    await page.unroute('**/files/**');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download Now' }).tap(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.mp4$/);
  });

  it.each([
    ['shorter', 1000],
    ['longer', 4000],
  ])('refuses a file that is %s than its receipt says', async (_how, bytes) => {
    await openOnPhone();
    await finish(2000);
    await page.route('**/files/**', (route) => route.fulfill({ body: Buffer.alloc(bytes) }));
    await fetchIt().tap();
    await note('The file did not arrive.').waitFor();
    expect(await shared()).toEqual([]);
  });

  it('says that the file has expired', async () => {
    await openOnPhone();
    const id = await finish();
    fixture.fake.set({ id, phase: 'ready', isGone: true });
    await fetchIt().tap();
    await page.getByRole('heading', { name: 'This file has been deleted' }).waitFor();
  });

  it('is left to the link above 200 MB, for what the device does not share, and on computers', async () => {
    await openOnPhone();
    await finish(2000, 200_000_001);
    expect(await fetchIt().count()).toBe(0);
    await page.getByRole('link', { name: 'Download Now' }).waitFor();
    await page.close();
    await openOnPhone('false');
    await finish();
    expect(await fetchIt().count()).toBe(0);
    await context.close();
    context = await browser.newContext();
    await openOnPhone();
    await finish();
    expect(await fetchIt().count()).toBe(0);
  });
});
