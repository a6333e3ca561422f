// Every footer leads to the source of what runs (AGPL, section 13): an archive from this server, or the operator's SOURCE_URL.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { packSource } from '../../scripts/source/pack-source.ts';
import { createMemoryLimiter } from '../../src/adapters/limiter/memory.ts';
import { readSiteMap } from '../../src/http/site/site-map.ts';
import { inLanguage } from '../../src/shared/routes.ts';
import { builtPages } from '../support/browser/built-pages.ts';
import { bodyOf, type HttpFixture, startHttpFixture } from '../support/http/http-fixture.ts';
import { startProduct } from '../support/product/product.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
let folder: string;
let webDir: string;
let archive: string;
let fixture: HttpFixture | undefined;
beforeAll(async () => {
  webDir = await builtPages();
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-http-source-'));
  archive = path.join(folder, 'source.tar.gz');
  await packSource(ROOT, archive);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(async () => {
  await fixture?.close();
  fixture = undefined;
});

async function start(source?: { url?: string; archive?: string }): Promise<void> {
  fixture = await startHttpFixture(
    {
      webDir,
      ...(source && {
        source: { url: undefined, archive, fileName: 'keepreel-1.2.3.tar.gz', ...source },
      }),
    },
    ({ clock }) => ({ limiter: createMemoryLimiter({ clock }) }),
  );
}
const get = (pathname: string, options: RequestInit = {}) =>
  fetch(`${fixture?.origin}${pathname}`, options);
/** The links of a page's footer by the words on them. */
async function footer(pathname: string) {
  const html = await (await get(pathname)).text();
  const foot = html.slice(html.lastIndexOf('class="foot-columns"'));
  return new Map(
    [...foot.matchAll(/<a href="([^"]*)"[^>]*>([^<]+)<\/a>/g)].map(([, href, text]) => [
      text?.trim(),
      href,
    ]),
  );
}
const words = async (code: string): Promise<string> =>
  JSON.parse(await readFile(path.join(ROOT, `content/locales/${code}/drawn.json`), 'utf8')).frame
    .sourceCode;

describe('the footer of a page', () => {
  it('links in every language to an archive of the running version', async () => {
    await start({});
    const { languages } = readSiteMap(webDir);
    expect(languages.length).toBeGreaterThanOrEqual(8);
    for (const { code, prefix } of languages)
      for (const page of ['/', '/terms', '/trending']) {
        const href = (await footer(inLanguage(prefix, page))).get(await words(code));
        expect([code, page, href]).toEqual([code, page, '/source.tar.gz']);
      }
    const answer = await get('/source.tar.gz');
    expect(answer.status).toBe(200);
    const saved = path.join(folder, 'saved.tar.gz');
    await writeFile(saved, Buffer.from(await answer.arrayBuffer()));
    const into = path.join(folder, 'unpacked');
    await mkdir(into);
    await promisify(execFile)('tar', ['-xzf', saved, '-C', into, '--strip-components=1']);
    for (const name of ['package.json', 'src/main.ts', 'LICENSE'])
      expect(
        (await readFile(path.join(into, name))).equals(await readFile(path.join(ROOT, name))),
      ).toBe(true);
  });

  it('links to the operator’s SOURCE_URL, and then this server sends no archive', async () => {
    await start({ url: 'https://code.example/mine?a=1&b=2' });
    for (const prefix of ['', '/ar'])
      expect([...(await footer(inLanguage(prefix, '/about'))).values()]).toContain(
        'https://code.example/mine?a=1&amp;b=2',
      );
    const answer = await get('/source.tar.gz');
    expect([answer.status, (await bodyOf(answer))['code']]).toEqual([404, 'not_found_page']);
  });

  it.each([
    ['no archive was made', { archive: '/nowhere/source.tar.gz' }],
    ['nothing is offered', undefined],
  ])('has no such link where %s', async (_why, source) => {
    await start(source);
    expect((await footer('/about')).has(await words('en'))).toBe(false);
    expect((await get('/source.tar.gz')).status).toBe(404);
  });
});

describe('the archive', () => {
  it('has a type, a name with the version, and is sent again only when it changed', async () => {
    await start({});
    const { headers } = await get('/source.tar.gz');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': 'attachment; filename=keepreel-1.2.3.tar.gz',
      'content-length': String((await readFile(archive)).length),
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const known = { headers: { 'if-none-match': etag } };
    expect((await get('/source.tar.gz', known)).status).toBe(304);
    const head = await get('/source.tar.gz', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([
      200,
      headers.get('content-length'),
    ]);
    const range = { headers: { range: 'bytes=70000-140000', 'if-range': etag } };
    const part = await get('/source.tar.gz', range);
    const bytes = Buffer.from(await part.arrayBuffer());
    expect([
      part.status,
      bytes.equals((await readFile(archive)).subarray(70_000, 140_001)),
    ]).toEqual([206, true]);
  });

  it('stays that of the running version when another is made meanwhile', async () => {
    const own = path.join(folder, 'own.tar.gz');
    await packSource(ROOT, own);
    const before = await readFile(own);
    await start({ archive: own });
    const project = path.join(folder, 'project');
    await mkdir(path.join(project, 'scripts/source'), { recursive: true });
    await writeFile(path.join(project, 'scripts/source/sources.txt'), 'package.json\n');
    await writeFile(path.join(project, 'package.json'), '{"name":"keepreel","version":"2.0.0"}');
    expect(await packSource(project, own)).toBe(true);
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/source.tar.gz')));
    for (const answer of answers)
      expect(before.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  });

  it('is rate-limited', async () => {
    await start({});
    const statuses: number[] = [];
    for (let turn = 0; turn < 61; turn += 1)
      statuses.push((await get('/source.tar.gz', { method: 'HEAD' })).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  });
});

it('the archive of the extension costs more: it is made for each request', async () => {
  await start();
  const statuses: number[] = [];
  for (let turn = 0; turn < 7; turn += 1)
    statuses.push((await get('/extension/keepreel-firefox.zip')).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
});

it('SOURCE_URL reaches the pages of the product', async () => {
  const product = await startProduct({ SOURCE_URL: 'https://code.example/mine' });
  try {
    const { body } = await product.app.inject({ url: '/about' });
    expect(body).toContain('<a href="https://code.example/mine">Source code</a>');
    expect((await product.app.inject({ url: '/source.tar.gz' })).statusCode).toBe(404);
  } finally {
    await product.close();
  }
});
