import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LAB_PLATFORMS } from '../lab/platforms/index.ts';
import { startBrowser } from './browser.ts';
import { type Product, startProduct } from './product.ts';

let product: Product;
let browser: Browser;
let origin: string;
let page: Page;
let trouble: string[];

beforeAll(async () => {
  product = await startProduct();
  origin = await product.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});
beforeEach(async () => {
  trouble = [];
  page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on(
    'request',
    (request) => request.url().startsWith(origin) || trouble.push(`went out to ${request.url()}`),
  );
  await page.goto(origin);
});
afterEach(async () => {
  await page.close();
});

const good = LAB_PLATFORMS.twitter.links.find((link) => 'items' in link.expect);
const refused = LAB_PLATFORMS.twitter.links.find(
  (link) => 'code' in link.expect && link.expect.code === 'no_video',
);

/** Runs axe inside the page without touching its content security policy. */
async function violations(): Promise<string[]> {
  return page.evaluate(
    `(() => { ${axe.source}; return axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((result) => result.violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.html).join(' '))); })()`,
  );
}

describe('the first page', () => {
  it('shows what a link holds, by keyboard alone', async () => {
    if (!good || !('items' in good.expect)) throw new TypeError('the lab has no good link');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(good.url);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: good.expect.title }).waitFor();
    const cells = await page
      .getByRole('row', { name: /HD Quality/ })
      .getByRole('cell')
      .allTextContents();
    expect(cells[1]).toMatch(/^\d+p(60)? · H\.264/);
    const picture = page.locator('img').first();
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      )
      .toBeGreaterThan(0);
    expect(await violations()).toEqual([]);
    expect(trouble).toEqual([]);
  });

  it('says in words why a link is refused, and stays usable', async () => {
    if (!refused) throw new TypeError('the lab has no refused link');
    await page.getByLabel('Video link').fill(refused.url);
    await page.getByRole('button', { name: 'Analyze' }).click();
    await page.getByText('There is no video in this post.').waitFor();
    expect(await page.getByRole('button', { name: 'Analyze' }).isEnabled()).toBe(true);
  });

  it('drops a slow look for a new one, and stops at Escape', async () => {
    if (!good || !('items' in good.expect)) throw new TypeError('the lab has no good link');
    const slow = product.lab.faults.add({
      host: 'www.snapchat.com',
      pathPrefix: '/',
      fault: { kind: 'hang' },
    });
    const [snap] = LAB_PLATFORMS.snapchat.links;
    await page.getByLabel('Video link').fill(snap?.url ?? '');
    await page.keyboard.press('Enter');
    await page.getByText('Asking Snapchat').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Cancelled.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Asking Snapchat').waitFor();
    await page.getByLabel('Video link').fill(good.url);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: good.expect.title }).waitFor();
    slow();
  });

  it.each([
    ['', 'Please enter a URL'],
    ['x'.repeat(5000), 'Invalid URL format. Must start with http:// or https://'],
    ['not a link', 'Invalid URL format. Must start with http:// or https://'],
    ['https://example.com/x', 'Unsupported platform or invalid URL'],
    [
      'https://www.youtube.com/@somebody',
      'This is not a link to a single YouTube video or post. Open the video itself and copy its link.',
    ],
  ])('answers %j with its sentence', async (text, sentence) => {
    await page.getByLabel('Video link').fill(text);
    await page.keyboard.press('Enter');
    await page.getByText(sentence).waitFor();
  });

  it('does not ask the server about a text that is no link', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByLabel('Video link').fill('www.youtube.com/watch?v=dQw4w9WgXcQ');
    await page.keyboard.press('Enter');
    await page.getByText('Invalid URL format').waitFor();
    expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
  });

  it('finds the link inside a shared text', async () => {
    if (!good || !('items' in good.expect)) throw new TypeError('the lab has no good link');
    await page.getByLabel('Video link').fill(`Look at this! ${good.url}?s=20 #wow`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: good.expect.title }).waitFor();
    expect(await page.getByLabel('Video link').inputValue()).not.toContain('s=20');
  });

  it('has nothing that axe finds fault with, in light and in dark, and never scrolls sideways', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(), colorScheme).toEqual([]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(trouble).toEqual([]);
  });

  it('treats a title as text whatever is in it', async () => {
    await page.route('**/api/inspect', (route) =>
      route.fulfill({
        json: {
          success: true,
          platformName: 'X',
          media: { title: '<img src=x onerror=alert(1)>', author: '"><script>alert(1)</script>' },
          items: [],
        },
      }),
    );
    await page.getByLabel('Video link').fill('https://x.com/a/status/1234567890123456789');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '<img src=x onerror=alert(1)>' }).waitFor();
    expect(trouble).toEqual([]);
  });
});

describe('the page of the interface', () => {
  it('reads well, without scripts, within the policy', async () => {
    await page.goto(`${origin}/api/docs`);
    await page.getByRole('heading', { name: 'POST /api/inspect' }).waitFor();
    expect(await page.locator('script').count()).toBe(0);
    expect(
      await page.evaluate('getComputedStyle(document.querySelector("main")).maxWidth'),
    ).not.toBe('none');
    expect(await violations()).toEqual([]);
    expect(trouble).toEqual([]);
  });
});
