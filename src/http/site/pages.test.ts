import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assets } from './assets.ts';
import { createFilledFiles } from './filled-files.ts';
import { pages, sendNotFound, wantsPage } from './pages.ts';
import { readSiteMap } from './site-map.ts';

const SCRIPT = 'console.log("a script that is long enough");'.repeat(20);
const language = (code: string, prefix: string) => ({
  code,
  prefix,
  name: code,
  tag: `${code}-tag`,
  dir: 'ltr',
  intl: code,
});
const files = (name: string) => ({ en: `pages/en/${name}.html`, fr: `pages/fr/${name}.html` });
const LIST = {
  languages: [language('en', ''), language('fr', '/fr')],
  pages: [
    { paths: ['/'], status: 200, files: files('home') },
    { paths: ['/about', '/about-us'], status: 200, files: files('about') },
    { paths: ['/admin/log'], status: 200, files: files('about') },
    { paths: ['/blog/x'], status: 200, files: { en: 'pages/en/x.html' } },
    { paths: ['/not-found'], status: 404, files: files('not-found') },
  ],
  articles: [],
};
let folder: string;
let app: FastifyInstance;
let secure: FastifyInstance;
let rating: string | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-pages-'));
  const webDir = path.join(folder, 'web');
  for (const name of ['assets', 'share', 'pictures', 'extension', 'icons', 'pages/en', 'pages/fr'])
    await mkdir(path.join(webDir, name), { recursive: true });
  await mkdir(path.join(folder, 'public'));
  for (const name of ['home', 'about', 'not-found'])
    for (const code of ['en', 'fr'])
      await writeFile(
        path.join(webDir, `pages/${code}/${name}.html`),
        `<p>${name} ${code} {{name}}{{#rating}} rated {{rating}}{{/rating}}</p>`,
      );
  await writeFile(path.join(webDir, 'pages/en/x.html'), 'x en');
  for (const code of ['en', 'fr'])
    await writeFile(
      path.join(webDir, `pages/${code}/about.html`),
      `about ${code} facts in {{code}}`,
    );
  for (const code of ['en', 'fr'])
    await writeFile(
      path.join(webDir, `pages/${code}/manifest.webmanifest`),
      JSON.stringify({ lang: code, name: '{{name}}' }),
    );
  await writeFile(path.join(webDir, 'robots.txt'), 'Sitemap: {{origin}}/sitemap.xml');
  await writeFile(path.join(webDir, 'sitemap.xml'), '<loc>{{origin}}/</loc>');
  await writeFile(path.join(webDir, 'pages.json'), JSON.stringify(LIST));
  await writeFile(path.join(webDir, 'assets/client-abc.js'), SCRIPT);
  await writeFile(path.join(webDir, 'assets/client-abc.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(path.join(webDir, 'assets/client-abc.js.gz'), gzipSync(SCRIPT));
  await writeFile(path.join(folder, 'public/icon.svg'), '<svg/>');
  await writeFile(path.join(folder, 'public/offline-worker.js'), 'self.x = 1;');
  app = Fastify();
  await app.register(cookie);
  await assets(app, { webDir, publicUrl: undefined }, () => async () => undefined);
  const siteMap = readSiteMap(webDir);
  const origin = 'https://v.example';
  const facts = async (code: string) => ({ name: 'Ann & Bob', origin, rating, code });
  const filled = createFilledFiles(webDir, facts);
  const publicDir = path.join(folder, 'public');
  const customScript = path.join(folder, 'custom.js');
  const shown = { siteMap, filled, publicUrl: undefined };
  pages(app, { ...shown, publicDir, customScript, limit: () => async () => undefined });
  secure = Fastify();
  await secure.register(cookie);
  const limit = () => async () => undefined;
  pages(secure, { ...shown, publicUrl: origin, publicDir, limit, customScript: folder });
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply, shown));
});
afterAll(async () => {
  await app.close();
  await secure.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { 'accept-encoding': 'identity', ...headers } });

