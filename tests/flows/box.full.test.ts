// The link box in detail: refusals, hints, drops and addresses.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shared } from '../support/browser/shared.ts';
import { focusOf, until } from '../support/flow/flow-fixture.ts';
import {
  choose,
  PLAYED_LINK,
  type PlayedFixture,
  startPlayedFixture,
} from '../support/flow/flow-played-fixture.ts';

let fixture: PlayedFixture;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let asked: string[];

shared.beforeAll(async ({ browser: lent }) => {
  fixture = await startPlayedFixture();
  browser = lent;
});
afterAll(async () => {
  await fixture?.close();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 820, height: 700 } });
  page = await context.newPage();
  asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
});
afterEach(async () => {
  await context.close();
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
const hint =
  "Please check your URL and try again. Make sure it's from a supported platform and is correctly formatted.";

describe('the link box', () => {
  it('no longer says what was wrong once another link is asked about, even while a pointer rests on it', async () => {
    await open();
    await analyze('not a link');
    await toast().getByText('Invalid URL', { exact: true }).hover();
    await box().fill(PLAYED_LINK);
    await box().press('Enter');
    await toast().getByText('Invalid URL', { exact: true }).waitFor({ state: 'detached' });
  });

  it.each([
    ['https://example.com/x', 'Unsupported platform or invalid URL'],
    [
      'https://www.youtube.com/@somebody',
      /^(This is not a link to a single|Unsupported platform or invalid URL)/,
    ],
  ])('shows the server’s reason for refusing %s', async (text, sentence) => {
    await open();
    await analyze(text);
    await page.getByText(sentence).waitFor();
    await page.getByText(hint).waitFor();
  });

  it('shows its own message when the server sends none, and when the server fails', async () => {
    await open();
    await page.route('**/api/detect-platform', (route) =>
      route.fulfill({ json: { isValid: false, platform: null, platformName: null, message: '' } }),
    );
    await analyze('https://example.com/x');
    await page.getByText('Unsupported platform or invalid URL').waitFor();
    for (const answer of [
      { body: '<!doctype html><title>x</title>' },
      { status: 502, body: 'x' },
    ]) {
      await open();
      await page.unroute('**/api/detect-platform');
      await page.route('**/api/detect-platform', (route) => route.fulfill(answer));
      await analyze(PLAYED_LINK);
      await page.getByText('Error analyzing URL. Please try again.').waitFor();
      await toast().getByText('Failed to analyze URL. Please try again.').waitFor();
    }
  });

  it('suggests the corrected address when only its scheme is missing', async () => {
    await open();
    await analyze('youtube.com/watch?v=aaaaaaaaaaa');
    await button('Use https://youtube.com/watch?v=aaaaaaaaaaa').click();
    await page.getByText('Valid URL Detected!').waitFor();
    expect(await box().inputValue()).toBe('https://youtube.com/watch?v=aaaaaaaaaaa');
  });

  it('takes what is dropped anywhere', async () => {
    await open();
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/uri-list', ${JSON.stringify(PLAYED_LINK)});
      for (const name of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
    })()`);
    await page.getByText('Valid URL Detected!').waitFor();
  });
});

describe('the address of the page', () => {
  it.each([
    ['youtube', 'Enter YouTube URL here...'],
    ['tiktok', 'Enter TikTok URL here...'],
    ['instagram', 'Enter Instagram URL here...'],
    ['facebook', 'Enter Facebook URL here...'],
    ['twitter', /^Enter .*X.* URL here\.\.\.$/],
    ['snapchat', 'Enter Snapchat URL here...'],
    ['pinterest', 'Enter Pinterest URL here...'],
    ['threads', 'Enter Threads URL here...'],
    ['home', 'Enter URL here...'],
  ])('?platform=%s focuses the box', async (platform, placeholder) => {
    await open(`/?platform=${platform}`);
    await until(() => focusOf(page)).toBe('video-url-input');
    expect(await box().getAttribute('placeholder')).toMatch(placeholder);
  });
});

describe('a page whose next part cannot be loaded', () => {
  it('says so and offers to load the page again', async () => {
    await page.route('**/assets/flow-card-*.js', (route) => route.abort());
    await open();
    await analyze(PLAYED_LINK);
    await button('Reload the page').waitFor();
    await page.unroute('**/assets/flow-card-*.js');
    await button('Reload the page').click();
    await button('Paste').or(button('Analyze')).first().waitFor();
    await choose(page);
  });
});
