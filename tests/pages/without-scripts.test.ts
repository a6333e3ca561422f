// Every page in a browser that runs no scripts: its text and links work, and controls that need scripts say so.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { readSiteMap } from '../../src/http/site/site-map.ts';
import { pathOf, ROUTE_IDS, type RouteId, routeOf } from '../../src/shared/routes.ts';
import { builtPages } from '../support/browser/built-pages.ts';
import { type PageServer, servePages } from '../support/browser/page-server.ts';
import { shared } from '../support/browser/shared.ts';

let server: PageServer;
let context: BrowserContext;
let page: Page;
let article: string;
shared.beforeAll(async ({ browser }) => {
  const webDir = await builtPages();
  article = readSiteMap(webDir).articles.find(({ language }) => language === 'en')?.path ?? '';
  server = await servePages(webDir);
  context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'en',
    viewport: { width: 390, height: 844 },
  });
  page = await context.newPage();
});
afterAll(async () => {
  await context?.close();
  await server?.close();
});

const hasTool = (route: RouteId) =>
  Boolean(routeOf(route).platform) ||
  [
    'home',
    'advanced',
    'trimmer',
    'trending',
    'status',
    'transparency',
    'history',
    'search',
  ].includes(route);

describe('without scripts', () => {
  it.each(
    ROUTE_IDS.map((route) => [
      route,
      hasTool(route) ? 'can be read, and says what needs them, where it stands' : 'can be read',
    ]),
  )('%s %s', async (route) => {
    await page.goto(server.origin + pathOf(route));
    const main = page.getByRole('main');
    expect(await main.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(((await main.textContent()) ?? '').length).toBeGreaterThan(200);
    // The operators' area has no footer.
    if (route !== 'operators')
      expect(await page.getByRole('contentinfo').getByRole('link').count()).toBeGreaterThan(0);
    expect(await page.getByRole('banner').getByRole('link').count()).toBeGreaterThan(0);
    if (!hasTool(route)) return;
    const sentence = main.getByText(/JavaScript|script/).first();
    expect(await sentence.isVisible()).toBe(true);
    const box = await sentence.boundingBox();
    expect(box?.y ?? Number.POSITIVE_INFINITY).toBeLessThan(844);
  });

  it('an article can be read to its end', async () => {
    await page.goto(server.origin + article);
    expect(((await page.getByRole('main').textContent()) ?? '').length).toBeGreaterThan(1000);
  });

  it('links work, also those of the menu', async () => {
    await page.goto(server.origin);
    const links = page.locator(
      'header a[href$="/privacy"], footer a[href$="/privacy"], main a[href$="/privacy"]',
    );
    expect(await links.count()).toBeGreaterThan(0);
    await page.goto(`${server.origin}/blog`);
    await page.getByRole('main').locator('a[href^="/blog/"]').first().click();
    await page.waitForURL('**/blog/*');
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  });
});
