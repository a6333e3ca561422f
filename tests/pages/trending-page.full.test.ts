import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { NO_FACTS } from '../support/http/http-fixture.ts';
import { aVideo } from '../support/http/site-fixture.ts';
import { createMediaFolder } from '../support/media/media-fixtures.ts';
import {
  isTooWide,
  type ReadingFixture,
  startReadingFixture,
} from '../support/pages/reading-fixture.ts';

const LINK = 'https://www.youtube.com/watch?v=labMain_001&t=5s';
const GONE = 'https://www.tiktok.com/@lab/video/7512345678901234504';
const ELSEWHERE = 'https://films.example/watch/42';
/** A picture of one grey dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCAXaHwaAAAAABJRU5ErkJggg==',
  'base64',
);
let fixture: ReadingFixture;
const FIRST = {
  title: '<b>Bold</b> & "quoted"',
  description: '<img src=x onerror=alert(1)>',
  videoUrl: LINK,
  thumbnail: 'dot.png',
  platform: 'youtube',
  featured: true,
  viewCount: 1234,
  createdAt: Date.UTC(2026, 9, 5),
} as const;
beforeAll(async () => {
  const site = { ...NO_FACTS, telegramUrl: 'https://t.me/keepreel_test' };
  fixture = await startReadingFixture({ site });
  const { files, videos } = fixture.site;
  await files.add('dot.png', DOT);
  await videos.add(aVideo('first', FIRST));
  const gone = { videoUrl: GONE, platform: 'tiktok', isAvailable: false, viewCount: 1 } as const;
  await videos.add(aVideo('gone', gone));
  const ownUrl = `${fixture.site.origin}/trending-files/film.mp4`;
  await videos.add(aVideo('own', { videoUrl: ownUrl, platform: null }));
  await videos.add(aVideo('elsewhere', { videoUrl: ELSEWHERE }));
});
afterAll(() => fixture?.close());
beforeEach(() => void fixture.problems.splice(0));

const API = '**/api/trending';
const card = (page: Page, id: string) => page.locator(`li#${id}`);
const hrefOf = (page: Page, name: string | RegExp) =>
  page.getByRole('link', { name }).first().getAttribute('href');
const withList = (page: Page) => card(page, 'first').waitFor();

