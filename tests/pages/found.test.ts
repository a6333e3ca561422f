// What search engines and visitors find by following links, read from every built page in every language.
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, describe, expect, it } from 'vitest';
import { inLanguage } from '../../src/shared/routes.ts';
import { shared } from '../support/browser/shared.ts';
import {
  type FoundFixture,
  pathOfUrl,
  readFound,
  UNLISTED,
} from '../support/pages/found-fixture.ts';
import type { ReadPage } from '../support/pages/read-pages.ts';

type SitemapEntry = {
  readonly loc: string;
  readonly lastmod: string;
  readonly 'xhtml:link': readonly { readonly '@_hreflang': string; readonly '@_href': string }[];
};

let fixture: FoundFixture;
let sitemap: readonly SitemapEntry[];

shared.beforeAll(async ({ browser }) => {
  fixture = await readFound(browser);
  const xml = await (await fetch(`${fixture.origin}/sitemap.xml`)).text();
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => name === 'url' || name === 'xhtml:link',
  });
  sitemap = parser.parse(xml).urlset.url;
});
afterAll(() => fixture?.close());

const pageAt = (pathname: string): ReadPage | undefined =>
  fixture.site.paths.has(pathname) ? fixture.at(pathname) : undefined;

describe('every page', () => {
  it('has one heading, a title, a description and a language of its own', () => {
    const wrong = fixture.all.filter(
      ({ headings, title, meta, lang }) =>
        headings.length !== 1 ||
        !headings[0] ||
        !title ||
        (meta['description'] ?? '').length < 40 ||
        !fixture.site.languages.some(({ tag }) => tag === lang),
    );
    expect(wrong.map(({ path: one }) => one)).toEqual([]);
  });

  it('shares neither its title nor its description with another page of its language', () => {
    for (const read of [
      ({ title }: ReadPage) => title,
      ({ meta }: ReadPage) => meta['og:title'],
      ({ meta }: ReadPage) => meta['description'],
    ]) {
      const groups = Map.groupBy(
        fixture.listedPaths().map(fixture.at),
        (page) => `${page.lang} ${read(page)}`,
      );
      const shared = [...groups].filter(([, pages]) => pages.length > 1);
      expect(shared.map(([text]) => text)).toEqual([]);
    }
  });

  it('shows no unfilled placeholder, and no key without words', () => {
    const wrong = fixture.all.filter(({ text, title, data, meta }) =>
      /\{\{|\bundefined\b|\bNaN\b/.test([text, title, ...data, ...Object.values(meta)].join(' ')),
    );
    expect(wrong.map(({ path: one }) => one)).toEqual([]);
  });

  it('has no id twice', () => {
    const twice = fixture.all.flatMap(({ path: one, ids }) =>
      ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${one} #${id}`),
    );
    expect(twice).toEqual([]);
  });
});

describe('every link inside the site', () => {
  /** What is no page and is answered by other routes than those of this test's server. */
  const ELSEWHERE =
    /^\/(feed\.xml|source\.tar\.gz|extension\/keepreel-\w+\.zip|api\/docs|api\/openapi\.json)$/;

  it('leads to an existing page, and to an existing place on it', () => {
    const broken = new Set<string>();
    for (const page of fixture.all) {
      for (const { url } of page.links) {
        const { origin, hash } = new URL(url);
        const target = pathOfUrl(url);
        if (origin !== fixture.origin || ELSEWHERE.test(target)) continue;
        const found = pageAt(target);
        const isThere = found && (found.status === 200 || target.endsWith('/not-found'));
        const id = decodeURIComponent(hash.slice(1));
        if (!isThere || (id && !found.ids.includes(id))) broken.add(`${page.path} → ${url}`);
      }
    }
    expect([...broken]).toEqual([]);
  });

  it('stays in the language of the page unless it says otherwise', () => {
    const prefixed = fixture.site.languages.filter(({ prefix }) => prefix);
    const tagAt = (pathname: string) =>
      prefixed.find(({ prefix }) => pathname === prefix || pathname.startsWith(`${prefix}/`))
        ?.tag ?? 'en';
    const strays = new Set<string>();
    for (const page of fixture.all) {
      // An unprefixed path shows the language of its visitor, here English.
      for (const { url, tag } of page.links) {
        const target = pathOfUrl(url);
        if (!url.startsWith(fixture.origin) || !pageAt(target)) continue;
        if (tagAt(target) !== (tag ?? tagAt(page.path))) strays.add(`${page.path} → ${target}`);
      }
    }
    expect([...strays]).toEqual([]);
  });

  it('and every script, style, picture and icon is served', async () => {
    const files = new Set(fixture.all.flatMap((page) => page.files).filter((url) => url));
    const missing: string[] = [];
    for (const url of files) {
      const target = new URL(url);
      if (target.origin !== fixture.origin) missing.push(`elsewhere: ${url}`);
      else if (!(await fetch(target)).ok) missing.push(url);
    }
    expect(missing).toEqual([]);
  });

  it('leads away only over https or to a mailbox', () => {
    const away = new Set(
      fixture.all
        .flatMap(({ links }) => links.map(({ url }) => url))
        .filter((url) => !url.startsWith(fixture.origin)),
    );
    expect([...away].filter((url) => !/^(https:|mailto:)/.test(url))).toEqual([]);
  });
});

describe('the languages of a page', () => {
  it('name each other, themselves, and English as default', () => {
    for (const pathname of fixture.listedPaths()) {
      const page = fixture.at(pathname);
      expect(page.canonical, pathname).toBe(fixture.origin + pathname);
      expect(page.meta['robots'], pathname).toBeUndefined();
      expect(page.alternates[page.lang], pathname).toBe(page.canonical);
      const { 'x-default': fallback, ...own } = page.alternates;
      expect(fallback, pathname).toBe(own['en']);
      for (const [tag, url] of Object.entries(own)) {
        const other = fixture.at(pathOfUrl(url));
        expect([other.lang, other.alternates], url).toEqual([tag, page.alternates]);
      }
    }
  });

  it('are named for the first path under every other path of a page', () => {
    for (const { paths, files } of fixture.site.pages) {
      const [first = '', ...others] = paths;
      if (UNLISTED.has(first)) continue;
      for (const { code, prefix } of fixture.site.languages.filter((one) => files[one.code]))
        for (const other of others) {
          const expected = fixture.origin + inLanguage(prefix, first);
          expect(fixture.at(inLanguage(prefix, other)).canonical, `${code} ${other}`).toBe(
            expected,
          );
        }
    }
  });

  it('are not named on unlisted pages', () => {
    for (const pathname of UNLISTED) {
      const page = fixture.at(pathname);
      expect([page.meta['robots'], page.canonical, page.alternates]).toEqual(['noindex', null, {}]);
    }
  });
});

describe('the sitemap', () => {
  it('lists every listed page in each of its languages, once, and nothing else', () => {
    const listed = sitemap.map(({ loc }) => loc);
    expect([...listed].sort()).toEqual(
      fixture
        .listedPaths()
        .map((one) => fixture.origin + one)
        .sort(),
    );
    expect(listed.length).toBeLessThanOrEqual(50_000);
    for (const loc of listed)
      expect(fixture.at(pathOfUrl(loc)).meta['robots'], loc).toBeUndefined();
  });

  it('says when a page was last changed, on a day that has been', () => {
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
    for (const { loc, lastmod } of sitemap) {
      expect(lastmod, loc).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(new Date(lastmod).toISOString().slice(0, 10), loc).toBe(lastmod);
      expect(lastmod < tomorrow, `${loc} ${lastmod}`).toBe(true);
    }
  });

  it('names the same languages as the pages themselves', () => {
    for (const entry of sitemap) {
      const links = entry['xhtml:link'].map(
        ({ '@_hreflang': tag, '@_href': url }) => [tag, url] as const,
      );
      expect(Object.fromEntries(links), entry.loc).toEqual(
        fixture.at(pathOfUrl(entry.loc)).alternates,
      );
    }
  });

  it('is named in robots.txt, which blocks no listed page', async () => {
    const robots = await (await fetch(`${fixture.origin}/robots.txt`)).text();
    expect(robots).toContain(`Sitemap: ${fixture.origin}/sitemap.xml`);
    const closed = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, start = '']) => start);
    const kept = fixture
      .listedPaths()
      .filter((one) => closed.some((start) => one.startsWith(start)));
    expect([closed.length > 0, kept]).toEqual([true, []]);
  });
});
