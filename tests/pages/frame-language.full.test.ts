import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { KEYS } from '../../scripts/web/languages.ts';
import { strictPages } from '../support/browser/built-pages.ts';
import { aJob, anEvent, LINK, RESULT } from '../support/flow/manual-flow.ts';
import { type FrameFixture, isFocused, startFrameFixture } from '../support/pages/frame-fixture.ts';

let fixture: FrameFixture;
let context: BrowserContext;
beforeAll(async () => {
  // With the language for tests, which needs no translation: its words are their keys.
  fixture = await startFrameFixture(await strictPages());
});
afterAll(async () => {
  await fixture?.close();
});
afterEach(async () => {
  await context.close();
  expect(fixture.problems.splice(0)).toEqual([]);
});

const visit = async (options: BrowserContextOptions = {}) => {
  const visitor = await fixture.visitor({ locale: 'en', ...options });
  context = visitor.context;
  return visitor;
};
const choose = async (page: Page, name: string) => {
  await page.locator('.language-button').click();
  await page.locator('#language-menu').getByRole('link', { name, exact: true }).click();
};
const spoken = (page: Page) =>
  page.evaluate<[string, string]>('[document.documentElement.lang, location.pathname]');
const remembered = (page: Page) =>
  page.evaluate<[string | null, string]>(
    `[localStorage.getItem('language'), document.cookie.match(/language=([^;]*)/)?.[1] ?? '']`,
  );
const mark = (page: Page) => page.evaluate('window.isSame = true');
const isSame = (page: Page) => page.evaluate('window.isSame === true');

describe('choosing a language', () => {
  it('shows the same page in it at its own address, without a reload, and remembers it', async () => {
    const page = await (await visit()).open('/terms');
    await mark(page);
    // By script, for a pointer would scroll back to the menu first.
    await page.evaluate(`scrollTo(0, 300);
      document.querySelector('#language-menu [data-language=${KEYS.code}]').click()`);
    await expect.poll(() => spoken(page)).toEqual([KEYS.tag, `${KEYS.prefix}/terms`]);
    expect(await page.getByRole('navigation', { name: '[ui.breadcrumb]' }).count()).toBe(1);
    expect(await page.evaluate('[document.documentElement.dir, scrollY]')).toEqual(['ltr', 300]);
    expect(await remembered(page)).toEqual([KEYS.code, KEYS.code]);
    expect(await isFocused(page, '.language-button')).toBe(true);
    await choose(page, 'English');
    await expect.poll(() => spoken(page)).toEqual(['en', '/terms']);
    expect(await page.evaluate('location.search')).toBe('');
    expect(await remembered(page)).toEqual(['en', 'en']);
    expect(await isSame(page)).toBe(true);
  });

  it('works where the address stays the same', async () => {
    const { open } = await visit();
    await context.addCookies([{ name: 'language', value: KEYS.code, url: fixture.origin }]);
    const page = await open('/terms');
    expect(await spoken(page)).toEqual([KEYS.tag, '/terms']);
    await mark(page);
    await choose(page, 'English');
    await expect.poll(() => spoken(page)).toEqual(['en', '/terms']);
    expect(await isSame(page)).toBe(true);
  });

  it('closes the menu when it is the language already', async () => {
    const page = await (await visit()).open('/terms');
    await mark(page);
    await choose(page, 'English');
    await expect.poll(() => page.locator('#language-menu').isVisible()).toBe(false);
    expect([await isSame(page), ...(await remembered(page))]).toEqual([true, 'en', 'en']);
  });

  it('keeps what was typed', async () => {
    const page = await (await visit()).open('/');
    await page.getByRole('textbox').fill('a film');
    await mark(page);
    await choose(page, KEYS.name);
    await expect.poll(() => spoken(page)).toEqual([KEYS.tag, KEYS.prefix]);
    expect(await page.getByRole('textbox').inputValue()).toBe('a film');
    expect(await isSame(page)).toBe(true);
  });

  it('works without scripts, English too', async () => {
    const page = await (await visit({ javaScriptEnabled: false })).open('/terms');
    await choose(page, KEYS.name);
    await page.waitForURL(`**${KEYS.prefix}/terms`);
    await context.addCookies([{ name: 'language', value: KEYS.code, url: fixture.origin }]);
    await choose(page, 'English');
    await page.waitForURL(`${fixture.origin}/terms`);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });
});

describe('the language of a page', () => {
  it('is always one that the site has, whatever was stored', async () => {
    const { open } = await visit();
    await context.addInitScript("localStorage.setItem('language', 'tlh')");
    const page = await open('/terms');
    expect(await spoken(page)).toEqual(['en', '/terms']);
    expect(await remembered(page)).toEqual(['tlh', '']);
  });

  it('is that of its address, which is no choice', async () => {
    const { open } = await visit();
    await context.addInitScript("localStorage.setItem('language', 'en')");
    await context.addCookies([{ name: 'language', value: 'en', url: fixture.origin }]);
    const page = await open(`${KEYS.prefix}/terms`);
    expect(await spoken(page)).toEqual([KEYS.tag, `${KEYS.prefix}/terms`]);
    expect(await remembered(page)).toEqual(['en', 'en']);
  });
});

describe('a download that is under way', () => {
  const progress = { ...anEvent(40), connections: 8, bytesPerSecond: 12_345_678 };
  const kept = {
    job: '1',
    url: LINK,
    platform: 'youtube',
    choice: { format: 'mp4', quality: 'high' },
  };
  const badge = (page: Page) => page.getByRole('contentinfo').locator('.optimizer').textContent();
  const downloading = async () => {
    const { open } = await visit();
    await context.addInitScript(`sessionStorage.setItem('download', '${JSON.stringify(kept)}')`);
    await context.route('**/api/jobs/1', (route) => route.fulfill({ json: aJob({ progress }) }));
    await context.route('**/api/download-progress*', (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: `data: ${JSON.stringify(progress)}\n\n`,
      }),
    );
    return open('/');
  };

  it('continues in another language', async () => {
    const page = await downloading();
    await page.getByRole('heading', { name: 'Processing Your Request' }).waitFor();
    await mark(page);
    await choose(page, KEYS.name);
    await page.getByRole('heading', { name: '[download.progressHeading]' }).waitFor();
    expect(await isSame(page)).toBe(true);
  });

  it('is shown by the optimizer badge, on other pages too, with its real state', async () => {
    const page = await downloading();
    const says = 'Speed optimizer: 8 connections, 12.3 MB/s';
    await expect.poll(() => badge(page)).toBe(says);
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
    await page.waitForURL('**/blog');
    expect(await badge(page)).toBe(says);
    await context.route('**/api/jobs/1', (route) =>
      route.fulfill({ json: aJob({ state: 'ready', result: { ...RESULT, expiresAt: 9e12 } }) }),
    );
    await expect.poll(() => badge(page)).toBe('Speed optimizer: activated');
  });

  it('leaves the badge idle where there is none', async () => {
    expect(await badge(await (await visit()).open('/'))).toBe('Speed optimizer: idle');
  });
});
