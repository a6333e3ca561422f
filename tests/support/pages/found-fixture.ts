// Every built page in every language, read once, for tests of what search engines and link cards find.
import type { Browser } from 'playwright-core';
import type { SiteFacts } from '../../../src/http/services.ts';
import { readSiteMap, type SiteMap } from '../../../src/http/site/site-map.ts';
import { inLanguage, ROUTES } from '../../../src/shared/routes.ts';
import { type Contexts, openContexts } from '../browser/browser.ts';
import { builtPages } from '../browser/built-pages.ts';
import { type PageServer, servePages } from '../browser/page-server.ts';
import { type ReadPage, readPages } from './read-pages.ts';

/** All of it. */
export type FoundFixture = {
  readonly origin: string;
  readonly site: SiteMap;
  readonly all: readonly ReadPage[];
  /** The page of a path. Throws for one that is none. */
  readonly at: (pathname: string) => ReadPage;
  /** The same path on a server that visitors have rated. */
  readonly readRated: (pathname: string) => Promise<ReadPage>;
  /** What search engines should know: the first path of each page, in each language that has it. */
  readonly listedPaths: () => readonly string[];
  readonly close: () => Promise<void>;
};

/** An operator whose name would break a page that does not escape it. */
export const OPERATOR = {
  name: 'A & B "Films"',
  operatorName: 'Ann',
  operatorAddress: 'Street 1',
  contactEmail: 'ann@example.org',
  telegramUrl: 'https://t.me/example',
} as const satisfies Partial<SiteFacts>;

/** The paths that search engines must not list. */
export const UNLISTED: ReadonlySet<string> = new Set<string>([
  ...ROUTES.operators.paths,
  ...ROUTES.history.paths,
  ...ROUTES.search.paths,
  ...ROUTES.offline.paths,
  ...ROUTES['not-found'].paths,
]);

/** The path of an address as the list of pages writes it. */
export const pathOfUrl = (url: string) => decodeURI(new URL(url).pathname);

/** Serves the pages and reads them, in a browser of its own unless one is lent. */
export async function readFound(lent?: Browser): Promise<FoundFixture> {
  const webDir = await builtPages();
  const site = readSiteMap(webDir);
  const server = await servePages(webDir, { site: OPERATOR });
  const rated = await servePages(webDir, { rating: { average: 4.6, count: 31 } });
  const browser = await openContexts(lent);
  const all = await readAt(browser, server, [...site.paths.keys()]);
  const byPath = new Map(all.map((one) => [one.path, one]));
  return {
    origin: server.origin,
    site,
    all,
    at(pathname) {
      const page = byPath.get(pathname);
      if (!page) throw new Error(`there is no ${pathname}`);
      return page;
    },
    async readRated(pathname) {
      const [page] = await readAt(browser, rated, [pathname]);
      if (!page) throw new Error(`${pathname} was not read`);
      return page;
    },
    listedPaths: () =>
      site.pages
        .filter(({ paths: [first = ''] }) => !UNLISTED.has(first))
        .flatMap(({ paths: [first = ''], files }) =>
          site.languages
            .filter(({ code }) => files[code])
            .map(({ prefix }) => inLanguage(prefix, first)),
        ),
    async close() {
      await browser.close();
      await server.close();
      await rated.close();
    },
  };
}

async function readAt(browser: Contexts, { origin }: PageServer, paths: readonly string[]) {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  // No page of the site: none of its scripts runs.
  await page.goto(`${origin}/robots.txt`);
  const read = await readPages(page, paths);
  await context.close();
  return read;
}
