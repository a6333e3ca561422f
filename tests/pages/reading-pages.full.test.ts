import { stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import {
  isTooWide,
  type ReadingFixture,
  startReadingFixture,
} from '../support/pages/reading-fixture.ts';

const MAX_PICTURE_BYTES = 40_000;
let fixture: ReadingFixture;
beforeAll(async () => {
  fixture = await startReadingFixture();
});
afterAll(() => fixture?.close());
beforeEach(() => {
  fixture.problems.length = 0;
});

const PAGES = [
  '/blog',
  '/blog/subtitles',
  '/about',
  '/guide',
  '/video-trimmer',
  '/mobile',
  '/offline',
  '/dmca',
  '/terms',
  '/privacy',
  '/nothing-here',
];

describe('a page to read', () => {
  it.each(PAGES)('%s fits a phone and has no axe violations', async (path) => {
    for (const [colorScheme, dir] of [
      ['light', 'rtl'],
      ['dark', 'ltr'],
    ] as const) {
      const page = await fixture.open(path, { colorScheme, dir });
      expect(await isTooWide(page)).toBe(false);
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    }
    expect(fixture.problems).toEqual([]);
  });

  it.each(['/trending', '/status', '/video-trimmer'])(
    '%s says what it cannot do without scripts',
    async (path) => {
      const html = await (await fetch(fixture.site.origin + path)).text();
      expect(html).toMatch(/<noscript><p class="needs-script">[^<]*JavaScript/);
    },
  );
});

describe('the blog', () => {
  it('lists its articles, each with its topic, day and length', async () => {
    const page = await fixture.open('/blog');
    const articles = page.locator('.article-list > li');
    expect(await articles.count()).toBeGreaterThan(5);
    expect(await articles.first().locator('.article-facts').textContent()).toMatch(
      /\w+\w+ \d+, \d{4}\d+-minute read/,
    );
    await articles.first().getByRole('link').click();
    await page.locator('article h1').waitFor();
    expect(page.url()).toContain('/blog/');
  });

  it('prints an article without its controls, with the addresses of its links', async () => {
    const page = await fixture.open('/blog/subtitles', { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    for (const gone of ['.site-head', '.site-foot', '.breadcrumb', '.related'])
      expect(await page.locator(gone).first().isVisible()).toBe(false);
    expect(await page.locator('article h1').isVisible()).toBe(true);
    expect(await page.locator('details p').first().isVisible()).toBe(true);
    const style = (script: string) => page.evaluate<string>(script);
    expect(
      await style(
        'getComputedStyle(document.querySelector(".prose a[href^=\'/\']"), "::after").content',
      ),
    ).toContain('(');
    expect(await style('getComputedStyle(document.querySelector(".prose p")).color')).toBe(
      'rgb(0, 0, 0)',
    );
    expect(await style('getComputedStyle(document.documentElement).backgroundColor')).toBe(
      'rgb(255, 255, 255)',
    );
    expect(await style('getComputedStyle(document.documentElement).colorScheme')).toBe('light');
  });
});

describe('the tables of the privacy page', () => {
  it('are cards on a phone, with what each line is', async () => {
    const page = await fixture.open('/privacy');
    const lines = await page.evaluate<readonly (readonly [string, number, number])[]>(`
      [...document.querySelectorAll('[data-label="How long"]')].map((one) => {
        const { left, right } = one.getBoundingClientRect();
        return [getComputedStyle(one, '::before').content, left, right];
      })`);
    expect(lines.length).toBeGreaterThan(5);
    for (const [label, left, right] of lines) {
      expect(label).toBe('"How long"');
      expect(right - left).toBeGreaterThan(300);
      expect(right).toBeLessThanOrEqual(390);
    }
    const sideways = '.scrollWidth > frame.clientWidth';
    expect(
      await page.evaluate(
        `[...document.querySelectorAll('.table-frame')].filter((frame) => frame${sideways}).length`,
      ),
    ).toBe(0);
  });
});

describe('the about page', () => {
  it('has features, steps, all platforms with their pages, four questions and a way to try it', async () => {
    const page = await fixture.open('/about');
    expect(
      await page.getByRole('region', { name: 'Platform by platform' }).getByRole('link').count(),
    ).toBe(8);
    expect(await page.locator('.steps li').count()).toBeGreaterThanOrEqual(3);
    expect(await page.locator('.questions details').count()).toBe(4);
    expect(
      await page.getByRole('region', { name: 'What you can expect' }).getByRole('listitem').count(),
    ).toBeGreaterThan(4);
    expect(await page.getByRole('link', { name: 'Try It Now' }).getAttribute('href')).toBe('/');
  });
});

describe('an unknown address', () => {
  it('says so, and leads home and to six downloaders', async () => {
    const page = await fixture.open('/nothing-here');
    expect(await page.title()).toMatch(/^Page Not Found/);
    expect(await page.locator('h1').textContent()).toBe('Oops! Page Not Available');
    expect(await page.getByRole('link', { name: 'Go to Homepage' }).getAttribute('href')).toBe('/');
    const ways = page.getByRole('navigation', { name: 'Looking for video downloads?' });
    expect(await ways.getByRole('link').allTextContents()).toEqual([
      'YouTube',
      'TikTok',
      'Instagram',
      'Facebook',
      'Twitter / X',
      'Snapchat',
    ]);
  });
});

describe('the guide', () => {
  it('shows a picture at each step, in reserved space, and small', async () => {
    const page = await fixture.open('/guide');
    const pictures = await page.locator('.step-picture:visible').all();
    expect(pictures).toHaveLength(6);
    for (const picture of pictures) {
      const before = await picture.boundingBox();
      await picture.scrollIntoViewIfNeeded();
      await picture.evaluate((image) => (image as unknown as Decodable).decode());
      const after = await picture.boundingBox();
      expect([after?.width, after?.height]).toEqual([before?.width, before?.height]);
      const { pathname } = new URL((await picture.getAttribute('src')) ?? '', fixture.site.origin);
      const file = path.join('content', pathname);
      expect((await stat(file)).size).toBeLessThan(MAX_PICTURE_BYTES);
    }
  });
});

type Decodable = { readonly decode: () => Promise<void> };
