// The frame of the pages: its header, its menus by mouse and by keys, going to another page, and its footer.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { shared } from '../support/browser/shared.ts';
import { takeOver } from '../support/browser/take-over.ts';
import {
  type FrameFixture,
  type FrameVisitor,
  isFocused,
  startFrameFixture,
} from '../support/pages/frame-fixture.ts';

const PHONE = { width: 390, height: 844 };
const PLATFORMS = 'YouTube,TikTok,Instagram,Facebook,Twitter / X,Snapchat,Pinterest,Threads'.split(
  ',',
);

let fixture: FrameFixture;
let withContact: FrameFixture;
let visitors: FrameVisitor[] = [];
shared.beforeAll(async ({ browser }) => {
  fixture = await startFrameFixture(undefined, { browser });
  withContact = await startFrameFixture(undefined, {
    browser,
    site: { contactEmail: 'we@site.example' },
  });
});
afterAll(async () => {
  await fixture?.close();
  await withContact?.close();
});
afterEach(async () => {
  for (const { context } of visitors) await context.close();
  visitors = [];
  expect(fixture.problems.splice(0)).toEqual([]);
});

const open = async (path = '/', options: BrowserContextOptions = {}, on = fixture) => {
  const visitor = await on.visitor({ locale: 'en', reducedMotion: 'reduce', ...options });
  visitors.push(visitor);
  return visitor.open(path);
};
const header = (page: Page) => page.getByRole('banner');
const footer = (page: Page) => page.getByRole('contentinfo');
const button = (page: Page, name: string | RegExp) => header(page).getByRole('button', { name });
const menu = (page: Page, id: string) => page.locator(`#${id}`);

/** Each menu, the width at which it has a button, and the button's name. */
const MENUS = [
  ['language-menu', 390, /^Language/],
  ['language-menu', 1440, /^Language/],
  ['site-menu', 390, 'Menu'],
  ['site-menu', 820, 'Menu'],
  ['downloaders-menu', 1440, 'Downloaders'],
] as const;

describe('the header', () => {
  it('shows every place in a row where there is room', async () => {
    const page = await open('/blog');
    const links = header(page).getByRole('link');
    expect(await links.allInnerTexts()).toEqual([
      'Keepreel',
      'Trending',
      'Trimmer',
      'Advanced',
      'Blog',
      'Guide',
      'DMCA',
      'About',
    ]);
    const current = header(page).locator('[aria-current]').filter({ visible: true });
    expect(await current.allInnerTexts()).toEqual(['Blog']);
    await button(page, 'Downloaders').click();
    expect(await menu(page, 'downloaders-menu').getByRole('link').allInnerTexts()).toEqual(
      PLATFORMS,
    );
  });

  it('has them all, and "Convert to MP3", in one panel on a phone', async () => {
    const page = await open('/', { viewport: PHONE });
    expect(await header(page).getByRole('link').allInnerTexts()).toEqual(['Keepreel']);
    await button(page, 'Menu').click();
    expect(await menu(page, 'site-menu').getByRole('link').allInnerTexts()).toEqual([
      'Search this site',
      'Trending',
      'Trimmer',
      'Advanced',
      'Convert to MP3',
      ...PLATFORMS,
      'Blog',
      'Guide',
      'DMCA',
      'About',
    ]);
    await page.getByRole('link', { name: 'Convert to MP3' }).first().click();
    await expect.poll(() => page.url()).toBe(`${fixture.origin}/?convert=mp3`);
  });

  it('closes that panel when the window becomes as wide as the row needs', async () => {
    const page = await open('/', { viewport: PHONE });
    await button(page, 'Menu').click();
    await takeOver(page);
    await page.setViewportSize({ width: 1440, height: 844 });
    const isOpen = () => page.locator('#site-menu:popover-open').count();
    await expect.poll(isOpen).toBe(0);
    expect(await menu(page, 'site-menu').isVisible()).toBe(true);
  });

  it.each([
    ['', 'page'],
    ['/subtitles', 'true'],
  ])('names the blog as the place of /blog%s', async (rest, expected) => {
    const page = await open(`/blog${rest}`);
    const link = header(page).getByRole('link', { name: 'Blog' });
    expect(await link.getAttribute('aria-current')).toBe(expected);
  });

  it('can be skipped by keyboard', async () => {
    const page = await open('/terms');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.hash')).toBe('#main');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('!!document.activeElement.closest("main")')).toBe(true);
  });
});

