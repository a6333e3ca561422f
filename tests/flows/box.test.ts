// The link box: what it takes, what it refuses, and the addresses that fill it.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shared } from '../support/browser/shared.ts';
import { focusOf, forget, until } from '../support/flow/flow-fixture.ts';
import {
  choose,
  PLAYED_LINK,
  type PlayedFixture,
  startPlayedFixture,
} from '../support/flow/flow-played-fixture.ts';

/** Calls about a link; what the page fetches ahead and counts is none of them. */
const OF_LINKS = /^\/api\/(detect-platform|inspect|download|jobs)/;

let fixture: PlayedFixture;
let context: BrowserContext;
let page: Page;
let asked: string[];

// A page that has been open before is far cheaper than the first page of a new visitor.
shared.beforeAll(async ({ browser }) => {
  fixture = await startPlayedFixture();
  context = await browser.newContext({ viewport: { width: 820, height: 700 } });
  page = await context.newPage();
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
});
afterAll(async () => {
  await context?.close();
  await fixture?.close();
});
beforeEach(() => {
  asked = [];
});
afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await forget(page);
});

const open = async (path = '/') => {
  await page.goto(fixture.origin + path);
  await page.locator('html[data-ready]').waitFor();
};
const box = () => page.getByLabel('Video link');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const toast = () => page.getByRole('alert');
const analyze = async (text: string) => {
  await box().fill(text);
  await button('Analyze').click();
};
const paste = (text: string) =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  })()`);
const hint =
  "Please check your URL and try again. Make sure it's from a supported platform and is correctly formatted.";

describe('the link box', () => {
  it('is a required URL input whose own checks stay silent', async () => {
    await open();
    for (const [name, value] of [
      ['type', 'url'],
      ['required', ''],
      ['placeholder', 'Enter URL here...'],
      ['id', 'video-url-input'],
    ] as const)
      expect(await box().getAttribute(name)).toBe(value);
    expect(await page.getByRole('main').locator('form').first().getAttribute('novalidate')).toBe(
      '',
    );
    await page.getByText('Just paste your video URL').waitFor();
  });

  it.each([
    ['', 'Error', 'Please enter a URL', null],
    ['   ', 'Error', 'Please enter a URL', null],
    [
      'not a link',
      'Invalid URL',
      'Please enter a valid URL starting with http:// or https://',
      'Invalid URL format. Must start with http:// or https://',
    ],
    [
      'ftp://example.com/a.mp4',
      'Invalid URL',
      'Please enter a valid URL starting with http:// or https://',
      'Invalid URL format. Must start with http:// or https://',
    ],
  ])('answers %j at once, without a request', async (text, title, description, inline) => {
    await open();
    await analyze(text);
    await toast().getByText(title, { exact: true }).waitFor();
    await toast().getByText(description, { exact: true }).waitFor();
    if (inline) {
      await page.getByText(inline, { exact: true }).waitFor();
      expect(await page.getByText(hint).count()).toBe(0);
    }
    expect(asked.filter((path) => OF_LINKS.test(path))).toEqual([]);
  });

  it('"Try Again" empties it, "Edit link" keeps what is in it, and both go back to it', async () => {
    await open();
    await analyze('https://example.com/x');
    await button('Edit link').click();
    await until(() => focusOf(page)).toBe('video-url-input');
    expect(await box().inputValue()).toBe('https://example.com/x');
    await button('Try Again').click();
    await until(() => box().inputValue()).toBe('');
    await until(() => focusOf(page)).toBe('video-url-input');
    await page.getByText(hint).waitFor({ state: 'detached' });
  });

  it('shows the upgraded link, and otherwise sends it unchanged', async () => {
    await open();
    const sent = page.waitForRequest('**/api/detect-platform');
    await analyze(` http://www.youtube.com/watch?v=aaaaaaaaaaa&t=30\n`);
    const url = 'https://www.youtube.com/watch?v=aaaaaaaaaaa&t=30';
    expect((await sent).postDataJSON()).toEqual({ url });
    expect(await box().inputValue()).toBe(url);
  });

  it('recognises a known link while it is typed', async () => {
    await open();
    await box().fill('https://www.tiktok.com/@a/video/7100000000000000000');
    await page.getByText('TikTok link recognised').waitFor();
    expect(asked.filter((path) => OF_LINKS.test(path))).toEqual([]);
  });

  it('takes a paste from anywhere, and starts by itself with a known link', async () => {
    await open();
    await paste(`See ${PLAYED_LINK}, it is nice`);
    await page.getByText('Valid URL Detected!').waitFor();
    expect(await box().inputValue()).toBe(PLAYED_LINK);
    await open();
    await box().focus();
    await paste(PLAYED_LINK);
    await page.getByText('Valid URL Detected!').waitFor();
    await open();
    await paste('just words');
    await until(() => box().inputValue()).toBe('just words');
    expect(await focusOf(page)).toBe('video-url-input');
  });

  it('takes the focus with "/", stops or empties with Esc, and clears with its cross', async () => {
    await open();
    await page.route('**/api/detect-platform', () => undefined);
    await page.keyboard.press('/');
    expect(await focusOf(page)).toBe('video-url-input');
    await page.keyboard.type(PLAYED_LINK);
    expect(await box().inputValue()).toBe(PLAYED_LINK);
    await page.keyboard.press('Enter');
    await page.getByText('Asking YouTube…').waitFor();
    expect(await button('Analyzing...').isDisabled()).toBe(true);
    await box().press('Escape');
    await button('Analyze').waitFor();
    expect(await box().inputValue()).toBe(PLAYED_LINK);
    await box().press('Escape');
    expect(await box().inputValue()).toBe('');
    await box().fill('x');
    await button('Clear the link').click();
    expect(await box().inputValue()).toBe('');
    expect(await focusOf(page)).toBe('video-url-input');
  });
});

describe('the address of the page', () => {
  it('preselects MP3 with convert=mp3 and a quality with quality', async () => {
    await open('/?convert=mp3');
    await choose(page);
    expect(await page.getByRole('radio', { name: 'MP3 audio' }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: /^HD Quality/ }).count()).toBe(0);
    await button('Get Your Audio Now').waitFor();
    await open('/?quality=low');
    await choose(page);
    expect(await page.getByRole('radio', { name: /^Compact/ }).isChecked()).toBe(true);
  });

  it('defaults to MP4 in HD Quality', async () => {
    await open();
    await choose(page);
    expect(await page.getByRole('radio', { name: 'MP4 video' }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: /^HD Quality/ }).isChecked()).toBe(true);
  });

  it('inspects the link that it carries, and focuses the box for its fragment', async () => {
    await open(`/?u=${encodeURIComponent(PLAYED_LINK)}`);
    await page.getByRole('heading', { name: 'A video', exact: true }).waitFor();
    await open('/#video-url-input');
    await until(() => focusOf(page)).toBe('video-url-input');
  });
});