describe('a trending video', () => {
  it('shows its title and description as text, its platform, views and day', async () => {
    const page = await fixture.open('/trending');
    await withList(page);
    const first = card(page, 'first');
    expect(await first.getByRole('heading').textContent()).toBe('<b>Bold</b> & "quoted"');
    expect(await first.textContent()).toContain('<img src=x onerror=alert(1)>');
    for (const fact of ['Featured', 'YouTube', '1.2K views', 'October 5, 2026'])
      expect(await first.textContent()).toContain(fact);
    expect(await card(page, 'gone').textContent()).toContain('1 view');
    expect(await card(page, 'own').textContent()).not.toContain('view');
    expect(await first.locator('img').getAttribute('src')).toBe('/trending-files/dot.png');
    expect(fixture.problems).toEqual([]);
  });

  it('leads to the downloader with its link, and to where it is from', async () => {
    const page = await fixture.open('/trending');
    await withList(page);
    const href = (await hrefOf(page, /^Download: /)) ?? '';
    const address = new URL(href, fixture.site.origin);
    expect([address.pathname, address.searchParams.get('u')]).toEqual(['/', LINK]);
    const original = page.getByRole('link', { name: /^Original: / }).first();
    expect(await original.getAttribute('href')).toBe(LINK);
    expect(await original.getAttribute('target')).toBe('_blank');
    expect(await original.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  });

  it('that is a file of this site is saved unchanged', async () => {
    const page = await fixture.open('/trending');
    await withList(page);
    const link = card(page, 'own').getByRole('link', { name: /^Download/ });
    expect(await link.getAttribute('href')).toMatch(/\/trending-files\/film\.mp4$/);
    expect(await link.getAttribute('download')).toBe('');
  });

  it('of no platform that this site knows can be opened where it is from, and nothing else', async () => {
    const page = await fixture.open('/trending');
    await withList(page);
    const links = card(page, 'elsewhere').getByRole('link');
    expect(await links.allTextContents()).toEqual(['Original']);
    expect(await links.getAttribute('href')).toBe(ELSEWHERE);
  });

  it('that is gone says so and names a way on', async () => {
    const page = await fixture.open('/trending');
    await withList(page);
    const gone = card(page, 'gone');
    expect(await gone.textContent()).toContain('Video Currently Unavailable');
    expect(await gone.textContent()).toContain(
      'This video may have been moved or deleted. Try refreshing the page.',
    );
    expect(await hrefOf(page, /^Try Direct Link/)).toBe(GONE);
    // No other is of its platform.
    expect(await gone.getByRole('link').count()).toBe(1);
  });

  it('that the address names is brought into view and marked, also when the address changes', async () => {
    const page = await fixture.open('/trending#own');
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

describe('a film of this site', () => {
  const viewsOf = async (id: string) => (await fixture.site.videos.get(id))?.viewCount;
  const play = (page: Page, id: string) => card(page, id).getByRole('button', { name: /^Play: / });
  let asked: string[];
  /** The page with films on it, at four times their speed. */
  const openFilms = (prepare: (page: Page) => Promise<unknown> = async () => undefined) =>
    fixture.open('/trending', {}, async (page) => {
      asked = [];
      page.on('request', (request) => {
        if (/\/views$|\.webm$/.test(request.url()))
          asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
      });
      await page.addInitScript(
        'addEventListener("play", (e) => { e.target.playbackRate = window.speed ?? 0.1 }, true)',
      );
      await prepare(page);
    });

  beforeAll(async () => {
    const media = await createMediaFolder();
    try {
      const words = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=6', '-c:v', 'libvpx'];
      const film = await media.ffmpeg('film.webm', ...words, '-deadline', 'realtime', '-g', '10');
      await fixture.site.files.add('seen.webm', await readFile(film));
    } finally {
      await media.remove();
    }
    const own = { videoUrl: null, thumbnail: 'dot.png', createdAt: 1 };
    await fixture.site.videos.add(aVideo('film-1', { ...own, film: 'seen.webm' }));
    await fixture.site.videos.add(aVideo('film-2', { ...own, film: 'lost.webm' }));
  });
  afterAll(async () => {
    for (const id of ['film-1', 'film-2']) await fixture.site.videos.remove(id, 1, null);
  });

  it('is played in its card, and counts once after three seconds of it', async () => {
    const page = await openFilms();
    await play(page, 'film-1').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(asked).toEqual([]);
    await play(page, 'film-1').click();
    const film = card(page, 'film-1').locator('video');
    expect(await film.getAttribute('poster')).toBe('/trending-files/dot.png');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('VIDEO');
    // To jump is not to see. Until then it hardly plays, and quickly from then on.
    await page.evaluate('window.speed = 4');
    await film.evaluate((one) => Object.assign(one, { currentTime: 5.9, playbackRate: 4 }));
    const hasEnded = () => film.evaluate((one) => 'ended' in one && one.ended);
    await expect.poll(hasEnded).toBe(true);
    expect(asked.filter((one) => one.startsWith('POST'))).toEqual([]);
    await film.evaluate((one: unknown) => (one as { play: () => Promise<void> }).play());
    await expect.poll(() => viewsOf('film-1')).toBe(1);
    await expect.poll(hasEnded).toBe(true);
    expect(asked.filter((one) => one.startsWith('POST'))).toEqual([
      'POST /api/trending/film-1/views',
    ]);
    expect(fixture.problems).toEqual([]);
  });

  it('counts when it is saved, and is saved even when the view cannot be sent', async () => {
    const page = await openFilms((one) =>
      one.route('**/api/trending/*/views', (route) => route.fulfill({ status: 500, json: {} })),
    );
    const saving = page.waitForEvent('download');
    await card(page, 'film-1')
      .getByRole('link', { name: /^Download/ })
      .click();
    expect((await saving).suggestedFilename()).toBe('seen.webm');
    await expect.poll(() => asked).toContain('POST /api/trending/film-1/views');
    expect(fixture.problems).toEqual([]);
  });

  it('that cannot be played is shown as unavailable', async () => {
    const page = await openFilms();
    await play(page, 'film-2').click();
    const gone = card(page, 'film-2').getByRole('alert');
    await gone.waitFor();
    expect(await gone.textContent()).toBe(
      'Video Currently UnavailableThis video may have been moved or deleted. Try refreshing the page.',
    );
    expect(await card(page, 'film-2').locator('video').count()).toBe(0);
    expect(await viewsOf('film-2')).toBe(0);
  });
});

describe('the list', () => {
  it('keeps its place while it is loading, and announces that', async () => {
    const gate = Promise.withResolvers<void>();
    const page = await fixture.open('/trending', {}, (one) =>
      one.route(API, async (route) => {
        await gate.promise;
        await route.continue();
      }),
    );
    const status = page.getByRole('status').first();
    expect(await status.textContent()).toBe('Loading trending videos...');
    expect(await status.boundingBox()).toMatchObject({ width: 1, height: 1 });
    const before = await page.locator('.video-card .video-picture').first().boundingBox();
    gate.resolve();
    await withList(page);
    expect(await page.locator('.video-card .video-picture').first().boundingBox()).toEqual(before);
    expect(await status.textContent()).toBe('4 videos are shown.');
  });

  it('is requested once, and again only by the button when it failed', async () => {
    let asked = 0;
    let status = 500;
    const page = await fixture.open('/trending', {}, (one) =>
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

  it('is not requested again when the visitor comes back to it', async () => {
    let asked = 0;
    const page = await fixture.open('/trending', {}, (one) =>
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
    const page = await fixture.open('/trending', {}, (one) =>
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
  ] as const)('fits and has no axe violation, %s at %i px, %s', async (colorScheme, width, dir) => {
    const page = await fixture.open('/trending#gone', { colorScheme, width, dir });
    await withList(page);
    expect(await isTooWide(page)).toBe(false);
    expect(await violations(page)).toEqual([]);
    expect(fixture.problems).toEqual([]);
  });
});

describe('around the list', () => {
  it('stand the three benefits and the channel of the operator', async () => {
    const page = await fixture.open('/trending');
    const benefits = page.getByRole('region', { name: 'Why These Videos Are Trending' });
    expect(await benefits.getByRole('listitem').count()).toBe(3);
    expect(await hrefOf(page, 'Join on Telegram')).toBe('https://t.me/keepreel_test');
  });
});
