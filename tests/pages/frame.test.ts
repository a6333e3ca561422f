import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { overflowing } from '../support/browser/overflowing.ts';
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
beforeAll(async () => {
  fixture = await startFrameFixture();
  withContact = await startFrameFixture(undefined, { site: { contactEmail: 'we@site.example' } });
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

  it.each([
    ['', 'page'],
    ['/subtitles', 'true'],
  ])('names the blog as the place of /blog%s', async (rest, expected) => {
    const page = await open(`/blog${rest}`);
    const link = header(page).getByRole('link', { name: 'Blog' });
    expect(await link.getAttribute('aria-current')).toBe(expected);
  });

  it.each([
    ...[320, 390, 1152, 1440].map((width) => ['/', width] as const),
    ...['/de', '/es', '/fr', '/it', '/la', '/ar'].map((path) => [path, 1152] as const),
  ])("stays in its one row in our fonts and in the system's: %s at %i px", async (path, width) => {
    for (const blocked of ['nothing', '**/*.woff2']) {
      const visitor = await fixture.visitor({ locale: 'en', viewport: { width, height: 800 } });
      visitors.push(visitor);
      await visitor.context.route(blocked, (route) => route.fulfill());
      const page = await visitor.open(path);
      expect((await header(page).boundingBox())?.height).toBe(64);
      expect(await overflowing(page)).toEqual([]);
    }
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
  const viewport = { width, height: 844 };

  it('opens and closes by mouse, stays on the screen, without layout shift', async () => {
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
  });

  it('opens by touch, in targets for a thumb', async () => {
    const page = await open('/', { viewport, hasTouch: true });
    await button(page, name).tap();
    await expect.poll(() => menu(page, id).isVisible()).toBe(true);
    const small = await page.evaluate(`[...document.querySelectorAll('header a, header button')]
      .map((one) => ({ text: one.outerHTML, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44))
      .map(({ text }) => text)`);
    expect(small).toEqual([]);
    await button(page, name).tap();
    await expect.poll(() => menu(page, id).isVisible()).toBe(false);
  });

  it('is used by keyboard, and Escape leads back to its button', async () => {
    const page = await open('/', { viewport });
    await button(page, name).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await menu(page, id).locator('a').first().evaluate(IS_FOCUSED)).toBe(true);
    await page.keyboard.press('Escape');
    expect(await menu(page, id).isVisible()).toBe(false);
    expect(await button(page, name).evaluate(IS_FOCUSED)).toBe(true);
  });

  it('leads somewhere without scripts', async () => {
    const page = await open('/', { viewport, javaScriptEnabled: false });
    await button(page, name).click();
    const link = menu(page, id).getByRole('link').last();
    const href = await link.getAttribute('href');
    await link.click();
    await page.waitForURL(`${fixture.origin}${href?.replace('?language=en', '')}`);
    expect(await menu(page, id).isVisible()).toBe(false);
  });

  it.each(['light', 'dark'] as const)('has no axe violations, %s', async (colorScheme) => {
    const page = await open('/', { viewport, colorScheme });
    await button(page, name).click();
    expect(await violations(page)).toEqual([]);
  });
});

describe('going to another page', () => {
  it('closes the menu, announces the title and focuses the heading, at the top', async () => {
    const page = await open('/terms', { viewport: PHONE });
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

  it('begins at the top again from far below', async () => {
    const page = await open('/terms');
    await footer(page).getByRole('link', { name: 'Privacy policy' }).click();
    await page.waitForURL('**/privacy');
    await expect.poll(() => page.evaluate('scrollY')).toBe(0);
    await page.goBack();
    await page.waitForURL('**/terms');
    await expect.poll(() => page.evaluate('scrollY > 500')).toBe(true);
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
      'More options',
      'Legal',
    ]);
    const feed = footer(page).getByRole('link', { name: 'RSS feed' });
    expect(await feed.getAttribute('href')).toBe('/feed.xml');
    expect(await feed.getAttribute('target')).toBe('_blank');
    const terms = footer(page).getByRole('link', { name: 'Terms of service' });
    expect(await terms.getAttribute('aria-current')).toBe('page');
  });

  it('leads to pages that are there', async () => {
    const page = await open('/');
    const hrefs = await page.evaluate<string[]>(
      `[...document.querySelectorAll('header a, footer a')].map((one) => one.getAttribute('href'))`,
    );
    const pages = hrefs.filter((href) => /^\/(?!feed|api|source)/.test(href));
    expect(pages.length).toBeGreaterThan(40);
    for (const href of new Set(pages)) {
      const answer = await page.request.get(fixture.origin + href);
      expect([href, answer.status()]).toEqual([href, 200]);
    }
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

  it('copies it and says so for two seconds', async () => {
    const page = await open('/terms', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await footer(page).getByRole('button', { name: 'Copy link' }).click();
    await footer(page).getByRole('button', { name: 'Copied!' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${fixture.origin}/terms`);
    await page.clock.runFor(2100);
    await footer(page).getByRole('button', { name: 'Copy link' }).waitFor();
  });

  it('names the current year, whenever the pages were built', async () => {
    const visitor = await fixture.visitor();
    visitors.push(visitor);
    await visitor.context.clock.setFixedTime(new Date('2031-05-01T12:00:00Z'));
    const page = await visitor.open('/about');
    await footer(page).getByText('© 2031 Keepreel').waitFor();
  });
});

type HTMLLinkLike = { readonly href: string; readonly target: string; readonly rel: string };

const IS_FOCUSED = (element: unknown) =>
  (element as { matches: (selector: string) => boolean }).matches(':focus');