describe.each(MENUS)('the menu "%s" at %i px', (id, width, name) => {
  it('opens and closes by mouse and by keys, stays on the screen, without layout shift', async () => {
    const page = await open('/', { viewport: { width, height: 500 } });
    const before = await page.locator('h1').boundingBox();
    await button(page, name).click();
    await expect.poll(() => menu(page, id).isVisible()).toBe(true);
    expect(await page.locator('h1').boundingBox()).toEqual(before);
    const box = await menu(page, id).boundingBox();
    if (!box) throw new TypeError('the menu has no place');
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(500);
    await page.mouse.click(3, 450);
    await expect.poll(() => menu(page, id).isVisible()).toBe(false);

    await button(page, name).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await menu(page, id).locator('a').first().evaluate(IS_FOCUSED)).toBe(true);
    await page.keyboard.press('Escape');
    expect(await menu(page, id).isVisible()).toBe(false);
    expect(await button(page, name).evaluate(IS_FOCUSED)).toBe(true);
  });
});

describe('going to another page', () => {
  it('closes the menu, announces the title and focuses the heading, at the top', async () => {
    const page = await open('/terms', { viewport: PHONE });
    await takeOver(page);
    await page.evaluate('window.isSame = true');
    await button(page, 'Menu').click();
    await menu(page, 'site-menu').getByRole('link', { name: 'About' }).click();
    await page.getByRole('heading', { level: 1, name: /about/i }).waitFor();
    expect(await menu(page, 'site-menu').isVisible()).toBe(false);
    expect(await isFocused(page, 'h1')).toBe(true);
    expect(await page.locator('p[aria-live]').first().textContent()).toBe(await page.title());
    expect(await page.evaluate('[scrollY, window.isSame]')).toEqual([0, true]);
    await page.goBack();
    await page.waitForURL('**/terms');
    await expect.poll(() => isFocused(page, 'h1')).toBe(true);
  });
});

describe('the footer', () => {
  it('has four columns, what people look for, and the feed in a tab of its own', async () => {
    const page = await open('/terms');
    const headings = footer(page).getByRole('heading', { level: 2 });
    expect(await headings.allTextContents()).toEqual([
      'Looking for',
      'About this site',
      'Download videos',
      'Legal',
      'More options',
    ]);
    const feed = footer(page).getByRole('link', { name: 'RSS feed' });
    expect(await feed.getAttribute('href')).toBe('/feed.xml');
    expect(await feed.getAttribute('target')).toBe('_blank');
    const terms = footer(page).getByRole('link', { name: 'Terms of service' });
    expect(await terms.getAttribute('aria-current')).toBe('page');
  });

  it('offers a way to write to the operator: an address, or the form where there is none', async () => {
    const contact = (page: Page) => footer(page).getByRole('link', { name: 'Contact' });
    const without = await open('/');
    expect(await contact(without).getAttribute('href')).toBe('/dmca#notice');
    const page = await open('/', {}, withContact);
    expect(await contact(page).count()).toBe(1);
    expect(await contact(page).getAttribute('href')).toBe('mailto:we@site.example');
    expect(await footer(page).getByText(/[{}]/).count()).toBe(0);
  });

  it('shares the address of the page', async () => {
    const page = await open('/tiktok-video-downloader?convert=mp3');
    const address = `${fixture.origin}/tiktok-downloader-no-watermark`;
    const title = await page.title();
    const links = footer(page).getByRole('link', { name: /^Share on/ });
    const shared = await links.evaluateAll((all) =>
      (all as unknown as HTMLLinkLike[]).map(({ href, target, rel }) => ({ href, target, rel })),
    );
    const read = ({ href }: HTMLLinkLike) => {
      const { hostname, searchParams } = new URL(href);
      return [hostname, Object.fromEntries(searchParams)];
    };
    expect(shared.map(read)).toEqual([
      ['www.facebook.com', { u: address }],
      ['twitter.com', { url: address, text: title }],
      ['wa.me', { text: address }],
      ['t.me', { url: address, text: title }],
    ]);
    for (const { target, rel } of shared)
      expect([target, rel]).toEqual(['_blank', 'noopener noreferrer']);
  });
});

type HTMLLinkLike = { readonly href: string; readonly target: string; readonly rel: string };

const IS_FOCUSED = (element: unknown) =>
  (element as { matches: (selector: string) => boolean }).matches(':focus');
