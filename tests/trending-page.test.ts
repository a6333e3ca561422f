import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { NO_FACTS } from './http-stage.ts';
import { isTooWide, type ReadingStage, startReadingStage } from './reading-stage.ts';
import { aVideo } from './site-stage.ts';

const LINK = 'https://www.youtube.com/watch?v=labMain_001&t=5s';
const GONE = 'https://www.tiktok.com/@lab/video/7512345678901234504';
/** A picture of one grey dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCAXaHwaAAAAABJRU5ErkJggg==',
  'base64',
);
let stage: ReadingStage;
beforeAll(async () => {
  const site = { ...NO_FACTS, telegramUrl: 'https://t.me/keepreel_test' };
  stage = await startReadingStage({ site });
  const { files, videos } = stage.site;
  await files.add('dot.png', DOT);
  await videos.add(
    aVideo('first', {
      ...{ title: '<b>Bold</b> & "quoted"', description: '<img src=x onerror=alert(1)>' },
      ...{ videoUrl: LINK, thumbnail: 'dot.png', platform: 'youtube', featured: true },
      ...{ viewCount: 1234, createdAt: Date.UTC(2026, 9, 5) },
    }),
  );
  await videos.add(
    aVideo('gone', { videoUrl: GONE, platform: 'tiktok', isAvailable: false, viewCount: 1 }),
  );
  await videos.add(
    aVideo('own', { videoUrl: `${stage.site.origin}/trending-files/film.mp4`, platform: null }),
  );
});
afterAll(() => stage?.close());
beforeEach(() => {
  stage.trouble.length = 0;
});

const API = '**/api/trending';
const card = (page: Page, id: string) => page.locator(`li#${id}`);
const hrefOf = (page: Page, name: string | RegExp) =>
  page.getByRole('link', { name }).first().getAttribute('href');
const withList = (page: Page) => card(page, 'first').waitFor();

