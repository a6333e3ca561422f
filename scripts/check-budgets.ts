// Holds the built pages against their weight limits, gzipped: what a visitor loads before doing anything, and the scripts that
// are there once React has taken over.
// Usage: node scripts/check-budgets.ts [folder]. The folder is dist/web unless named. Layout shift needs a browser and is
// asserted by tests/pages/layout-shift.full.test.ts.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { SitePage, SitePages } from '../src/shared/site-pages.ts';
import { ensureWebBuild } from './build-web.mjs';

/** The size of a page: the document, its scripts, and all that it names for the browser to load at once. */
type Weight = {
  readonly page: string;
  readonly scriptBytes: number;
  /** With those that are loaded at the first sign of a visitor, or when something is pressed. */
  readonly allScriptBytes: number;
  readonly totalBytes: number;
  readonly requests: number;
};

const MAX_SCRIPT_BYTES = 9000;
/** Of a page that shows what it has to load. */
const MAX_LOADING_BYTES = 102_500;
const MAX_ALL_SCRIPT_BYTES = 115_500;
const MAX_TOTAL_BYTES = 200_000;
const MAX_REQUESTS = 40;
const PATHS = ['/', '/youtube-downloader-no-limits', '/trending'];

const root = path.resolve(import.meta.dirname, '..');
const [named] = process.argv.slice(2);
const web = path.resolve(named ?? path.join(root, 'dist/web'));
if (!named) await ensureWebBuild(root);

const { languages, pages }: SitePages = JSON.parse(
  await readFile(path.join(web, 'pages.json'), 'utf8'),
);
const english = languages[0]?.code ?? 'en';
const weights: Weight[] = [];
for (const one of PATHS) weights.push(await weigh(pageAt(one), english));
weights.push(await heaviest(pages.filter(({ paths }) => paths[0]?.startsWith('/blog/'))));
for (const { code } of languages) {
  if (code !== english) weights.push(await weigh(pageAt('/'), code));
}

const columns = ['scripts', 'later too', 'in all', 'requests'] as const;
console.log(['page'.padEnd(44), ...columns.map((name) => name.padStart(9))].join(' '));
for (const { page, scriptBytes, allScriptBytes, totalBytes, requests } of weights)
  console.log(rowOf(page, scriptBytes, allScriptBytes, totalBytes, requests));
console.log(
  rowOf('at most', MAX_SCRIPT_BYTES, MAX_ALL_SCRIPT_BYTES, MAX_TOTAL_BYTES, MAX_REQUESTS),
);
const isTooHeavy = weights.some(
  ({ page, scriptBytes, allScriptBytes, totalBytes, requests }) =>
    scriptBytes > (page.endsWith('/trending.html') ? MAX_LOADING_BYTES : MAX_SCRIPT_BYTES) ||
    allScriptBytes > MAX_ALL_SCRIPT_BYTES ||
    totalBytes > MAX_TOTAL_BYTES ||
    requests > MAX_REQUESTS,
);
if (isTooHeavy) process.exitCode = 1;

function rowOf(name: string, ...figures: readonly number[]): string {
  return [name.padEnd(44), ...figures.map((one) => String(one).padStart(9))].join(' ');
}

function pageAt(pathname: string): SitePage {
  const page = pages.find(({ paths }) => paths[0] === pathname);
  if (!page) throw new Error(`there is no page ${pathname}`);
  return page;
}

/** The one with the most bytes in English. */
async function heaviest(among: readonly SitePage[]): Promise<Weight> {
  const all = await Promise.all(among.map((page) => weigh(page, english)));
  const [first] = all.sort((one, other) => other.totalBytes - one.totalBytes);
  if (!first) throw new Error('there is no article');
  return first;
}

async function weigh(page: SitePage, language: string): Promise<Weight> {
  const file = page.files[language];
  if (!file) throw new Error(`${page.paths[0]} is not there in ${language}`);
  const html = await readFile(path.join(web, file), 'utf8');
  const sizes = new Map([
    ['page', gzipSync(html).length],
    ['/icon.svg', gzipSync(await readFile(path.join(root, 'public/icon.svg'))).length],
    // The operator's own script is empty unless there is one.
    ['/js/custom.js', 0],
  ]);
  for (const [, asset = ''] of html.matchAll(/\s(?:src|href)="(\/assets\/[^"#]+)/g))
    sizes.set(asset, await sentBytes(path.join(web, asset)));
  const sum = (files: readonly (readonly [string, number])[]) =>
    files.reduce((total, [, bytes]) => total + bytes, 0);
  const scriptBytes = sum([...sizes].filter(([name]) => name.endsWith('.js')));
  const later = /data-scripts="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? [];
  const laterBytes = await Promise.all(later.map((asset) => sentBytes(path.join(web, asset))));
  return {
    page: file.replace(/^pages\//, ''),
    scriptBytes,
    allScriptBytes: laterBytes.reduce((total, bytes) => total + bytes, scriptBytes),
    totalBytes: sum([...sizes]),
    requests: sizes.size,
  };
}

/** The size of a file as sent: that of its gzip version where the build created one. */
async function sentBytes(file: string): Promise<number> {
  const gzipped = await stat(`${file}.gz`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  return (gzipped ?? (await stat(file))).size;
}
