// The frame in detail: its row in every language and font, menus by touch and without scripts, and the rest of the footer.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import { shared } from '../support/browser/shared.ts';
import {
  type FrameFixture,
  type FrameVisitor,
  startFrameFixture,
} from '../support/pages/frame-fixture.ts';

let fixture: FrameFixture;
let visitors: FrameVisitor[] = [];
shared.beforeAll(async ({ browser }) => {
  fixture = await startFrameFixture(undefined, { browser });
});
afterAll(() => fixture?.close());
afterEach(async () => {
  for (const { context } of visitors) await context.close();
  visitors = [];
  expect(fixture.problems.splice(0)).toEqual([]);
});

const open = async (path = '/', options: BrowserContextOptions = {}) => {
  const visitor = await fixture.visitor({ locale: 'en', reducedMotion: 'reduce', ...options });
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
});

describe.each(MENUS)('the menu "%s" at %i px', (id, width, name) => {
  const viewport = { width, height: 844 };

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

  it('names the current year', async () => {
    const page = await open('/about');
    await footer(page).getByText(`© ${new Date().getFullYear()} Keepreel`).waitFor();
  });
});
