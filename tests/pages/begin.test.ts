// Pages wait for a visitor before React takes them over; whatever is done until then has its effect all the same.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shared } from '../support/browser/shared.ts';
import { until } from '../support/flow/flow-fixture.ts';
import {
  PLAYED_LINK,
  type PlayedFixture,
  startPlayedFixture,
} from '../support/flow/flow-played-fixture.ts';

let fixture: PlayedFixture;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let asked: string[];
let problems: string[];

shared.beforeAll(async ({ browser: lent }) => {
  fixture = await startPlayedFixture();
  browser = lent;
});
afterAll(() => fixture?.close());
beforeEach(async () => {
  context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  page = await context.newPage();
  asked = [];
  problems = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(async () => {
  await context.close();
  expect(problems).toEqual([]);
});

const open = async (path: string) => {
  await page.goto(fixture.origin + path);
  await page.locator('html[data-ready]').waitFor();
};
const isLive = () => page.locator('html[data-live]').count();
const untilLive = () => page.locator('html[data-live]').waitFor();
const reacts = () => asked.filter((path) => path.startsWith('/assets/react-'));
const box = () => page.getByLabel('Video link');
const found = () => page.getByRole('heading', { name: 'A video', exact: true });

/** Opens a page whose React arrives only when it is released. */
async function openWithout(path: string): Promise<() => void> {
  const hold = Promise.withResolvers<void>();
  await page.route('**/assets/react-*.js', async (route) => {
    await hold.promise;
    await route.continue();
  });
  await open(path);
  return hold.resolve;
}

/** Nothing more is asked for. */
const rest = () => page.waitForLoadState('networkidle');

describe('a page loads no React', () => {
  it.each(['/', '/mobile'])('before a visitor moves, where it has tools: %s', async (path) => {
    await open(path);
    await rest();
    expect(reacts()).toEqual([]);
    await page.mouse.move(9, 9);
    await untilLive();
    expect(reacts()).toHaveLength(1);
  });

  it('before something is pressed that needs it, where it has text', async () => {
    await open('/guide');
    await page.mouse.move(9, 9);
    await page.mouse.wheel(0, 900);
    const dark = page.getByRole('switch', { name: 'Dark mode' });
    expect(await dark.getAttribute('aria-checked')).toBe('false');
    await dark.click();
    await until(() => dark.getAttribute('aria-checked')).toBe('true');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.locator('.language-button').click();
    await page.locator('#language-menu').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await until(() =>
      page.evaluate("document.activeElement?.closest('#site-search') !== null"),
    ).toBe(true);
    await page.keyboard.press('Escape');
    const share = page.getByRole('link', { name: 'Share on Facebook' });
    expect(await share.getAttribute('href')).toContain(
      encodeURIComponent(`${fixture.origin}/guide`),
    );
    await page.getByRole('contentinfo').getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Copied!' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${fixture.origin}/guide`);
    await rest();
    expect(reacts()).toEqual([]);
  });

  it.each(['/?url=x', '/#about', '/trending'])(
    'unless it has something to do at once: %s',
    async (path) => {
      await open(path);
      await untilLive();
    },
  );
});

describe('before React is there', () => {
  it('a link is typed and sent, and the caret stays', async () => {
    const release = await openWithout('/');
    await box().pressSequentially(`${PLAYED_LINK}!`);
    await page.keyboard.press('ArrowLeft');
    expect(await isLive()).toBe(0);
    release();
    await untilLive();
    await page.keyboard.press('Delete');
    await until(() => box().inputValue()).toBe(PLAYED_LINK);
    await page.keyboard.press('Enter');
    await found().waitFor();
  });

  it('a link is typed on and on, while React comes', async () => {
    const release = await openWithout('/');
    await box().focus();
    release();
    await page.keyboard.type(PLAYED_LINK, { delay: 15 });
    await page.keyboard.press('Enter');
    await found().waitFor();
    expect(await isLive()).toBe(1);
  });

  it('Enter is pressed', async () => {
    const release = await openWithout('/');
    await box().fill(PLAYED_LINK);
    await page.keyboard.press('Enter');
    const button = page.getByRole('button', { name: 'Analyze' });
    expect(await button.getAttribute('data-pressed')).toBe('');
    release();
    await found().waitFor();
    expect(page.url()).toBe(`${fixture.origin}/`);
    expect(asked.filter((path) => path === '/api/inspect')).toHaveLength(1);
  });

  it('"Paste" is pressed', async () => {
    const release = await openWithout('/');
    await page.evaluate(`navigator.clipboard.writeText('${PLAYED_LINK}')`);
    await page.getByRole('button', { name: 'Paste' }).click();
    // It was read while the press was handled.
    await page.evaluate("navigator.clipboard.writeText('something else')");
    release();
    await found().waitFor();
  });

  it('"Paste" is pressed in vain: nothing else in its place is', async () => {
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    const release = await openWithout('/');
    await page.getByRole('button', { name: 'Paste' }).click();
    release();
    await untilLive();
    expect(await page.getByRole('button', { name: 'Paste' }).count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(asked.filter((path) => path === '/api/inspect')).toEqual([]);
  });

  it('"Paste" is pressed over what was typed', async () => {
    const release = await openWithout('/');
    await page.evaluate(`navigator.clipboard.writeText('${PLAYED_LINK}')`);
    await box().fill('something else');
    await page.getByRole('button', { name: 'Paste' }).click();
    release();
    await found().waitFor();
    expect(await box().inputValue()).toBe(PLAYED_LINK);
  });

  it('a pasted link is changed', async () => {
    const release = await openWithout('/');
    await page.evaluate(`navigator.clipboard.writeText('${PLAYED_LINK}')`);
    await box().focus();
    await page.keyboard.press('Control+V');
    await page.keyboard.press('Backspace');
    release();
    await untilLive();
    await rest();
    expect(await box().inputValue()).toBe(PLAYED_LINK.slice(0, -1));
    expect(asked.filter((path) => path === '/api/inspect')).toEqual([]);
  });

  it('the link in the address is shown, and what is typed over it wins', async () => {
    const release = await openWithout(`/?url=${PLAYED_LINK}`);
    expect(await box().inputValue()).toBe(PLAYED_LINK);
    expect(await page.locator('main [type=submit][data-pressed]').count()).toBe(1);
    release();
    await found().waitFor();
    const releaseAgain = await openWithout(`/?url=${PLAYED_LINK}`);
    asked = [];
    await box().fill('https://example.com/other');
    releaseAgain();
    await untilLive();
    await page.waitForTimeout(300);
    await rest();
    expect(await box().inputValue()).toBe('https://example.com/other');
    expect(asked.filter((path) => path === '/api/inspect')).toEqual([]);
  });

  it('words are typed, and then where to search is chosen', async () => {
    const release = await openWithout('/search');
    await page.locator('#search-box').fill('subtitles');
    await page.locator('.search-sources').getByText('Blog').click();
    release();
    await page.waitForURL('**/search?q=subtitles&source=blog');
  });

  it('words are typed over those of the address', async () => {
    const release = await openWithout('/search?q=trim');
    const words = page.locator('#search-box');
    expect(await words.inputValue()).toBe('trim');
    await words.fill('subtitles');
    release();
    await page.waitForURL('**/search?q=subtitles');
  });

  it('the search of the header keeps the focus', async () => {
    const release = await openWithout('/search');
    await page.locator('.search-button').click();
    const ofHeader = page.locator('#site-search input[type=search]');
    await ofHeader.fill('sub');
    release();
    await untilLive();
    expect(await page.locator('#site-search input:focus').count()).toBe(1);
  });

  it('several links are pasted into the box', async () => {
    const release = await openWithout('/');
    const links = `${PLAYED_LINK}\nhttps://x.com/a/status/1234567890123456789`;
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(links)})`);
    await box().focus();
    await page.keyboard.press('Control+V');
    release();
    await page.getByText('2 links').first().waitFor();
    await found().waitFor();
  });

  it('a language is chosen, without loading the page anew', async () => {
    const release = await openWithout('/terms');
    await page.evaluate('window.isSame = true');
    await page.locator('.language-button').click();
    await page.locator('#language-menu [data-language=de]').click();
    release();
    await until(() => page.locator('html').getAttribute('lang')).toBe('de');
    expect(await page.evaluate('window.isSame')).toBe(true);
  });

  it('a file is chosen or dropped', async () => {
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no film') };
    const release = await openWithout('/video-trimmer');
    await page.locator('input[type=file]').setInputFiles(file);
    release();
    await page.getByRole('alert').first().waitFor();
    await page.unrouteAll();
    const releaseAgain = await openWithout('/video-trimmer');
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['no film'], 'notes.txt', { type: 'text/plain' }));
      document.querySelector('main').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    }`);
    releaseAgain();
    await page.getByRole('alert').first().waitFor();
  });
});

it('without React, the browser sends the form by itself', async () => {
  await page.route('**/assets/react-*.js', (route) => route.abort('blockedbyclient'));
  await open('/');
  await box().fill('https://example.com/x');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/?url=${encodeURIComponent('https://example.com/x')}`);
  problems = [];
});

it('scripts that fail are named, and tried again with the next press', async () => {
  let isFailing = true;
  await page.route('**/assets/react-*.js', (route) =>
    isFailing ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await open('/');
  await page.mouse.move(9, 9);
  const note = page.getByRole('alert').filter({ hasText: 'Part of this page didn’t arrive' });
  await note.waitFor();
  expect(await note.getByRole('link', { name: 'Reload' }).count()).toBe(1);
  isFailing = false;
  await box().pressSequentially(PLAYED_LINK);
  await untilLive();
  expect(await note.count()).toBe(0);
  await page.keyboard.press('Enter');
  await found().waitFor();
});
