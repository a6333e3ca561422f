// The search when it fails, in other languages and browsers, on YouTube, and what it leaves behind.
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { seed } from '../../src/commands/seed.ts';
import { readConfig } from '../../src/config.ts';
import type { TrendingAnswer } from '../../src/shared/api/site.ts';
import { violations } from '../support/browser/axe.ts';
import { overflowing } from '../support/browser/overflowing.ts';
import { shared } from '../support/browser/shared.ts';
import {
  type FlowFixture,
  type FlowVisitor,
  hasFocus,
  startFlowFixture,
  until,
} from '../support/flow/flow-fixture.ts';
import {
  box,
  headerBox,
  marks,
  none,
  place,
  query,
  results,
  source,
  titles,
} from '../support/flow/search-page.ts';
import { tracesBelow, tracesIn } from '../support/product/privacy-traces.ts';

let fixture: FlowFixture;
shared.beforeAll(async ({ browser }) => {
  fixture = await startFlowFixture({ YOUTUBE_SEARCH: 'on' }, browser);
  await seed(readConfig({ DATA_DIR: fixture.product.dataDir, LOG_LEVEL: 'silent' }), false);
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.problems).toEqual([]);
});

/** Asks the next search again and again, until the server refuses it. */
const refuseNext = (page: Page) =>
  page.route(
    '**/api/search?*',
    async (route) => {
      let response = await route.fetch();
      while (response.status() === 200) response = await route.fetch();
      await route.fulfill({ response });
    },
    { times: 1 },
  );

describe('a search that fails', () => {
  it('says when it may be tried again, and is', async () => {
    const page = await (await fixture.visitor()).open('/search');
    await refuseNext(page);
    await box(page).fill('subtitles');
    const failure = page.getByRole('alert').filter({ hasText: 'That was a bit too fast' });
    await failure.waitFor();
    expect(await violations(page)).toEqual([]);
    const again = page.getByRole('button', { name: 'Try Again' });
    await again.waitFor();
    await again.click();
    await until(() => titles(page)).toContain('Subtitles and captions');
  });

  it('says that there is no connection, and goes on when there is one', async () => {
    const page = await (await fixture.visitor()).open('/search');
    await page.route('**/api/search?*', (route) => route.abort('internetdisconnected'), {
      times: 1,
    });
    await box(page).fill('subtitles');
    await page.getByRole('alert').filter({ hasText: 'reach our server' }).waitFor();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await until(() => titles(page)).toContain('Subtitles and captions');
  });
});

it('finds what was typed before the page was ready', async () => {
  const visitor = await fixture.visitor();
  const page = await visitor.context.newPage();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/search-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(`${fixture.origin}/search`, { waitUntil: 'commit' });
  await box(page).fill('subtitles');
  resolve();
  await until(() => titles(page)).toContain('Subtitles and captions');
  expect(await box(page).inputValue()).toBe('subtitles');
});

