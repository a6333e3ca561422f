// The history of this browser: what it lists, erases and exports, and that none of it is ever sent.
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import { shared } from '../support/browser/shared.ts';
import {
  type FlowFixture,
  type FlowVisitor,
  goodLink,
  hasFocus,
  seen,
  startFlowFixture,
  until,
} from '../support/flow/flow-fixture.ts';
import { tracesBelow, tracesIn } from '../support/product/privacy-traces.ts';

const { url: LINK, title: TITLE } = goodLink('snapchat');

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({}, browser);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

const rows = (page: Page) => page.locator('.history-row');
const keepSwitch = (page: Page) => page.getByLabel('Keep a history in this browser');
const eraseAll = (page: Page) => page.getByRole('button', { name: 'Erase all' });

async function download(page: Page): Promise<void> {
  await seen(page).start.click();
  await seen(page).ready.waitFor();
}

const openLink = (visitor: FlowVisitor) => visitor.open(`/?u=${encodeURIComponent(LINK)}`);

/** Writes into the database as a script of another release could. */
async function plant(page: Page, entries: readonly object[]): Promise<void> {
  await page.evaluate(`new Promise((done, fail) => {
    const opening = indexedDB.open('keepreel', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('history', { keyPath: 'id' });
    opening.onerror = fail;
    opening.onsuccess = () => {
      const work = opening.result.transaction('history', 'readwrite');
      for (const one of ${JSON.stringify(entries)}) work.objectStore('history').put(one);
      work.oncomplete = () => { opening.result.close(); done(); };
    };
  })`);
}

const planted = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `planted-${index}`,
    link: 'https://www.youtube.com/watch?v=labMain_001',
    platform: 'youtube',
    title: `Planted ${index} ${'word '.repeat(20)}`,
    author: 'Anna',
    format: 'mp4',
    quality: '1080p',
    bytes: 84_000_000,
    savedAt: 1000 + index,
  }));

/** Collects every request of all tabs, with its body. */
function collectRequests(context: BrowserContext): string[] {
  const sent: string[] = [];
  context.on('request', (request) =>
    sent.push(decodeURIComponent(`${request.url()} ${request.postData() ?? ''}`)),
  );
  return sent;
}

