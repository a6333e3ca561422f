// Every page of a site below a path, in all languages: each address of its own is below the path, and answers.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSiteMap } from '../../src/http/site/site-map.ts';
import { pagesBelow } from '../support/browser/built-pages.ts';
import { freshAddress, type Product, startProduct } from '../support/product/product.ts';

const BASE = '/keepreel';
/** Both files that need the pages may build them, at the same time. */
const BUILD_TIMEOUT_MS = 300_000;
const SITE = `https://example.org${BASE}`;
const HTML_ADDRESS = /(?:href|src|action|poster|formaction|data-scripts|data-page)="([^"]*)"/g;

let product: Product;
beforeAll(async () => {
  product = await startProduct({ PUBLIC_URL: `${SITE}/`, TRUSTED_PROXIES: '127.0.0.1' });
}, BUILD_TIMEOUT_MS);
afterAll(() => product?.close());

const ask = (app: FastifyInstance, url: string) =>
  app.inject({ url, headers: { 'x-forwarded-for': freshAddress(), accept: 'text/html' } });
const textOf = async (url: string) => {
  const { statusCode, body } = await ask(product.app, url);
  expect([url, statusCode]).toEqual([url, url.includes('/not-found') ? 404 : 200]);
  return body;
};
const decoded = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The addresses with this host in a text, as paths. */
const absolute = (text: string) =>
  [...text.matchAll(/https:\/\/example\.org([^\s"'<>)\\]*)/g)].map(([, path = '']) => path);
/** The paths at the beginning of an attribute, of a text in JSON, and in a list of scripts. */
const relative = (text: string) =>
  [...text.matchAll(/(?<=^|"|\.js |allow: )\/(?!\/)[^\s"'<>)\\]*/g)].map(([path]) => path);

describe('a site below a path', () => {
  const found = new Set<string>();

  it('names nothing of its own outside the path on any page', async () => {
    const { paths } = readSiteMap(await pagesBelow(BASE));
    expect(paths.size).toBeGreaterThan(300);
    for (const path of paths.keys()) {
      const page = await textOf(BASE + path);
      expect(page).not.toContain('{{');
      const inTags = [...page.matchAll(HTML_ADDRESS)].flatMap(([, value = '']) =>
        relative(decoded(value)),
      );
      const all = [...inTags, ...absolute(decoded(page))];
      expect(all.length).toBeGreaterThan(30);
      expect([path, all.filter((one) => !one.startsWith(`${BASE}/`))]).toEqual([path, []]);
      for (const one of all) found.add(one.split('#', 1)[0] ?? '');
    }
  });

  it('names nothing outside it in manifests, the sitemap, the feed and robots.txt', async () => {
    const manifests = [...found].filter((one) => one.endsWith('.webmanifest'));
    expect(manifests.length).toBeGreaterThan(7);
    for (const path of [...manifests, '/sitemap.xml', '/feed.xml', '/robots.txt']) {
      const text = await textOf(path.startsWith(BASE) ? path : BASE + path);
      const addresses = [...absolute(text), ...(path.endsWith('.xml') ? [] : relative(text))];
      expect(addresses.length).toBeGreaterThan(3);
      expect([path, addresses.filter((one) => !one.startsWith(`${BASE}/`))]).toEqual([path, []]);
      if (path !== '/robots.txt')
        for (const one of addresses) found.add(one.split('#', 1)[0] ?? '');
    }
  });

  it('answers every address that it names, and those within its styles', async () => {
    expect(found.size).toBeGreaterThan(400);
    for (const address of found) {
      if (address.includes('{')) continue; // the place of a search
      const { statusCode, body, headers } = await ask(product.app, address);
      expect([address, statusCode]).toEqual([
        address,
        /language=/.test(address) ? 303 : /not-found/.test(address) ? 404 : 200,
      ]);
      if (!String(headers['content-type']).startsWith('text/css')) continue;
      const named = [...body.matchAll(/url\((\/[^)]*)\)/g)].map(([, one = '']) => one);
      expect(named.filter((one) => !one.startsWith(`${BASE}/assets/`))).toEqual([]);
    }
  });
});
