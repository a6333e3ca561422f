// What browsers do to an open page: translate it, block parts of it, and bring it back from the back/forward cache.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TrendingItem } from '../../../src/shared/api/site.ts';
import { shared } from '../../support/browser/shared.ts';
import { translator } from '../../support/browser/translator.ts';
import { until } from '../../support/flow/flow-fixture.ts';
import {
  PLAYED_LINK,
  type PlayedFixture,
  POST,
  startPlayedFixture,
  VIDEO,
} from '../../support/flow/flow-played-fixture.ts';

const JOB = { phase: 'fetching', percent: 12, title: 'A video' } as const;

/** A trending video whose file is not there. */
const A_FILM: TrendingItem = {
  id: 'film',
  title: 'A film',
  videoUrl: '/trending-files/film.mp4',
  platform: 'Unknown',
  platformId: null,
  featured: true,
  viewCount: 3,
  createdAt: '2026-11-05T00:00:00.000Z',
  available: true,
  downloadable: false,
};

let fixture: PlayedFixture;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];

shared.beforeAll(async ({ browser: lent }) => {
  fixture = await startPlayedFixture();
  browser = lent;
});
afterAll(async () => {
  await fixture?.close();
});
beforeEach(async () => {
  fixture.show.items = VIDEO;
  fixture.fake.startAs = { phase: 'queued' };
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en' });
  page = await context.newPage();
  problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    const isBlocked = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isBlocked) problems.push(message.text());
  });
  await page.goto(fixture.origin);
  await page.locator('html[data-ready]').waitFor();
});
afterEach(() => context.close());

const button = (name: string | RegExp) => page.getByRole('button', { name });
const choose = async () => {
  await page.getByLabel('Video link').fill(PLAYED_LINK);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^«?A video»?$/ }).waitFor();
};
const start = async () => {
  const id = `job-${fixture.fake.requests.length + 1}`;
  await button(/Get Your Video Now/).click();
  await page.getByText('Processing Your Request').waitFor();
  await until(() => fixture.fake.viewOf(id)).toBeDefined();
  return id;
};
const seesMain = (text: string | RegExp) => page.locator('main').getByText(text).first().waitFor();

describe.each(['replaces', 'wraps'] as const)('a translator that %s every text', (kind) => {
  it('may do so at any time: texts go on changing, and no part breaks', async () => {
    await page.evaluate(translator(kind));
    fixture.show.items = POST;
    await choose();
    fixture.show.items = VIDEO;
    await page.getByLabel('Video link').fill('');
    await choose();
    const id = await start();
    for (const percent of [12, 34, 56]) {
      fixture.show.figures = {
        bytes: percent * 1000,
        totalBytes: 100_000,
        etaSeconds: 100 - percent,
      };
      fixture.fake.set({ id, ...JOB, percent });
      await seesMain(`«${percent}%»`);
    }
    await button(/Cancel/).click();
    await button(/Get Your Video Now/).waitFor();
    const again = await start();
    fixture.show.figures = {};
    fixture.fake.fill(again, new Uint8Array(1000));
    fixture.fake.set({ id: again, phase: 'ready' });
    await page.getByRole('heading', { name: 'Your Download is Ready!' }).waitFor();
    await button(/Share/).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await button(/Download Another Video/).click();
    await page.getByText('How to download a video').waitFor();
    await page
      .getByRole('link', { name: /Privacy/ })
      .first()
      .click();
    await page.waitForURL('**/privacy');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(problems).toEqual([]);
    expect(await page.evaluate('window.unseen()')).toEqual([]);
  });
});

