import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages } from './pages.ts';

const SCRIPT = 'console.log("a script that is long enough");'.repeat(20);
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-pages-'));
  await mkdir(path.join(folder, 'web/assets'), { recursive: true });
  await mkdir(path.join(folder, 'public'));
  await writeFile(path.join(folder, 'web/index.html'), '<!doctype html><title>Home</title>');
  await writeFile(path.join(folder, 'web/assets/client-abc.js'), SCRIPT);
  await writeFile(path.join(folder, 'web/assets/client-abc.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(path.join(folder, 'web/assets/client-abc.js.gz'), gzipSync(SCRIPT));
  await writeFile(path.join(folder, 'public/icon.svg'), '<svg/>');
  app = Fastify();
  await pages(app, {
    webDir: path.join(folder, 'web'),
    publicDir: path.join(folder, 'public'),
    customScript: path.join(folder, 'custom.js'),
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, encoding = 'identity') =>
  app.inject({ url, headers: { 'accept-encoding': encoding } });

describe('a page', () => {
  it('is asked for again each time, and answers 304 while it is the same', async () => {
    const answer = await get('/');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-cache');
    const etag = String(answer.headers.etag);
    const again = await app.inject({ url: '/', headers: { 'if-none-match': etag } });
    expect(again.statusCode).toBe(304);
  });
});

describe('a hashed file', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['identity', undefined],
  ])('is sent to a browser that takes %s as %s, to be kept for ever', async (takes, sent) => {
    const answer = await get('/assets/client-abc.js', takes);
    expect(answer.headers['content-encoding']).toBe(sent);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.vary).toBe('Accept-Encoding');
    expect(answer.headers['content-type']).toMatch(/javascript/);
    if (sent === 'br') expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(SCRIPT);
    if (sent === undefined) expect(answer.body).toBe(SCRIPT);
  });

  it.each(['/assets/', '/assets/gone.js', '/assets/../index.html', '/assets/%2e%2e/index.html'])(
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

  it('is the file of the operator, at once', async () => {
    await writeFile(path.join(folder, 'custom.js'), 'window.mine = 1;');
    const answer = await get('/js/custom.js');
    expect(answer.body).toBe('window.mine = 1;');
    expect(answer.headers['cache-control']).toBe('no-cache');
  });
});

describe('the icon', () => {
  it('may be kept for a day', async () => {
    const answer = await get('/icon.svg');
    expect(answer.headers['content-type']).toMatch(/^image\/svg\+xml/);
    expect(answer.headers['cache-control']).toBe('public, max-age=86400');
  });
});
