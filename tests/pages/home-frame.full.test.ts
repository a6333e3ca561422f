import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { builtPages, strictPages } from '../support/browser/built-pages.ts';
import { type PageServer, servePages } from '../support/browser/page-server.ts';
import { shared } from '../support/browser/shared.ts';
import { takeOver } from '../support/browser/take-over.ts';

let built: string;
let server: PageServer;
let strictServer: PageServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];

shared.beforeAll(async ({ browser: lent }) => {
  built = await builtPages();
  // Built with React's warnings: only then does it report hydration mismatches.
  strictServer = await servePages(await strictPages());
  server = await servePages(built);
  browser = lent;
});
afterAll(async () => {
  await server?.close();
  await strictServer?.close();
});
beforeEach(async () => {
  problems = [];
  context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  page = await context.newPage();
  page.on('console', (message) => message.type() !== 'info' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith('http://127.0.0.1:')) problems.push(`asked ${request.url()}`);
  });
  // There is only the frame here: every call of the page is answered with "nothing".
  await page.route('**/api/**', (route) => route.fulfill({ status: 204 }));
});
afterEach(() => context.close());

const hydrated = () => takeOver(page);

describe('the theme', () => {
  const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
  const DARK = 'rgb(14, 19, 29)';

  it('is the same in all tabs', async () => {
    await page.goto(server.origin);
    await hydrated();
    const other = await context.newPage();
    await other.goto(server.origin);
    await other.getByRole('switch', { name: 'Dark mode' }).click();
    await expect.poll(paper).toBe(DARK);
    const themeSwitch = page.getByRole('switch', { name: 'Dark mode' });
    await expect.poll(() => themeSwitch.getAttribute('aria-checked')).toBe('true');
  });

  it('works for this visit where storage is blocked; that is only logged', async () => {
    await page.addInitScript(`Object.defineProperty(window, 'localStorage', {
      get() { throw new DOMException('no', 'SecurityError'); } })`);
    await page.goto(server.origin);
    await hydrated();
    await page.getByRole('switch', { name: 'Dark mode' }).click();
    expect(await paper()).toBe(DARK);
    expect(problems.filter((text) => !text.includes('storage'))).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
  });
});

describe('the frame', () => {
  it.each([
    ['light', 390],
    ['dark', 390],
    ['light', 1440],
    ['dark', 1440],
  ] as const)('has no axe violations, %s at %i px', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 844 });
    await page.goto(server.origin);
    await hydrated();
    expect(await violations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
