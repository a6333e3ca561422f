// Copying without the clipboard API, as on plain http: the text is shown selected, with the keys to press.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { startBrowser } from '../support/browser/browser.ts';
import { builtPages } from '../support/browser/built-pages.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import { type PageServer, servePages } from '../support/browser/page-server.ts';
import { takeOver } from '../support/browser/take-over.ts';
import {
  begin,
  choose,
  type PlayedFixture,
  startPlayedFixture,
} from '../support/flow/flow-played-fixture.ts';

/** A name that is not this machine's own to the browser, so that http is not trusted. */
const HOST = 'plain.test';
const plain = (origin: string) => origin.replace('127.0.0.1', HOST);

let browser: Browser;
let pages: PageServer;
let flow: PlayedFixture;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  browser = await startBrowser([`--host-resolver-rules=MAP ${HOST} 127.0.0.1`]);
  pages = await servePages(await builtPages());
  flow = await startPlayedFixture();
});
afterAll(async () => {
  await browser?.close();
  await pages?.close();
  await flow?.close();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  page = await context.newPage();
});
afterEach(() => context.close());

async function open(origin: string, path: string): Promise<void> {
  await page.goto(plain(origin) + path);
  await page.locator('html[data-ready]').waitFor();
  expect(await page.evaluate('navigator.clipboard')).toBeUndefined();
}

/** The text of a field once all of it is selected there, and the keys that copy put it into another field. */
async function copiedFrom(field: Locator): Promise<string> {
  const text = await field.inputValue();
  await expect
    .poll(() =>
      field.evaluate((one: unknown) => {
        const { selectionStart, selectionEnd, ownerDocument } = one as SelectedField;
        return ownerDocument.activeElement === one ? [selectionStart, selectionEnd] : null;
      }),
    )
    .toEqual([0, text.length]);
  await page.keyboard.press('Control+C');
  await page.evaluate(`{
    const place = document.body.appendChild(document.createElement('dialog'));
    place.innerHTML = '<input id="pasted">';
    place.showModal();
  }`);
  await page.locator('#pasted').focus();
  await page.keyboard.press('Control+V');
  return page.locator('#pasted').inputValue();
}
type SelectedField = {
  readonly selectionStart: number;
  readonly selectionEnd: number;
  readonly ownerDocument: { readonly activeElement: unknown };
};

it.each([
  ['', 'Copy link', 'Press Ctrl+C (⌘C on a Mac)'],
  ['/de', 'Link kopieren', 'Drücke Strg+C (⌘C am Mac)'],
  ['/ar', 'نسخ الرابط', 'اضغط Ctrl+C'],
])('shows the link of the page under "%s" and says what to press', async (prefix, name, keys) => {
  await open(pages.origin, `${prefix}/terms`);
  const foot = page.getByRole('contentinfo');
  await foot.getByRole('button', { name }).click();
  await foot.getByText(keys).waitFor();
  const field = foot.getByRole('textbox', { name });
  expect(await field.getAttribute('readonly')).not.toBeNull();
  expect(await overflowing(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  const link = `${plain(pages.origin)}${prefix}/terms`;
  expect(await copiedFrom(field)).toBe(link);
});

it('shows nothing of another page after a navigation', async () => {
  await open(pages.origin, '/terms');
  await takeOver(page);
  const foot = page.getByRole('contentinfo');
  await foot.getByRole('button', { name: 'Copy link' }).click();
  await foot.getByRole('textbox').waitFor();
  await page.evaluate("navigation.navigate('/privacy').finished");
  await page.getByRole('heading', { name: 'Privacy', level: 1 }).waitFor();
  expect(await foot.getByRole('textbox').count()).toBe(0);
});

it('selects the link to a file where it stands already', async () => {
  await open(flow.origin, '/');
  await choose(page);
  const id = await begin(page, flow);
  flow.fake.fill(id, new Uint8Array(2000));
  flow.fake.set({ id, phase: 'ready', percent: 100 });
  await page.getByRole('button', { name: 'Share link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await dialog.getByText('Press Ctrl+C (⌘C on a Mac)').waitFor();
  expect(await violations(page)).toEqual([]);
  const field = dialog.getByRole('textbox', { name: 'Link to the file' });
  const link = await field.inputValue();
  expect(link).toMatch(/^http:\/\/plain\.test:\d+\/files\//);
  expect(await copiedFrom(field)).toBe(link);
});

it('selects the link of a case where it stands already', async () => {
  const sent = { form: 'copyright', caseToken: 'A'.repeat(43) };
  await context.addInitScript(`sessionStorage.setItem('takedown-sent', '${JSON.stringify(sent)}')`);
  await open(pages.origin, '/dmca');
  const card = page.locator('.takedown-sent');
  await card.getByRole('button', { name: 'Copy link' }).click();
  await card.getByText('Press Ctrl+C (⌘C on a Mac)').waitFor();
  const field = card.getByRole('textbox', { name: 'Link to your case' });
  expect(await overflowing(page)).toEqual([]);
  expect(await copiedFrom(field)).toBe(await field.inputValue());
});