describe('a page', () => {
  it('is asked for again each time, and answers 304 while it is the same', async () => {
    const answer = await get('/');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-cache');
    const etag = String(answer.headers.etag);
    expect((await get('/', { 'if-none-match': etag })).statusCode).toBe(304);
    expect((await get('/', { 'if-none-match': `"x", W/${etag}` })).statusCode).toBe(304);
    expect((await get('/', { 'if-none-match': '"x"' })).statusCode).toBe(200);
  });

  it('is filled with what the server knows, escaped', async () => {
    expect((await get('/')).body).toBe('<p>home en Ann &amp; Bob</p>');
  });

  it('is filled again when a fact changes', async () => {
    const before = (await get('/')).headers.etag;
    rating = '4.5';
    const after = await get('/');
    expect(after.body).toBe('<p>home en Ann &amp; Bob rated 4.5</p>');
    expect(after.headers.etag).not.toBe(before);
    rating = undefined;
  });

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip;q=0.5, br;q=0', 'gzip', gunzipSync],
  ])('comes compressed for %s as %s', async (accepted, coding, open) => {
    const answer = await get('/', { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(open(answer.rawPayload).toString()).toContain('home en');
  });

  it.each([
    ['English for all others', {}, 'en'],
    ['the preference of the browser', { 'accept-language': 'it, fr-CA;q=0.8, en;q=0.5' }, 'fr'],
    ['the stored choice before that', { 'accept-language': 'fr', cookie: 'language=en' }, 'en'],
    ['no choice that is none', { cookie: 'language=xx' }, 'en'],
    ['nothing that was refused', { 'accept-language': 'fr;q=0, en' }, 'en'],
  ])('without a prefix is in the language of its visitor: %s', async (_what, headers, code) => {
    const answer = await get('/about', headers);
    expect(answer.body).toContain(`about ${code}`);
    expect(answer.body).toContain(`facts in ${code}`);
    expect(answer.headers['content-language']).toBe(`${code}-tag`);
    expect(answer.headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie');
  });

  it('with a prefix is in that language whatever was chosen, and changes no choice', async () => {
    const answer = await get('/fr/about-us', { cookie: 'language=en' });
    expect(answer.body).toContain('about fr');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await get('/fr')).body).toContain('home fr');
  });

  it('keeps a choice that is made without scripts', async () => {
    const answer = await get('/about?language=fr');
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/about');
    expect(answer.headers['set-cookie']).toMatch(
      /^language=fr; Max-Age=31536000; Path=\/; SameSite=Lax/,
    );
    expect(answer.headers['set-cookie']).not.toContain('Secure');
    const safe = await secure.inject('/about?language=fr');
    expect(safe.headers['set-cookie']).toMatch(/; Secure/);
    expect((await get('/about?language=xx')).statusCode).toBe(200);
  });

  it('keeps the prefix of its address when another language is chosen there', async () => {
    const answer = await get('/fr/about?language=en');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/fr/about']);
    expect(answer.headers['set-cookie']).toMatch(/^language=en;/);
  });

  it('that does not exist is in the language of its visitor too, and never 304', async () => {
    const answer = await get('/nowhere', { cookie: 'language=fr' });
    expect(answer.body).toContain('not-found fr');
    expect(answer.headers['content-language']).toBe('fr-tag');
    expect(answer.headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie');
    const again = { cookie: 'language=fr', 'if-none-match': String(answer.headers.etag) };
    expect((await get('/nowhere', again)).statusCode).toBe(404);
  });

  it.each([
    ['/admin/log', 'no-store'],
    ['/fr/admin/log', 'no-store'],
    ['/about', 'no-cache'],
  ])('is never stored where it is for operators: %s', async (url, kept) => {
    expect((await get(url)).headers['cache-control']).toBe(kept);
  });

  it.each([
    ['/manifest.webmanifest', 'en'],
    ['/fr/manifest.webmanifest', 'fr'],
  ])('has a manifest in its language: %s', async (url, code) => {
    const answer = await get(url, { cookie: 'language=fr' });
    expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    expect(answer.json()).toEqual({ lang: code, name: 'Ann & Bob' });
  });

  it.each([
    ['/nowhere', 'not-found en'],
    ['/fr/nowhere', 'not-found fr'],
    ['/fr/blog/x', 'not-found fr'],
    ['/frames', 'not-found en'],
    ['/not-found', 'not-found en'],
  ])('that does not exist is answered with 404: %s', async (url, text) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain(text);
  });
});

describe('what search engines read', () => {
  it.each([
    ['/robots.txt', /^text\/plain/, 'Sitemap: https://v.example/sitemap.xml'],
    ['/sitemap.xml', /^application\/xml/, '<loc>https://v.example/</loc>'],
  ])('%s contains the origin of the site', async (url, type, text) => {
    const answer = await get(url);
    expect(answer.headers['content-type']).toMatch(type);
    expect(answer.body).toBe(text);
  });
});

describe('a hashed file', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['identity', undefined],
  ])('is sent to a browser that takes %s as %s, to be kept for ever', async (takes, sent) => {
    const answer = await get('/assets/client-abc.js', { 'accept-encoding': takes });
    expect(answer.headers['content-encoding']).toBe(sent);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.vary).toBe('Accept-Encoding');
    expect(answer.headers['content-type']).toMatch(/javascript/);
    if (sent === 'br') expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(SCRIPT);
    if (sent === undefined) expect(answer.body).toBe(SCRIPT);
  });

  it.each(['/assets/', '/assets/gone.js', '/assets/../pages.json', '/assets/%2e%2e/pages.json'])(
    'is nothing else: %s',
    async (url) => {
      expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400);
    },
  );
});

describe("the operator's script", () => {
  it('is empty where there is none', async () => {
    const answer = await get('/js/custom.js');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(answer.body).toBe('');
  });

  it('is an error where it cannot be read, not an empty one', async () => {
    expect((await secure.inject('/js/custom.js')).statusCode).toBe(500);
  });

  it('is the file of the operator, at once', async () => {
    await writeFile(path.join(folder, 'custom.js'), 'window.mine = 1;');
    const answer = await get('/js/custom.js');
    expect(answer.body).toBe('window.mine = 1;');
    expect(answer.headers['cache-control']).toBe('no-cache');
  });
});

it('the offline worker is asked for again each time', async () => {
  const answer = await get('/offline-worker.js');
  expect(answer.body).toBe('self.x = 1;');
  expect(answer.headers['cache-control']).toBe('no-cache');
});

it.each([
  ['GET', 'text/html,*/*;q=0.8', true],
  ['HEAD', 'text/html', true],
  ['POST', 'text/html', false],
  ['GET', '*/*', false],
  ['GET', undefined, false],
])('only who reads HTML gets a page: %s %s', (method, accept, isPage) => {
  expect(wantsPage({ method, headers: { accept } } as FastifyRequest)).toBe(isPage);
});

describe('the icon', () => {
  it('may be kept for a day', async () => {
    const answer = await get('/icon.svg');
    expect(answer.headers['content-type']).toMatch(/^image\/svg\+xml/);
    expect(answer.headers['cache-control']).toBe('public, max-age=86400');
  });
});
