// A list and a ZIP file while a platform says "later" to every egress: what the page says, what it asks meanwhile, and that it goes on.
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { LAB_PLATFORMS } from '../../../lab/platforms/index.ts';
import { TRY_AGAIN_LATER, withSwitch } from '../../../lab/switches.ts';
import { violations } from '../../support/browser/axe.ts';
import { overflowing } from '../../support/browser/overflowing.ts';
import { shared } from '../../support/browser/shared.ts';
import {
  type FlowFixture,
  goodLink,
  startFlowFixture,
  until,
} from '../../support/flow/flow-fixture.ts';
import { readZip } from '../../support/media/read-zip.ts';
import { namedEgresses } from '../../support/product/named-egresses.ts';

/** Two pauses and what lies between them. */
const STORM_TIMEOUT_MS = 300_000;
/** What a list may ask a platform that refuses it. */
const MOST_REQUESTS = 10;
const FOUR = 'https://www.tiktok.com/@lab.photos/photo/7512345678901234506';
const PICTURES = { host: '.tiktokcdn.com', pathPrefix: '/tos-maliva-p-0068/' };

const youtube = withSwitch(LAB_PLATFORMS.youtube);
let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser, [youtube], (proxyUrl) =>
    namedEgresses(proxyUrl, ['home', 'office']),
  );
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

const LINKS = LAB_PLATFORMS.youtube.links
  .filter(({ url, downloads }) => downloads && url.includes('/watch?v='))
  .map(({ url }) => url)
  .slice(0, 12);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const rows = (page: Page) => page.locator('.batch-row');
const watched = () =>
  fixture.product.lab.requests().filter(({ path }) => path.startsWith('/watch')).length;

/** Records in the page what its live regions come to say, and its titles. */
const LISTEN = `(() => {
  const last = new Map();
  window.spoken = [];
  const note = (what, text) => {
    if (last.get(what) !== text && text) window.spoken.push(text);
    last.set(what, text);
  };
  const read = () => {
    note('title', document.title);
    for (const one of document.querySelectorAll('main [role=status], main [role=alert]'))
      note(one, one.textContent);
  };
  read();
  new MutationObserver(read).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

it(
  'a list says that it waits for YouTube, outlives a reload, and goes on by itself',
  async () => {
    const visitor = await fixture.visitor({ isPhone: true, colorScheme: 'dark' });
    const page = await visitor.open('/batch-downloader');
    youtube.turn(TRY_AGAIN_LATER);
    fixture.product.lab.clear();
    const all = [...LINKS, goodLink('tiktok').url];
    await page.getByLabel('Links, one per line').fill(all.join('\n'));
    await button(page, 'Add to the list').click();
    await button(page, `Download all ${all.length} links`).click();
    const held = page.getByText(
      /^YouTube is refusing requests from our server right now\. Its links wait, and go on by themselves at about \d+:\d\d\s[AP]M\.$/,
    );
    const waiting = rows(page).getByText(/^Waiting for YouTube until about \d+:\d\d\s[AP]M$/);
    await until(() => waiting.count()).toBe(LINKS.length);
    expect(await held.count()).toBe(1);
    await page.getByText('1 of 13 ready').waitFor();
    const beforeReload = watched();
    await page.reload();
    await until(() => waiting.count()).toBe(LINKS.length);
    expect(await rows(page).count()).toBe(all.length);
    await page.evaluate(LISTEN);
    expect(await overflowing(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);

    // One row no longer wanted, while it waits.
    await rows(page)
      .first()
      .getByRole('button', { name: /^Take / })
      .click();
    await until(() => waiting.count()).toBe(LINKS.length - 1);
    expect(watched()).toBe(beforeReload);

    // The pause ends, and the next request is refused as well.
    await until(watched, 100_000).toBeGreaterThan(beforeReload);
    await until(() => waiting.count()).toBe(LINKS.length - 1);
    expect(watched()).toBeLessThanOrEqual(MOST_REQUESTS);
    const spoken = await page.evaluate<string[]>('window.spoken');
    // The title, the summary, the hint, and a time for each pause.
    expect(spoken.length).toBeLessThanOrEqual(8);
    youtube.turn(null);
    await page.getByText('12 of 12 ready').waitFor({ timeout: 200_000 });
    expect(await rows(page).getByText('Ready', { exact: true }).count()).toBe(12);
    await visitor.context.close();
  },
  STORM_TIMEOUT_MS,
);

it('a waiting list reads well in Arabic, and can be cancelled', async () => {
  const visitor = await fixture.visitor({ isPhone: true, colorScheme: 'dark' });
  const page = await visitor.open('/ar/batch-downloader');
  youtube.turn(TRY_AGAIN_LATER);
  await page.locator('textarea').fill(LAB_PLATFORMS.youtube.links.map(({ url }) => url).join('\n'));
  await page.locator('main form button[type=submit]').click();
  await page.locator('main .btn-primary').click();
  await page.getByText('روابط هذه المنصة تنتظر').waitFor();
  await until(() => rows(page).getByText('بانتظار YouTube حتى نحو الساعة').count()).toBeGreaterThan(
    2,
  );
  expect(await overflowing(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  const before = watched();
  await button(page, 'إلغاء الكل').click();
  await page.getByText('روابط هذه المنصة تنتظر').waitFor({ state: 'detached' });
  expect(watched()).toBe(before);
  youtube.turn(null);
  await visitor.context.close();
});

it('a ZIP file of a post waits for a platform that refuses its files, and is complete', async () => {
  const end = fixture.product.lab.faults.add({
    ...PICTURES,
    fault: { kind: 'status', status: 429, headers: { 'retry-after': '8' } },
  });
  const visitor = await fixture.visitor();
  const page = await visitor.open(`/?u=${encodeURIComponent(FOUR)}`);
  await page.getByRole('checkbox').first().waitFor();
  let starts = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/download')) starts += 1;
  });
  await button(page, /^All \d+ as ZIP$/).click();
  await page.getByText(/^TikTok is refusing .* This goes on by itself at about \d+:\d\d/).waitFor();
  // Three at once, then one.
  await until(() => starts, 60_000).toBe(4);
  end();
  const download = await page.waitForEvent('download', { timeout: 110_000 });
  expect(starts).toBeLessThanOrEqual(4 + 5);
  expect(await readZip(await download.path())).toHaveLength(5);
  await visitor.context.close();
});
