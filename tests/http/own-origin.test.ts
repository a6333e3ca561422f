// The site's own address without PUBLIC_URL: the requested host, in every page, robots.txt and the sitemap.
import { request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtPages } from '../support/browser/built-pages.ts';
import { type HttpFixture, startHttpFixture } from '../support/http/http-fixture.ts';

type Entry = {
  readonly loc: string;
  readonly 'xhtml:link': readonly { readonly '@_hreflang': string; readonly '@_href': string }[];
};

const PUBLIC = 'https://video.example';
let fixture: HttpFixture;
let untrusting: HttpFixture;
let published: HttpFixture;
beforeAll(async () => {
  const webDir = await builtPages();
  fixture = await startHttpFixture({ webDir });
  untrusting = await startHttpFixture({ webDir, trustedProxies: [] });
  published = await startHttpFixture({ webDir, publicUrl: `${PUBLIC}/` });
});
afterAll(async () => {
  for (const one of [fixture, untrusting, published]) await one?.close();
});

/** Asks under a host of one's choice, which `fetch` does not allow. */
async function get(pathname: string, headers: Record<string, string> = {}, from = fixture) {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
    request(from.origin + pathname, { headers, agent: false }, resolve)
      .once('error', reject)
      .end(),
  );
  const body = await textOf(response);
  return { status: response.statusCode, headers: response.headers, body };
}
/** Every place where a page says what its own address is. */
const addressesOf = (html: string) => ({
  canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
  url: /<meta property="og:url" content="([^"]*)"/.exec(html)?.[1],
  image: /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1],
});
const readSitemap = (xml: string): readonly Entry[] =>
  new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => name === 'url' || name === 'xhtml:link',
  }).parse(xml).urlset.url;

describe('without a public address', () => {
  it('every page that the sitemap lists, in every language, exists and names its own address', async () => {
    const sitemap = readSitemap((await get('/sitemap.xml')).body);
    expect(sitemap.length).toBeGreaterThan(150);
    const tags = new Set<string>();
    const images = new Set<string>();
    for (const { loc, 'xhtml:link': links } of sitemap) {
      expect(loc.startsWith(`${fixture.origin}/`), loc).toBe(true);
      const answer = await fetch(loc);
      const html = await answer.text();
      expect([loc, answer.status]).toEqual([loc, 200]);
      const { canonical, url, image } = addressesOf(html);
      expect([canonical, url]).toEqual([loc, loc]);
      expect(image?.startsWith(`${fixture.origin}/share/`), loc).toBe(true);
      images.add(image ?? '');
      for (const { '@_hreflang': tag, '@_href': href } of links) {
        expect(href.startsWith(`${fixture.origin}/`), href).toBe(true);
        if (href === loc && tag !== 'x-default') tags.add(tag);
        if (href === loc && tag !== 'x-default')
          expect(answer.headers.get('content-language')).toBe(tag);
      }
    }
    expect(tags.size).toBe(8);
    for (const image of images) expect([image, (await fetch(image)).status]).toEqual([image, 200]);
  });

  it('robots.txt names the sitemap by its whole address', async () => {
    expect((await get('/robots.txt')).body).toContain(`\nSitemap: ${fixture.origin}/sitemap.xml\n`);
  });

  it.each([
    ['my.site:8080', 'http://my.site:8080'],
    ['My.Site:80', 'http://my.site'],
    ['[2001:db8::1]:3000', 'http://[2001:db8::1]:3000'],
    ['my_box:3000', 'http://my_box:3000'],
  ])('requested as %s it is at %s', async (host, origin) => {
    const { canonical, url, image } = addressesOf((await get('/about', { host })).body);
    expect([canonical, url]).toEqual([`${origin}/about`, `${origin}/about`]);
    expect(image?.startsWith(`${origin}/share/`)).toBe(true);
    const [first] = readSitemap((await get('/sitemap.xml', { host })).body);
    expect(first?.loc).toBe(`${origin}/`);
  });

  it('it takes its address from a trusted proxy only', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'my.site' };
    expect(addressesOf((await get('/', headers)).body).url).toBe('https://my.site/');
    expect((await get('/robots.txt', headers)).body).toContain('https://my.site/sitemap.xml');
    const { body } = await get('/', headers, untrusting);
    expect(addressesOf(body).url).toBe(`${untrusting.origin}/`);
    expect(body).not.toContain('my.site');
  });

  it.each(['ftp', 'javascript', 'https, http', ''])(
    'a proxy that names the scheme %j changes it to nothing but http',
    async (scheme) => {
      const answer = await get('/', { host: 'my.site', 'x-forwarded-proto': scheme });
      expect(addressesOf(answer.body).url).toBe('http://my.site/');
    },
  );
});

describe('an invented host', () => {
  it.each([
    'evil host',
    'a/../b',
    'me@video.example',
    '"><script>alert(1)</script>',
    'video.example:port',
    '-',
    'x]]>',
    '1.2.3.999',
    'a:99999',
    '{{operator_name}}',
  ])('%j is in no page, and gets neither sitemap nor robots.txt', async (host) => {
    const page = await get('/about', { host });
    expect([page.status, addressesOf(page.body).canonical]).toEqual([200, '/about']);
    if (host !== '-') expect(page.body + JSON.stringify(page.headers)).not.toContain(host);
    for (const pathname of ['/sitemap.xml', '/robots.txt']) {
      const { status, body } = await get(pathname, { host });
      expect([status, JSON.parse(body)]).toMatchObject([400, { code: 'invalid_request' }]);
    }
  });

  it('reaches no other visitor, in any encoding, and caches keep the pages apart', async () => {
    for (const coding of ['identity', 'gzip', 'br']) {
      const asked = { 'accept-encoding': coding };
      const own = await fetch(`${fixture.origin}/about`, { headers: asked });
      const made = await get('/about', { ...asked, host: 'evil.example' });
      const again = await fetch(`${fixture.origin}/about`, { headers: asked });
      expect(await again.text()).toBe(await own.text());
      const etag = String(made.headers.etag);
      expect(again.headers.get('etag')).not.toBe(etag);
      expect((await get('/about', { ...asked, 'if-none-match': etag })).status).toBe(200);
      expect(again.headers.get('cache-control')).toBe('no-cache');
    }
  });

  it('host: is ignored where the public address is set', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    for (const pathname of ['/about', '/sitemap.xml', '/robots.txt']) {
      const { status, body } = await get(pathname, headers, published);
      expect([status, body.includes('evil'), body.includes(`${PUBLIC}/`)]).toEqual([
        200,
        false,
        true,
      ]);
    }
    const { canonical, url } = addressesOf((await get('/fr/about', headers, published)).body);
    expect([canonical, url]).toEqual([`${PUBLIC}/fr/about`, `${PUBLIC}/fr/about`]);
    expect((await get('/about', { host: 'evil host' }, published)).status).toBe(200);
  });
});