describe('a trending video', () => {
  it('shows its title and description as text, its platform, views and day', async () => {
    const page = await stage.open('/trending');
    await withList(page);
    const first = card(page, 'first');
    expect(await first.getByRole('heading').textContent()).toBe('<b>Bold</b> & "quoted"');
    expect(await first.textContent()).toContain('<img src=x onerror=alert(1)>');
    for (const fact of ['Featured', 'YouTube', '1.2K views', 'October 5, 2026'])
      expect(await first.textContent()).toContain(fact);
    expect(await card(page, 'gone').textContent()).toContain('1 view');
    expect(await card(page, 'own').textContent()).not.toContain('view');
    expect(await first.locator('img').getAttribute('src')).toBe('/trending-files/dot.png');
    expect(stage.trouble).toEqual([]);
  });

  it('leads to the downloader with its link, and to where it is from', async () => {
    const page = await stage.open('/trending');
    await withList(page);
    const href = (await hrefOf(page, /^Download: /)) ?? '';
    const address = new URL(href, stage.site.origin);
    expect([address.pathname, address.searchParams.get('u')]).toEqual(['/', LINK]);
    const original = page.getByRole('link', { name: /^Original: / }).first();
    expect(await original.getAttribute('href')).toBe(LINK);
    expect(await original.getAttribute('target')).toBe('_blank');
    expect(await original.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  });

  it('that is a file of this site is saved as it is', async () => {
    const page = await stage.open('/trending');
    await withList(page);
    const link = card(page, 'own').getByRole('link', { name: /^Download/ });
    expect(await link.getAttribute('href')).toMatch(/\/trending-files\/film\.mp4$/);
    expect(await link.getAttribute('download')).toBe('');
  });

  it('that is gone says so and names two ways on', async () => {
    const page = await stage.open('/trending');
    await withList(page);
    const gone = card(page, 'gone');
    expect(await gone.textContent()).toContain('Video Currently Unavailable');
    expect(await gone.textContent()).toContain(
      'This video may have been moved or deleted. Try refreshing the page.',
    );
    expect(await hrefOf(page, /^Try Direct Link/)).toBe(GONE);
    expect(await hrefOf(page, /^Download Similar Videos/)).toBe('/tiktok-downloader-no-watermark');
  });

  it('that the address names is brought into view and marked, also when the address changes', async () => {
    const page = await stage.open('/trending#own');
    const marked = page.locator('li[aria-current]');
    await marked.waitFor();
    expect(await marked.getAttribute('id')).toBe('own');
    const isSeen = () =>
      page.evaluate(
        '(() => { const { top, bottom } = document.getElementById("own").getBoundingClientRect(); return top < innerHeight && bottom > 0; })()',
      );
    await expect.poll(isSeen).toBe(true);
    await page.evaluate('location.hash = "gone"');
    await expect.poll(() => marked.getAttribute('id')).toBe('gone');
    await page.evaluate('location.hash = "%"');
    await expect.poll(() => marked.count()).toBe(0);
  });
});

describe('the list', () => {
  it('keeps its place while it is loading, and says that it is', async () => {
    const gate = Promise.withResolvers<void>();
    const page = await stage.open('/trending', {}, (one) =>
      one.route(API, async (route) => {
        await gate.promise;
        await route.continue();
      }),
    );
    expect(await page.getByRole('status').first().textContent()).toBe('Loading trending videos...');
    const before = await page.locator('.video-card .video-picture').first().boundingBox();
    gate.resolve();
    await withList(page);
    expect(await page.locator('.video-card .video-picture').first().boundingBox()).toEqual(before);
    expect(await page.getByRole('status').first().textContent()).toBe('3 videos are shown.');
  });

  it('is asked for once, and again only by the button when it failed', async () => {
    let asked = 0;
    let status = 500;
    const page = await stage.open('/trending', {}, (one) =>
      one.route(API, (route) => {
        asked += 1;
        return status === 200 ? route.continue() : route.fulfill({ status, json: {} });
      }),
    );
    const alert = page.getByRole('main').getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain(
      'Failed to load trending videos. Please try again later.',
    );
    await page.evaluate('window.dispatchEvent(new Event("focus"))');
    expect(asked).toBe(1);
    status = 200;
    await page.getByRole('button', { name: 'Try again' }).click();
    await withList(page);
    expect(asked).toBe(2);
    expect(await page.evaluate('document.activeElement.id')).toBe('trending-heading');
  });

  it('is not asked for again when the visitor comes back to it', async () => {
    let asked = 0;
    const page = await stage.open('/trending', {}, (one) =>
      one.route(API, (route) => {
        asked += 1;
        return route.continue();
      }),
    );
    await withList(page);
    await page.evaluate('navigation.navigate("/blog").finished');
    await page.getByRole('heading', { name: 'Blog', level: 1 }).waitFor();
    asked = 0;
    await page.evaluate('navigation.navigate("/trending").finished');
    await withList(page);
    expect(asked).toBe(0);
  });

  it('says that there is nothing yet', async () => {
    const page = await stage.open('/trending', {}, (one) =>
      one.route(API, (route) => route.fulfill({ json: [] })),
    );
    await page.getByRole('heading', { name: 'No Trending Videos Yet' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it.each([
    ['light', 390, 'ltr'],
    ['dark', 390, 'ltr'],
    ['light', 320, 'rtl'],
    ['dark', 1440, 'rtl'],
  ] as const)(
    'fits and has nothing that axe finds fault with, %s at %i px, %s',
    async (colorScheme, width, dir) => {
      const page = await stage.open('/trending#gone', { colorScheme, width, dir });
      await withList(page);
      expect(await isTooWide(page)).toBe(false);
      expect(await violations(page)).toEqual([]);
      expect(stage.trouble).toEqual([]);
    },
  );
});

describe('around the list', () => {
  it('stand the three benefits and the channel of the operator', async () => {
    const page = await stage.open('/trending');
    const benefits = page.getByRole('region', { name: 'Why These Videos Are Trending' });
    expect(await benefits.getByRole('listitem').count()).toBe(3);
    expect(await hrefOf(page, 'Join on Telegram')).toBe('https://t.me/keepreel_test');
  });
});
