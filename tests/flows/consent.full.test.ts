// Third-party scripts: none by default; where an operator enabled some, only after a visitor's consent.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONTENT_SECURITY_POLICY, policyFor } from '../../src/http/server/security-headers.ts';
import { violations } from '../support/browser/axe.ts';
import { startBrowser } from '../support/browser/browser.ts';
import { builtPages } from '../support/browser/built-pages.ts';
import { type PageServer, servePages } from '../support/browser/page-server.ts';
import { takeOver } from '../support/browser/take-over.ts';

const TOOL = 'https://consent.example/tool.js?site=1';
const GTM = 'https://www.googletagmanager.com/gtm.js?id=GTM-TEST1';
const SCRIPTS = { gtmId: 'GTM-TEST1', consentScriptUrl: TOOL };

/** What a script of others finds when it starts. */
type Found = { readonly answer: object; readonly list: readonly (readonly unknown[])[] };

let plain: PageServer;
let asking: PageServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let outside: string[];
let problems: string[];

beforeAll(async () => {
  const webDir = await builtPages();
  plain = await servePages(webDir);
  asking = await servePages(webDir, { site: SCRIPTS });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await plain?.close();
  await asking?.close();
});
beforeEach(async () => {
  outside = [];
  problems = [];
  context = await browser.newContext({ locale: 'en' });
  // The question is not put to machines, and a driven browser says that it is one.
  await context.addInitScript("Object.defineProperty(navigator, 'webdriver', { value: false })");
  await context.route('**/api/**', (route) => route.fulfill({ status: 204 }));
  await context.route(/^https:/, (route) => {
    outside.push(route.request().url());
    return route.fulfill({
      contentType: 'text/javascript',
      body: `window.ran = (window.ran ?? 0) + 1;
        window.found = [...(window.found ?? []), {
          answer: window.keepreelConsent, list: (window.dataLayer ?? []).map((one) => [...(one.length ? one : [])]) }];`,
    });
  });
  page = await context.newPage();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(async () => {
  expect(problems).toEqual([]);
  await context.close();
});

const open = async (server: PageServer, pathname = '/') => {
  await page.goto(server.origin + pathname);
  await page.locator('html[data-ready]').waitFor();
};
const question = () => page.getByRole('dialog');
const answer = (name: string) => question().getByRole('button', { name });
const ran = () => page.evaluate('window.ran ?? 0');

describe('a server without third-party scripts', () => {
  it('asks for no consent, names no script and allows no other origin', async () => {
    await open(plain);
    await page.evaluate(
      'new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }))',
    );
    expect(await question().count()).toBe(0);
    const html = await (await fetch(plain.origin)).text();
    expect(html).not.toMatch(/gtm-id|consent-script|data-consent=|googletagmanager/);
    const answered = await fetch(plain.origin);
    expect(answered.headers.get('content-security-policy')).not.toContain('https:');
    expect(policyFor({ gtmId: undefined, consentScriptUrl: undefined })).toEqual(
      CONTENT_SECURITY_POLICY,
    );
    expect(outside).toEqual([]);
  });
});

describe('a server with third-party scripts', () => {
  it('allows exactly their origins', () => {
    const own = policyFor({ gtmId: undefined, consentScriptUrl: TOOL });
    expect(own['script-src']).toEqual([
      ...CONTENT_SECURITY_POLICY['script-src'],
      'https://consent.example',
    ]);
    expect(own['style-src']).toEqual(["'self'"]);
    expect(JSON.stringify(own)).not.toContain('google');
    const google = policyFor({ gtmId: 'GTM-TEST1', consentScriptUrl: undefined });
    expect(google['script-src']).toContain('https://*.googletagmanager.com');
    expect(JSON.stringify(google)).not.toMatch(/unsafe-inline|consent\.example/);
  });

  it('asks first and loads nothing before the answer', async () => {
    await open(asking);
    await question().waitFor();
    expect(outside).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate('[window.dataLayer, window.keepreelConsent]')).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('receive the answer, so that none of them has to ask again', async () => {
    await open(asking);
    await answer('Accept').click();
    await expect.poll(ran).toBe(2);
    const ads = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' };
    for (const { answer, list } of await page.evaluate<Found[]>('window.found')) {
      expect(answer).toEqual({ necessary: true, measuring: true });
      expect(list.filter(([command]) => command === 'consent')).toEqual([
        ['consent', 'default', { ...ads, analytics_storage: 'denied' }],
        ['consent', 'update', { analytics_storage: 'granted' }],
      ]);
    }
    // The tag manager takes a plain list for something else than a command.
    expect(await page.evaluate('Object.prototype.toString.call(window.dataLayer[0])')).toBe(
      '[object Arguments]',
    );
  });

  it('report every page to the tag manager after a yes, once each, and none before', async () => {
    const follow = (path: string) =>
      page.evaluate(`document.querySelector('a[href="${path}"]').click()`);
    const pages = () =>
      page.evaluate<readonly Record<string, string>[]>(
        `(window.dataLayer ?? []).filter(({ event }) => event === 'page_view')`,
      );
    const told = async () => (await pages()).map((one) => one['page_path']);
    await open(asking);
    await takeOver(page);
    await follow('/privacy');
    await page.waitForURL('**/privacy');
    await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor();
    await answer('Accept').click();
    await expect.poll(told).toEqual(['/privacy']);
    await follow('/terms');
    await expect.poll(told).toEqual(['/privacy', '/terms']);
    await page.goBack();
    await expect.poll(told).toEqual(['/privacy', '/terms', '/privacy']);
    const title = await page.title();
    expect((await pages()).at(-1)).toEqual({
      event: 'page_view',
      page_path: '/privacy',
      page_title: title,
      page_language: 'en',
    });
    await open(asking, '/fr/about');
    await takeOver(page);
    await expect.poll(told).toEqual(['/fr/about']);
    expect((await pages())[0]?.['page_language']).toBe('fr');
    await page.evaluate(`location.hash = 'main'`);
    await follow('/fr/privacy');
    await expect.poll(told).toEqual(['/fr/about', '/fr/privacy']);
  });

  it('are not loaded on pages of operators, nor sent their page views', async () => {
    await open(asking);
    await answer('Accept').click();
    await expect.poll(ran).toBe(2);
    outside.length = 0;
    await page.route('**/admin/auth-status', (route) =>
      route.fulfill({ json: { loggedIn: false } }),
    );
    await open(asking, '/admin/login');
    await page.evaluate(
      'new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }))',
    );
    expect([outside, await page.evaluate('window.dataLayer')]).toEqual([[], undefined]);
  });

  it('offers two answers of the same weight', async () => {
    await open(asking);
    const looks = await Promise.all(
      ['Accept', 'Refuse'].map((name) =>
        answer(name).evaluate(
          `(button) => { const { backgroundColor, color, fontSize, fontWeight, height } = getComputedStyle(button);
            return { backgroundColor, color, fontSize, fontWeight, height }; }`,
        ),
      ),
    );
    expect(looks[0]).toEqual(looks[1]);
    expect(await question().getByRole('button').count()).toBe(2);
  });

  it('loads them after a yes, now and on every later visit', async () => {
    await open(asking);
    await answer('Accept').click();
    await expect.poll(ran).toBe(2);
    expect([...outside].sort()).toEqual([TOOL, GTM].sort());
    await page.reload();
    await expect.poll(ran).toBe(2);
    expect(await question().isVisible()).toBe(false);
  });

  it('never loads them after a no, and does not ask again', async () => {
    await open(asking);
    await answer('Refuse').click();
    await question().waitFor({ state: 'hidden' });
    await open(asking, '/about');
    await page.locator('html[data-consent-language]').waitFor();
    expect(await question().isVisible()).toBe(false);
    expect(outside).toEqual([]);
  });

  it('can be asked again, and a yes can be taken back', async () => {
    await open(asking);
    await answer('Accept').click();
    await expect.poll(ran).toBe(2);
    await page.evaluate(`{ const button = document.createElement('button');
      button.dataset.consent = ''; button.textContent = 'Again'; document.body.append(button); }`);
    await page.getByText('Again', { exact: true }).click();
    const reloaded = page.waitForEvent('framenavigated');
    await answer('Refuse').click();
    await reloaded;
    outside.length = 0;
    await page.locator('html[data-consent-language]').waitFor();
    expect([await ran(), outside]).toEqual([0, []]);
  });

  it('treats a browser’s privacy signal as a no', async () => {
    await page.addInitScript(
      `Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })`,
    );
    await open(asking);
    await page.locator('html[data-consent-language]').waitFor();
    expect(await question().isVisible()).toBe(false);
    expect(outside).toEqual([]);
  });

  it('does not ask machines, and shows them the question where they press for it', async () => {
    await page.addInitScript(`Object.defineProperty(navigator, 'userAgent', { value: 'a bot' })`);
    await open(asking);
    await page.locator('html[data-consent-language]').waitFor();
    expect(await question().isVisible()).toBe(false);
    await page.locator('[data-consent]').first().click();
    await answer('Refuse').click();
    await question().waitFor({ state: 'hidden' });
    expect(outside).toEqual([]);
  });

  it.each([
    ['light', 390],
    ['dark', 1440],
  ] as const)('asks without axe violations, %s at %i px', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 844 });
    await open(asking);
    await answer('Accept').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
