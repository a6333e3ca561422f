import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSiteMap } from './site-map.ts';

const LANGUAGES = [
  ['en', ''],
  ['ar', '/ar'],
  ['fr', '/fr'],
  ['la-LA', '/la'],
  ['zh-CN', '/zh-CN'],
].map(([code, prefix]) => ({ code, prefix, name: code, tag: code, dir: 'ltr', intl: code }));
const inAll = (name: string) =>
  Object.fromEntries(LANGUAGES.map(({ code }) => [code, `${code}/${name}`]));
const PAGES = [
  { paths: ['/'], status: 200, files: inAll('home') },
  { paths: ['/about', '/about-us'], status: 200, files: inAll('about') },
  { paths: ['/blog/x'], status: 200, files: { en: 'en/x', fr: 'fr/x' } },
  { paths: ['/blog/y'], status: 200, files: { ar: 'ar/y' } },
  { paths: ['/not-found'], status: 404, files: inAll('missing') },
];

const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-site-map-'));
afterAll(() => rmSync(folder, { recursive: true }));
function readList(pages: readonly object[]) {
  const list = { languages: LANGUAGES, pages, articles: [] };
  writeFileSync(path.join(folder, 'pages.json'), JSON.stringify(list));
  return readSiteMap(folder);
}
const site = readList(PAGES);

const wishing = (cookie?: string, acceptLanguage?: string) => ({ cookie, acceptLanguage });
const fileAt = (pathname: string, wishes = wishing()) => site.paths.get(pathname)?.(wishes).file;

describe('the language of a page', () => {
  it.each([
    ['/', wishing(), 'en/home'],
    ['/', wishing('fr'), 'fr/home'],
    ['/', wishing(undefined, 'zh-TW, fr;q=0.5'), 'zh-CN/home'],
    ['/about-us', wishing('la-LA', 'fr'), 'la-LA/about'],
    ['/fr', wishing('ar', 'zh-CN'), 'fr/home'],
    ['/zh-CN/about', wishing('ar'), 'zh-CN/about'],
    ['/la/about-us', wishing('ar'), 'la-LA/about'],
    ['/blog/x', wishing('fr'), 'fr/x'],
    // The page does not exist in the language of the visitor.
    ['/blog/x', wishing('ar'), 'en/x'],
    ['/blog/y', wishing('en'), 'ar/y'],
  ])('at %s for %j: %s', (pathname, wishes, file) => {
    expect(fileAt(pathname, wishes)).toBe(file);
  });

  it('has an address of its own only in languages that have the page', () => {
    expect([...site.paths.keys()].filter((one) => one.includes('/blog/'))).toEqual([
      '/blog/x',
      '/fr/blog/x',
      '/blog/y',
      '/ar/blog/y',
    ]);
  });

  it('comes with the page, and so does its status', () => {
    expect(site.paths.get('/fr')?.(wishing())).toMatchObject({
      status: 200,
      language: { code: 'fr' },
    });
    expect(site.paths.get('/not-found')?.(wishing('fr'))).toMatchObject({
      status: 404,
      language: { code: 'fr' },
    });
  });
});

describe('the language of the "not found" page', () => {
  it.each([
    ['/nowhere', wishing(), 'en'],
    ['/nowhere', wishing('fr', 'ar'), 'fr'],
    ['/nowhere', wishing(undefined, 'ar'), 'ar'],
    ['/fr/nowhere', wishing('ar'), 'fr'],
    ['/fr', wishing('ar'), 'fr'],
    ['/fr/', wishing('ar'), 'fr'],
    ['/zh-CN/blog/x', wishing(), 'zh-CN'],
    ['/la/nowhere', wishing(), 'la-LA'],
    // Only begin with the letters of a language.
    ['/frames', wishing(), 'en'],
    ['/archive', wishing('la-LA'), 'la-LA'],
    ['/large/fr/x', wishing(), 'en'],
    ['/nowhere/fr', wishing(), 'en'],
  ])('at %s for %j: %s', (pathname, wishes, code) => {
    expect(site.notFound(pathname, wishes)).toMatchObject({
      file: `${code}/missing`,
      status: 404,
      language: { code },
    });
  });
});

it('the map has the lists of the build', () => {
  expect(site).toMatchObject({ languages: LANGUAGES, pages: PAGES, articles: [] });
});

it('a site without a "not found" page is not served', () => {
  expect(() => readList(PAGES.slice(0, -1))).toThrow(TypeError);
});
