// What link cards, search results and home screens read from every built page, in every language.
import { afterAll, describe, expect, it } from 'vitest';
import { inLanguage } from '../../src/shared/routes.ts';
import { shared } from '../support/browser/shared.ts';
import { expandJsonLd, type Thing } from '../support/pages/expand-json-ld.ts';
import { type FoundFixture, OPERATOR, readFound } from '../support/pages/found-fixture.ts';
import type { ReadPage } from '../support/pages/read-pages.ts';

let fixture: FoundFixture;

shared.beforeAll(async ({ browser }) => {
  fixture = await readFound(browser);
});
afterAll(() => fixture?.close());

const things = async (page: ReadPage): Promise<readonly Thing[]> =>
  (await Promise.all(page.data.map(expandJsonLd))).flat();

describe('the card of a shared link', () => {
  it('has all fields that chats and feeds read', () => {
    for (const page of fixture.all) {
      const { meta } = page;
      const told = (name: string) => expect(meta[name], `${page.path} ${name}`);
      for (const kind of ['title', 'description', 'image']) {
        told(`og:${kind}`).toBeTruthy();
        told(`twitter:${kind}`).toBe(meta[`og:${kind}`]);
      }
      told('twitter:card').toBe('summary_large_image');
      told('og:site_name').toBe(OPERATOR.name);
      told('og:locale').toMatch(/^[a-z]{2}_[A-Z]{2}$/);
      told('og:image:alt').toBeTruthy();
      if (page.canonical) told('og:url').toBe(page.canonical);
      const isArticle = meta['og:type'] === 'article';
      expect(isArticle, page.path).toBe(/\/blog\/./.test(page.path));
      if (isArticle)
        for (const name of ['article:published_time', 'article:modified_time'])
          told(name).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  it('shows a picture of 1200 × 630, each language its own', async () => {
    const pictures = new Map(fixture.all.map((page) => [page.meta['og:image'] ?? '', page]));
    const pages = fixture.listedPaths().map(fixture.at);
    expect(new Set(pages.map(({ meta }) => meta['og:image'])).size).toBe(pictures.size);
    expect(pictures.size).toBe(new Set(pages.map(({ meta }) => meta['og:locale'])).size);
    for (const [url, page] of pictures) {
      const answer = await fetch(url);
      expect([answer.status, answer.headers.get('content-type')], page.path).toEqual([
        200,
        'image/png',
      ]);
      const png = Buffer.from(await answer.arrayBuffer());
      expect([png.readUInt32BE(16), png.readUInt32BE(20)], url).toEqual([1200, 630]);
    }
  });
});

describe('data for search engines', () => {
  it('is understood as schema.org, with absolute addresses', async () => {
    for (const page of fixture.all) {
      for (const thing of await things(page)) {
        for (const [name, value] of thing.addresses)
          expect(value, `${page.path} ${thing.type} ${name}`).toMatch(/^https?:\/\/[^/]+\//);
        for (const name of REQUIRED[thing.type] ?? ['missing from this test'])
          expect(thing.values[name], `${page.path} ${thing.type} ${name}`).toBeDefined();
      }
    }
  });

  it('is of the kinds that belong to the page', async () => {
    const typesOf = async (pathname: string) =>
      (await things(fixture.at(pathname))).map(({ type }) => type).sort();
    expect(await typesOf('/')).toEqual(
      expect.arrayContaining(['WebApplication', 'WebSite', 'Offer', 'HowTo', 'HowToStep']),
    );
    expect(await typesOf('/blog/subtitles')).toEqual(
      expect.arrayContaining(['BlogPosting', 'BreadcrumbList', 'ListItem', 'Organization']),
    );
    expect(await typesOf('/privacy')).toEqual(expect.arrayContaining(['FAQPage', 'Question']));
    for (const pathname of fixture.listedPaths()) {
      const types = await typesOf(pathname);
      const isHome = fixture.site.languages.some(
        ({ prefix }) => pathname === inLanguage(prefix, '/'),
      );
      expect(types.includes('BreadcrumbList'), pathname).toBe(!isHome);
      expect(types.includes('WebApplication'), pathname).toBe(isHome);
    }
  });

  it('says only what can be read on the page', async () => {
    const words = (text: unknown) => String(text).replace(/\s+/g, ' ').trim();
    for (const page of fixture.all) {
      for (const { type, values } of await things(page)) {
        const said = SAID[type] ?? [];
        for (const name of said)
          expect(page.text, `${page.path} ${type}`).toContain(words(values[name]));
      }
    }
  });

  it('states that it is free, and a rating only once there is one', async () => {
    const priceOf = (found: readonly Thing[]) =>
      found.find(({ type }) => type === 'Offer')?.values['price'];
    const home = fixture.at('/');
    expect(priceOf(await things(home))).toBe('0');
    expect(home.data.join()).not.toContain('aggregateRating');
    const withRating = await fixture.readRated('/');
    const rating = (await things(withRating)).find(({ type }) => type === 'AggregateRating');
    expect(rating?.values).toMatchObject({ ratingValue: 4.6, ratingCount: 31, bestRating: 5 });
  });
});

/** What must be there for a kind of thing to be of use; each kind that is written must stand here. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  WebSite: ['name', 'url', 'potentialAction'],
  SearchAction: ['target'],
  WebApplication: [
    'name',
    'url',
    'description',
    'applicationCategory',
    'operatingSystem',
    'offers',
  ],
  Offer: ['price', 'priceCurrency'],
  AggregateRating: ['ratingValue', 'ratingCount', 'bestRating'],
  Organization: ['name', 'url', 'logo'],
  BlogPosting: [
    'headline',
    'image',
    'datePublished',
    'dateModified',
    'author',
    'publisher',
    'inLanguage',
  ],
  HowTo: ['name', 'step'],
  HowToStep: ['name', 'text', 'position'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
};
/** What of it a visitor must find as well. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  Question: ['name'],
  Answer: ['text'],
  HowTo: ['name'],
  HowToStep: ['name', 'text'],
  ListItem: ['name'],
  BlogPosting: ['headline'],
};

describe('the manifest', () => {
  it('exists for each language, with the name of the site and icons that are served', async () => {
    for (const { tag, prefix } of fixture.site.languages) {
      const answer = await fetch(`${fixture.origin}${inLanguage(prefix, '/manifest.webmanifest')}`);
      expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
      const manifest = (await answer.json()) as {
        name: string;
        lang: string;
        start_url: string;
        icons: { src: string; type: string }[];
      };
      expect(manifest).toMatchObject({ name: OPERATOR.name, lang: tag });
      expect(fixture.site.paths.has(manifest.start_url)).toBe(true);
      for (const { src, type } of manifest.icons) {
        const icon = await fetch(new URL(src, fixture.origin));
        expect([icon.status, icon.headers.get('content-type')?.split(';')[0]], src).toEqual([
          200,
          type,
        ]);
      }
    }
  });

  it('has an icon at the default address', async () => {
    const icon = await fetch(`${fixture.origin}/favicon.ico`);
    const bytes = Buffer.from(await icon.arrayBuffer());
    expect([icon.status, bytes.readUInt16LE(2)]).toEqual([200, 1]);
  });
});