describe('the history', () => {
  it('lists what was downloaded, in every tab, after a reload, and sends nothing of it', async () => {
    const visitor = await fixture.visitor();
    const page = await openLink(visitor);
    const list = await visitor.open('/history');
    await list.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
    expect(await violations(list)).toEqual([]);
    await download(page);
    await page.getByText('This browser remembers your downloads').waitFor();
    const sent = collectRequests(visitor.context);
    // The other tab learns of it by itself.
    await until(() => rows(list).count()).toBe(1);
    expect(await rows(list).textContent()).toContain(TITLE);
    await list.reload();
    await until(() => rows(list).count()).toBe(1);
    await list.getByLabel('Search the history').fill('nothing like it');
    await list.getByText('No download has these words.').waitFor();
    await list.getByLabel('Search the history').fill(`SNAPCHAT ${TITLE.split(' ')[0]}`);
    await list.getByText('1 download', { exact: true }).waitFor();
    expect(await violations(list)).toEqual([]);

    const [file] = await Promise.all([
      list.waitForEvent('download'),
      list.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('keepreel-history.json');
    const { version, downloads } = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(version).toBe(1);
    expect(downloads).toEqual([
      expect.objectContaining({ platform: 'snapchat', title: TITLE, format: 'mp4' }),
    ]);
    const [{ link }] = downloads;

    await eraseAll(list).click();
    await list.getByRole('button', { name: 'Cancel' }).click();
    expect(await rows(list).count()).toBe(1);
    await list.getByRole('button', { name: `Erase “${TITLE}”` }).click();
    await list.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
    expect(sent.length).toBeGreaterThan(0);
    for (const one of sent)
      for (const word of [TITLE, link, new URL(link).pathname]) expect(one).not.toContain(word);

    // What was erased does not come back with the download that its tab remembers.
    await page.reload();
    await seen(page).ready.waitFor();
    await page.goto(`${fixture.origin}/history`);
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
  });

  it('stops when it is switched off, and asks what to do with the rest', async () => {
    const visitor = await fixture.visitor();
    const list = await visitor.open('/history');
    await plant(list, planted(3));
    await list.reload();
    await until(() => rows(list).count()).toBe(3);
    await keepSwitch(list).focus();
    await list.keyboard.press('Space');
    await list.getByRole('heading', { name: 'Erase what is there, too?' }).waitFor();
    expect(await violations(list)).toEqual([]);
    await list.keyboard.press('Escape');
    await until(() => hasFocus(keepSwitch(list))).toBe(true);
    expect(await rows(list).count()).toBe(3);
    await list.reload();
    await until(() => keepSwitch(list).isChecked()).toBe(false);
    const page = await openLink(visitor);
    await download(page);
    expect(await page.getByText('This browser remembers').count()).toBe(0);
    await list.reload();
    await until(() => rows(list).count()).toBe(3);
    await keepSwitch(list).check();
    await keepSwitch(list).uncheck();
    const dialog = list.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Erase all' }).click();
    await list.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
    expect(await hasFocus(list.getByRole('heading', { name: 'Your downloads' }))).toBe(true);
  });

  it('keeps the newest 500, survives garbage, and fetches a download again', async () => {
    const visitor = await fixture.visitor();
    const list = await visitor.open('/history');
    await plant(list, [
      ...planted(500),
      { id: 'garbage' },
      { ...planted(1)[0], id: 'bad', link: 'javascript:alert(1)' },
    ]);
    await list.reload();
    await list.getByText('500 downloads', { exact: true }).waitFor();
    const page = await openLink(visitor);
    await download(page);
    await page.getByRole('link', { name: 'History' }).first().waitFor();
    await until(() => rows(list).first().textContent()).toContain(TITLE);
    expect(await rows(list).count()).toBe(500);
    const keys = `new Promise((done) => { const opening = indexedDB.open('keepreel', 1);
      opening.onsuccess = () => { const keys = opening.result.transaction('history').objectStore('history').getAllKeys();
        keys.onsuccess = () => { opening.result.close(); done(keys.result); }; }; })`;
    const left = await list.evaluate<string[]>(keys);
    expect(left.length).toBe(500);
    for (const gone of ['garbage', 'bad', 'planted-0']) expect(left).not.toContain(gone);
    await rows(list).first().getByRole('link').click();
    await seen(list).options.waitFor();
  });

  it('leaves nothing in requests, logs, database or files of the server', async () => {
    const words = { title: 'zqhistory5d20', author: 'zqhistoryauthor7', search: 'zqsearch31' };
    const visitor = await fixture.visitor();
    const sent = collectRequests(visitor.context);
    const list = await visitor.open('/history');
    await plant(list, [{ ...planted(1)[0], title: words.title, author: words.author }]);
    await list.reload();
    await rows(list).getByText(words.title).waitFor();
    await list.getByLabel('Search the history').fill(words.search);
    await list.getByText('No download has these words.').waitFor();
    await Promise.all([
      list.waitForEvent('download'),
      list.getByRole('button', { name: 'Export' }).click(),
    ]);
    await eraseAll(list).click();
    await list.getByRole('dialog').getByRole('button', { name: 'Erase all' }).click();
    await list.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
    expect(tracesIn(Buffer.from(sent.join('\n')), words)).toEqual([]);
    expect(tracesIn(Buffer.from(JSON.stringify(fixture.product.warnings)), words)).toEqual([]);
    expect(await tracesBelow(fixture.product.dataDir, words)).toEqual([]);
  });

  it('fits on a phone, in the dark and in Arabic', async () => {
    const visitor = await fixture.visitor({ isPhone: true, colorScheme: 'dark' });
    const list = await visitor.open('/history');
    await plant(list, planted(3));
    for (const path of ['/history', '/ar/history', '/de/history']) {
      await list.goto(fixture.origin + path);
      await until(() => rows(list).count()).toBe(3);
      expect(await overflowing(list)).toEqual([]);
      expect(await violations(list)).toEqual([]);
    }
  });

  it('says that the browser keeps none; downloads go on', async () => {
    const visitor = await fixture.visitor();
    await visitor.context.addInitScript(
      'delete window.indexedDB; delete Window.prototype.indexedDB;',
    );
    const list = await visitor.open('/history');
    await list.getByRole('heading', { name: 'This browser keeps no history' }).waitFor();
    expect(await violations(list)).toEqual([]);
    const page = await openLink(visitor);
    await download(page);
    expect(await page.getByText('This browser remembers').count()).toBe(0);
  });
});