describe('a translator on another page', () => {
  const openTranslated = async (path: string) => {
    await page.goto(fixture.origin + path);
    await page.locator('html[data-live]').waitFor();
    await page.evaluate(translator('replaces'));
  };
  afterEach(async () => {
    expect(problems).toEqual([]);
    expect(await page.evaluate('window.unseen()')).toEqual([]);
  });

  it('may change a list of links: rows come, go on and go', async () => {
    await openTranslated('/batch-downloader');
    const before = fixture.fake.requests.length;
    const ids = [1, 2].map((at) => `job-${before + at}`);
    const add = async (...links: readonly string[]) => {
      await page.getByLabel('Links, one per line').fill(links.join('\n'));
      await button(/Add to the list/).click();
    };
    const again = [PLAYED_LINK, PLAYED_LINK, PLAYED_LINK];
    await add('https://youtu.be/bbbbbbbbbbb', ...again);
    await seesMain('«2 links»');
    // How often a link was repeated.
    await seesMain('«2»');
    await page.getByText('Add more links').click();
    await add(...again);
    await seesMain('«3»');
    await page
      .getByLabel(/Format of/)
      .first()
      .selectOption('mp3');
    await button(/Download all 2 links/).click();
    for (const id of ids) await until(() => fixture.fake.viewOf(id)).toBeDefined();
    for (const percent of [12, 34]) {
      fixture.fake.set({ id: ids[0] ?? '', ...JOB, percent });
      await seesMain(`«${percent}%»`);
    }
    for (const id of ids) {
      fixture.fake.fill(id, new Uint8Array(1000));
      fixture.fake.set({ id, phase: 'ready' });
    }
    await seesMain('«2 of 2 ready»');
    await button(/^Take .* off the list/)
      .first()
      .click();
    await seesMain('«1 link»');
    await button(/Clear the list/).click();
    await until(() => page.locator('.batch-row').count()).toBe(0);
    await button(/Add to the list/).waitFor();
  });

  it('may change the trending videos: they come when they are asked for again, and one goes', async () => {
    let videos: readonly TrendingItem[] | null = null;
    await page.route('**/api/trending', (route) =>
      videos ? route.fulfill({ json: videos }) : route.abort(),
    );
    await openTranslated('/trending');
    await button(/Try again/).click();
    await seesMain('«Failed to load trending videos. Please try again later.»');
    videos = [A_FILM, { ...A_FILM, id: 'other', title: 'Another film' }];
    await button(/Try again/).click();
    await seesMain('«Another film»');
    await seesMain('«2 videos are shown.»');
    await button('Play: A film').click();
    await seesMain('«Video Currently Unavailable»');
  });
});

it('leaves the focus where it is while React draws the page anew', async () => {
  await page.evaluate(translator('replaces'));
  await page.evaluate(`
    window.lost = 0;
    new MutationObserver(() => { window.lost += document.activeElement === document.body; })
      .observe(document.getElementById('root'), { childList: true, subtree: true });
  `);
  await page.getByLabel('Video link').pressSequentially(PLAYED_LINK);
  await page.locator('html[data-live]').waitFor();
  expect(await page.evaluate('window.lost')).toBe(0);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '«A video»' }).waitFor();
});

describe('a blocker', () => {
  it('may stop the progress stream: the job is asked for instead', async () => {
    await page.route('**/api/download-progress*', (route) => route.abort('blockedbyclient'));
    await choose();
    const id = await start();
    for (const percent of [12, 34]) {
      fixture.fake.set({ id, ...JOB, percent });
      await seesMain(`${percent}%`);
    }
    expect(problems).toEqual([]);
  });

  it('may stop a part that is loaded later: what it is a part of still works', async () => {
    await page.route('**/assets/qr-code-*', (route) => route.abort('blockedbyclient'));
    await choose();
    const id = await start();
    fixture.fake.fill(id, new Uint8Array(1000));
    fixture.fake.set({ id, phase: 'ready' });
    await button(/Share/).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Part of this page didn’t arrive.').waitFor();
    expect(await dialog.getByLabel('Link to the file', { exact: true }).inputValue()).toContain(
      '/files/share-of-',
    );
    await page.keyboard.press('Escape');
    await button(/Download Another Video/).waitFor();
  });

  it('may take a card away: the next one is there all the same', async () => {
    await choose();
    const id = await start();
    await page.evaluate(`document.querySelector('[aria-labelledby="running-heading"]').remove()`);
    fixture.fake.fill(id, new Uint8Array(1000));
    fixture.fake.set({ id, phase: 'ready' });
    await page.getByRole('heading', { name: 'Your Download is Ready!' }).waitFor();
    await button(/Download Another Video/).click();
    await page.getByText('How to download a video').waitFor();
  });
});

describe('a page from the back/forward cache', () => {
  const send = (type: 'pagehide' | 'pageshow') =>
    page.evaluate(`dispatchEvent(new PageTransitionEvent('${type}', { persisted: true }))`);

  it('holds no stream while it is there, and goes on when it is back', async () => {
    await page.evaluate(`window.EventSource = class extends EventSource {
      constructor(...of) { super(...of); window.stream = this; }
    }`);
    await choose();
    const id = await start();
    fixture.fake.set({ id, ...JOB });
    await seesMain('12%');
    await send('pagehide');
    expect(await page.evaluate('stream.readyState === EventSource.CLOSED')).toBe(true);
    fixture.fake.set({ id, ...JOB, percent: 34 });
    await send('pageshow');
    for (const percent of [34, 56]) {
      fixture.fake.set({ id, ...JOB, percent });
      await seesMain(`${percent}%`);
    }
    await button(/Cancel/).click();
    await button(/Get Your Video Now/).waitFor();
    expect(problems).toEqual([]);
  });
});
