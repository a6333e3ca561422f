// The frame around the home page: what is built, hydration, the theme.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
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

describe('the page as it is built', () => {
  it('holds nothing that the policy refuses', async () => {
    const html = await readFile(path.join(built, 'pages/en/home.html'), 'utf8');
    expect(html.match(/\sstyle=|<style|\son[a-z]+=|javascript:|data:/g)).toBeNull();
    expect([...html.matchAll(/<script(?![^>]* src=|[^>]* type="application\/ld\+json")/g)]).toEqual(
      [],
    );
  });

  it('has its language, viewport, title and heading, and preloads two fonts', async () => {
    const html = await readFile(path.join(built, 'pages/en/home.html'), 'utf8');
    for (const part of [
      '<html lang="en" dir="ltr" ',
      '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"/>',
      '<meta name="mobile-web-app-capable" content="yes"/>',
      '<script src="/js/custom.js" defer=""></script>',
      '<title>',
      '<h1>',
    ])
      expect(html).toContain(part);
    expect(html.match(/rel="preload" as="font" type="font\/woff2"/g)).toHaveLength(2);
  });

  it("leaves the operator's own script, the site's menu and its footer out of the operators' area", async () => {
    const html = await readFile(path.join(built, 'pages/en/admin/login.html'), 'utf8');
    expect(html).toContain('class="site-name"');
    expect(html).not.toMatch(/custom\.js|site-menu|site-foot|foot-columns/);
  });

  it('has a script before the first paint that no other script has to wait for', async () => {
    const assets = path.join(built, 'assets');
    const name = (await readdir(assets)).find((file) => /^before-paint-.*\.js$/.test(file));
    const text = await readFile(path.join(assets, name ?? ''), 'utf8');
    expect(text).not.toMatch(/\b(import|export)\b/);
  });
});

describe('hydration', () => {
  it.each([
    ['light', null],
    ['dark', null],
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const)('matches what was built, system %s, chosen %s', async (colorScheme, chosen) => {
    await page.emulateMedia({ colorScheme });
    if (chosen) await page.addInitScript(`localStorage.setItem('theme', '${chosen}')`);
    await page.goto(strictServer.origin);
    await hydrated();
    const isDark = (chosen ?? colorScheme) === 'dark';
    const themeSwitch = page.getByRole('switch', { name: 'Dark mode' });
    await expect.poll(() => themeSwitch.getAttribute('aria-checked')).toBe(String(isDark));
    expect(problems).toEqual([]);
  });

  it('causes no layout shift', async () => {
    await page.addInitScript(`window.shifts = [];
      new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((one) => one.value)))
        .observe({ type: 'layout-shift', buffered: true });`);
    await page.goto(server.origin);
    await hydrated();
    await page.evaluate('document.fonts.ready');
    expect(await page.evaluate('window.shifts.reduce((sum, one) => sum + one, 0)')).toBeLessThan(
      0.01,
    );
    expect(problems).toEqual([]);
  });
});

describe('the theme', () => {
  const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
  const bar = () =>
    page.evaluate(`[...document.querySelectorAll('meta[name=theme-color]')]
      .filter((one) => matchMedia(one.media).matches).map((one) => one.content).join()`);
  const LIGHT = 'rgb(250, 247, 242)';
  const DARK = 'rgb(14, 19, 29)';

  it('follows the system until it is chosen, and is remembered then', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(server.origin);
    await hydrated();
    expect([await paper(), await bar()]).toEqual([DARK, '#0e131d']);
    await page.emulateMedia({ colorScheme: 'light' });
    expect([await paper(), await bar()]).toEqual([LIGHT, '#faf7f2']);
    const themeSwitch = page.getByRole('switch', { name: 'Dark mode' });
    await themeSwitch.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => themeSwitch.getAttribute('aria-checked')).toBe('true');
    expect([await paper(), await bar()]).toEqual([DARK, '#0e131d']);
    expect(await page.evaluate("localStorage.getItem('theme')")).toBe('dark');
    await page.reload();
    expect(await paper()).toBe(DARK);
  });

  it('is set before the first paint', async () => {
    await page.addInitScript("localStorage.setItem('theme', 'dark')");
    await page.route('**/client-*.js', (route) => route.abort());
    await page.goto(server.origin);
    expect(await paper()).toBe(DARK);
  });
});

describe('the frame', () => {
  it('can be read without scripts', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const still = await plain.newPage();
    await still.goto(server.origin);
    expect(await still.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await still.locator('.needs-script').isVisible()).toBe(true);
    await plain.close();
  });
});