describe('the search in another place', () => {
  it('answers in Arabic, on a phone, in the dark', async () => {
    const visitor = await fixture.visitor({ isPhone: true, colorScheme: 'dark' });
    const page = await visitor.open('/ar/search?q=الترجمة');
    await marks(page).first().waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    for (const link of await results(page).getByRole('link').all())
      expect(await link.getAttribute('href')).toMatch(/^\/ar\//);
    expect(await overflowing(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  it.each(['/de', '/fr', '/la', '/zh-CN'])('fits at 320 px in %s', async (prefix) => {
    const page = await (await fixture.visitor({ width: 320 })).open(`${prefix}/search?q=youtube`);
    await marks(page).first().waitFor();
    expect(await overflowing(page)).toEqual([]);
  });

  it('is in the menu of a phone', async () => {
    const page = await (await fixture.visitor({ isPhone: true })).open('/about');
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('banner').getByRole('link', { name: 'Search this site' }).tap();
    await page.waitForURL('**/search');
    await until(() => hasFocus(box(page))).toBe(true);
  });

  it('is a plain form without scripts', async () => {
    const { context } = await fixture.visitor();
    const browser = context.browser();
    if (!browser) throw new TypeError('the context belongs to no browser');
    const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'fr' });
    const page = await plain.newPage();
    await page.goto(`${fixture.origin}/fr/about`);
    await page.getByRole('button', { name: 'Rechercher sur ce site' }).click();
    await headerBox(page).fill('sous-titres');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/fr/search?q=sous-titres');
    const sentence = page.locator('.needs-script');
    expect(await sentence.textContent()).toContain('La recherche a besoin de JavaScript');
    expect(await sentence.isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: 'Guide', exact: true }).first().isVisible()).toBe(
      true,
    );
    await plain.close();
  });

  it('is where similar videos are looked for', async () => {
    const page = await (await fixture.visitor()).open('/');
    const other = 'Sample: Lantern festival';
    let title = 'A post about that festival, with a lantern';
    await page.route('**/api/trending', async (route) => {
      const response = await route.fetch();
      const videos: TrendingAnswer = await response.json();
      const like = videos.find((one) => one.title === other);
      const json = [{ ...like, id: 'gone', title, available: false }, ...videos];
      await route.fulfill({ response, json });
    });
    const similar = page.locator('#gone').getByRole('link', { name: /^Download Similar Videos/ });
    await page.goto(`${fixture.origin}/trending`);
    await similar.click();
    await page.waitForURL('**/search?q=festival+lantern&source=trending&not=gone');
    await until(() => titles(page)).toEqual([other]);
    title = 'Quite another thing';
    await page.goto(`${fixture.origin}/trending`);
    await similar.click();
    await page.waitForURL('**/search?q=*&source=trending&not=gone');
    await until(() => titles(page)).toContain(other);
  });
});

describe('YouTube', () => {
  /** A page that collects what YouTube is asked; what is asked after the first time is refused. */
  async function openWithYoutube(visitor: FlowVisitor, path: string) {
    const asked: string[] = [];
    const page = await visitor.open('/about');
    await page.route('**/api/search?*source=youtube*', async (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('q') ?? '');
      if (asked.length === 1) return route.continue();
      const params = { retryAfterSeconds: 90 };
      const json = {
        success: false,
        code: 'platform_paused',
        message: 'Paused.',
        params,
        ref: 'r',
      };
      return route.fulfill({ status: 503, json });
    });
    await page.goto(fixture.origin + path);
    await page.locator('html[data-ready]').waitFor();
    return { page, asked };
  }
  const rows = (page: Page) => page.locator('.search-result:has(input)');
  const ask = (page: Page) => page.getByRole('button', { name: 'Search YouTube' });

  it('is asked only when its button is pressed; videos go to their download or, ticked, into the queue', async () => {
    const { page, asked } = await openWithYoutube(await fixture.visitor(), '/search?q=subtitles');
    await results(page).first().waitFor();
    await ask(page).waitFor();
    await place(page, 'YouTube').click();
    await box(page).fill('colour garden');
    await ask(page).waitFor();
    expect(await results(page).count()).toBe(0);
    expect(asked).toEqual([]);
    await box(page).press('Enter');
    await until(() => rows(page).count()).toBe(4);
    expect(asked).toEqual(['colour garden']);
    expect(query(page)).toBe('?q=colour+garden&source=youtube');
    expect(await violations(page)).toEqual([]);
    expect(await rows(page).first().textContent()).toContain('0:10');
    const picture = rows(page).first().locator('img');
    await until(() =>
      picture.evaluate((it) => (it as unknown as { naturalWidth: number }).naturalWidth),
    ).toBeGreaterThan(0);
    const [first = '', second = ''] = await titles(page);
    const link = rows(page)
      .first()
      .getByRole('link', { name: `Download: ${first}` });
    expect(await link.getAttribute('href')).toBe(
      `/?u=${encodeURIComponent('https://www.youtube.com/watch?v=labMain_001')}`,
    );
    for (const title of [first, second]) await page.getByLabel(`Select: ${title}`).check();
    await page.getByRole('link', { name: 'Download 2 videos' }).click();
    await page.getByRole('heading', { level: 1, name: 'Many links at once' }).waitFor();
    await until(() => page.locator('.batch-row').count()).toBe(2);
    await page.goBack();
    await until(() => rows(page).count()).toBe(4);
    expect(asked).toEqual(['colour garden']);
    await box(page).press('Enter');
    await page.getByRole('alert').filter({ hasText: 'we’ve paused them' }).waitFor();
    await page.getByRole('button', { name: 'Search everything' }).click();
    await until(() => query(page)).toBe('?q=colour+garden');
  });

  it('is offered below other results, and not where the operator has not switched it on', async () => {
    const { page, asked } = await openWithYoutube(await fixture.visitor(), '/search?q=zqxjkvwy');
    await none(page).waitFor();
    await ask(page).click();
    await until(() => rows(page).count()).toBe(4);
    expect(asked).toEqual(['zqxjkvwy']);
    await page.goBack();
    await none(page).waitFor();
    const { context, open } = await fixture.visitor();
    await context.route('**/api/limits', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), youtubeSearch: false } });
    });
    const other = await open('/search?q=subtitles');
    await results(other).first().waitFor();
    expect(await ask(other).count()).toBe(0);
    expect(await source(other, 'YouTube').count()).toBe(0);
    // An address from a site that offers it leads to this site's own results.
    await other.goto(`${fixture.origin}/search?q=subtitles&source=youtube`);
    await results(other).first().waitFor();
    expect(await source(other, 'Everything').isChecked()).toBe(true);
  });
});

it('leaves nothing of the words on the server, in storage, or in what is counted', async () => {
  const words = { query: 'zqsearched81f' };
  const visitor = await fixture.visitor();
  const page = await visitor.open('/search');
  const told: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (tracesIn(Buffer.from(request.url()), words).length > 0) told.push(pathname);
  });
  await box(page).fill(words.query);
  await none(page).waitFor();
  await page.reload();
  await none(page).waitFor();
  await page.getByRole('link', { name: 'Read the guide' }).click();
  await page.waitForURL('**/guide');
  await page.goBack();
  await none(page).waitFor();
  expect([...new Set(told)].sort()).toEqual(['/api/search', '/search']);
  const stored = await page.evaluate<string>(
    `JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])`,
  );
  expect(tracesIn(Buffer.from(stored), words)).toEqual([]);
  expect(tracesIn(Buffer.from(JSON.stringify(fixture.product.warnings)), words)).toEqual([]);
  expect(await tracesBelow(fixture.product.dataDir, words)).toEqual([]);
});
