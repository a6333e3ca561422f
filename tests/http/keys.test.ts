import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiKeyService } from '../../src/core/operators/keys/api-keys.ts';
import { KEY_FORM } from '../../src/shared/keys.ts';
import { databases, type TestDatabase } from '../contracts/databases.ts';
import { READY } from '../support/http/http-download-views.ts';
import { aVisitor, type HttpFixture, startHttpFixture } from '../support/http/http-fixture.ts';
import { aProgram, bearer, makeApiKeys } from '../support/http/keys-fixture.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const DAY_MS = 24 * 3_600_000;
const EXTENSION = `chrome-extension://${'abcdefghijklmnop'.repeat(2)}`;
const [, makeDatabase] = databases[0] ?? [];
const ann = aVisitor('a');
const bob = aVisitor('b');

let database: TestDatabase;
let fixture: HttpFixture;
let apiKeys: ApiKeyService;
beforeAll(async () => {
  if (!makeDatabase) throw new TypeError('there is no database');
  database = await makeDatabase();
  fixture = await startHttpFixture({}, ({ clock }) => {
    apiKeys = makeApiKeys(database, clock);
    return { apiKeys };
  });
});
afterAll(async () => {
  await fixture.close();
  await database.end();
});

const ask = async (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
) => {
  const response = await fetch(fixture.origin + path, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = text.startsWith('{') ? JSON.parse(text) : null;
  return { status: response.status, headers: response.headers, body: json, text };
};
let addresses = 0;
/** An address of its own, so that tests do not share rate limits. */
const fromElsewhere = () => {
  addresses += 1;
  return { 'x-forwarded-for': `198.51.100.${addresses}` };
};
const program = (change: Parameters<typeof aProgram>[0] = {}) =>
  apiKeys.makeForProgram('ann@site.example', aProgram(change));
const makeOwn = (cookie: string, body: object = { name: 'Extension' }) =>
  ask('POST', '/api/keys', { cookie, ...fromElsewhere() }, body);

describe('a request with a key', () => {
  it('is that of a visitor of its own, and the cookie beside it is neither read nor set', async () => {
    const { key, secret } = await program();
    fixture.fake.set({ id: 'of-key', visitor: `key-${key.id}`, ...READY });
    fixture.fake.set({ id: 'of-ann', visitor: ann.id, ...READY });
    const both = { ...bearer(secret), cookie: ann.cookie };
    const list = await ask('GET', '/api/jobs', both);
    expect(list.body.jobs.map(({ job }: { job: string }) => job)).toEqual(['of-key']);
    expect((await ask('GET', '/api/jobs/of-ann', both)).status).toBe(404);
    expect((await ask('GET', '/api/jobs/of-key', { cookie: ann.cookie })).status).toBe(404);
    const started = await ask(
      'POST',
      '/api/download',
      { ...bearer(secret), prefer: 'respond-async' },
      { url: 'https://youtu.be/aaaaaaaaaaa', format: 'mp4' },
    );
    expect([started.status, started.headers.getSetCookie()]).toEqual([202, []]);
    expect(fixture.fake.requests.at(-1)).toMatchObject({
      visitor: `key-${key.id}`,
      network: `key-${key.id}`,
    });
  });

  it('learns about its key', async () => {
    const { key, secret } = await program({ limits: { openJobs: 2, perHour: 30 } });
    const { status, body } = await ask('GET', '/api/key', bearer(secret));
    expect([status, body.key]).toEqual([
      200,
      {
        id: key.id,
        name: 'a program',
        kind: 'program',
        createdAt: key.createdAt,
        expiresAt: null,
        limits: { openJobs: 2, perHour: 30, bytesPerDay: null },
      },
    ]);
    const without = await ask('GET', '/api/key');
    expect([without.status, without.body.code]).toEqual([401, 'key_unknown']);
  });
});

describe('a visitor’s key for an extension', () => {
  it('is shown once, lives for thirty days and counts on the network it is used from', async () => {
    const made = await makeOwn(ann.cookie, { name: ' My browser ', origin: EXTENSION });
    expect([made.status, made.body.secret]).toEqual([201, expect.stringMatching(KEY_FORM)]);
    const { key, secret } = made.body;
    expect(key).toMatchObject({ name: 'My browser', kind: 'extension' });
    expect(key.expiresAt - key.createdAt).toBe(30 * DAY_MS);
    await ask(
      'POST',
      '/api/download',
      { ...bearer(secret), prefer: 'respond-async', 'x-forwarded-for': '203.0.113.9' },
      { url: 'https://youtu.be/aaaaaaaaaaa', format: 'mp4' },
    );
    expect(fixture.fake.requests.at(-1)).toMatchObject({
      visitor: `key-${key.id}`,
      network: '203.0.113.9/32',
    });
    const own = await ask('GET', '/api/keys', { cookie: ann.cookie });
    expect([own.body.keys, own.text.includes(secret)]).toEqual([[key], false]);
    expect((await ask('GET', '/api/keys', { cookie: bob.cookie })).body.keys).toEqual([]);
  });

  it('is revoked by its visitor and by nobody else', async () => {
    const { key, secret } = (await makeOwn(bob.cookie)).body;
    const path = `/api/keys/${key.id}`;
    for (const cookie of [ann.cookie, ''])
      expect((await ask('DELETE', path, { cookie })).status).toBe(404);
    expect((await ask('GET', '/api/key', bearer(secret))).status).toBe(200);
    expect((await ask('DELETE', path, { cookie: bob.cookie })).status).toBe(204);
    expect((await ask('GET', '/api/key', bearer(secret))).status).toBe(401);
  });
});

describe('what a key may use', () => {
  it('an hour is a number of downloads, whatever network they are asked from', async () => {
    const { secret } = await program({ limits: { perHour: 2 } });
    const start = (address: string) =>
      ask(
        'POST',
        '/api/download',
        { ...bearer(secret), prefer: 'respond-async', 'x-forwarded-for': address },
        { url: 'https://youtu.be/aaaaaaaaaaa' },
      );
    const started = [await start('203.0.113.1'), await start('203.0.113.2')];
    expect(started.map(({ status }) => status)).toEqual([202, 202]);
    const refused = await start('203.0.113.3');
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBe(1800);
    // Asking how far they are is no download.
    expect((await ask('GET', '/api/jobs', bearer(secret))).status).toBe(200);
    fixture.clock.advance(1_800_000);
    expect((await start('203.0.113.1')).status).toBe(202);
  });

  it('a day is a number of bytes, of which those that were not sent do not count', async () => {
    const { key, secret } = await program({ limits: { bytesPerDay: 100_000 } });
    const used = async () => (await apiKeys.list()).keys.find(({ id }) => id === key.id)?.usedBytes;
    fixture.fake.set({ id: 'big', visitor: `key-${key.id}`, ...READY });
    fixture.fake.fill('big', Buffer.alloc(90_000));
    const save = (headers = {}, method = 'GET') =>
      ask(method, '/files/token-of-big/a.mp4', { ...bearer(secret), ...headers });
    expect((await save()).status).toBe(200);
    expect(await used()).toBe(90_000);
    expect((await save({ range: 'bytes=0-9' })).status).toBe(206);
    expect((await save({}, 'HEAD')).status).toBe(200);
    expect(await used()).toBe(90_010);
    // The file with which a limit is reached is still sent.
    expect((await save()).status).toBe(200);
    const refused = await save();
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
    expect(fixture.fake.openFiles()).toBe(0);
    fixture.clock.advance(DAY_MS);
    const leaving = new AbortController();
    fixture.fake.fill('big', Buffer.alloc(40_000_000));
    const response = await fetch(`${fixture.origin}/files/token-of-big/a.mp4`, {
      headers: bearer(secret),
      signal: leaving.signal,
    });
    await response.body?.getReader().read();
    leaving.abort();
    await vi.waitUntil(async () => Number(await used()) < 39_000_000, SLOW_MACHINE_TIMEOUT);
    expect(await used()).toBeGreaterThan(0);
  });
});

describe('a browser elsewhere', () => {
  const APP = 'https://app.example';

  it('may use a key that lists its origin, and read the answer, refusals included', async () => {
    const { secret } = await program({ origins: [APP] });
    const preflight = await ask('OPTIONS', '/api/download', {
      origin: APP,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,prefer',
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': expect.stringContaining(
        'authorization, content-type, prefer',
      ),
      vary: 'Origin',
    });
    const cross = { origin: APP, 'sec-fetch-site': 'cross-site', ...bearer(secret) };
    const started = await ask(
      'POST',
      '/api/download',
      { ...cross, prefer: 'respond-async' },
      { url: 'https://youtu.be/aaaaaaaaaaa' },
    );
    const missing = await ask('GET', '/api/jobs/none', cross);
    expect([started.status, missing.status]).toEqual([202, 404]);
    for (const { headers } of [preflight, started, missing]) {
      expect(headers.get('access-control-allow-origin')).toBe(APP);
      expect(headers.get('vary')).toBe('Origin');
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    }
    expect(started.headers.get('access-control-expose-headers')).toMatch(/Retry-After, Location/);
  });

  it('may be an extension of the visitor’s', async () => {
    const { secret } = (await makeOwn(ann.cookie, { name: 'Mine', origin: EXTENSION })).body;
    const { status, headers } = await ask('GET', '/api/key', {
      origin: EXTENSION,
      'sec-fetch-site': 'cross-site',
      ...bearer(secret),
    });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, EXTENSION]);
    for (const origin of ['https://app.example', 'null', '*', 'http://localhost', 'file://']) {
      const made = await makeOwn(ann.cookie, { name: 'Mine', origin });
      expect([origin, made.status]).toEqual([origin, 400]);
    }
  });
});

it('OpenAPI says which calls take a key, and which need one', async () => {
  const { body } = await ask('GET', '/api/openapi.json');
  expect(body.components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' });
  const securityOf = (path: string, method = 'get') => body.paths[path][method].security;
  expect(securityOf('/api/download', 'post')).toEqual([{}, { key: [] }]);
  expect(securityOf('/api/key')).toEqual([{ key: [] }]);
  for (const [path, method] of [
    ['/api/keys', 'post'],
    ['/api/admin/keys', 'get'],
    ['/api/ratings', 'post'],
  ] as const)
    expect(securityOf(path, method)).toBeUndefined();
  const takesKey = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { security?: unknown }>)
      .filter(([, operation]) => operation.security)
      .map(([method]) => `${method} ${path}`),
  );
  expect(takesKey.toSorted()).toEqual([
    'delete /api/jobs/{id}',
    'delete /api/jobs/{id}/share',
    'get /api/download-progress',
    'get /api/feed',
    'get /api/inspections/{id}/subtitles/{file}',
    'get /api/inspections/{id}/thumbnails/{thumbnail}',
    'get /api/jobs',
    'get /api/jobs/{id}',
    'get /api/jobs/{id}/file',
    'get /api/key',
    'get /api/limits',
    'get /api/lists/{id}/thumbnails/{entry}',
    'get /api/search',
    'get /api/search/{id}/thumbnails/{entry}',
    'get /api/status',
    'get /api/trending',
    'get /files/zip/{name}',
    'get /files/{token}/{name}',
    'post /api/cancel-download',
    'post /api/convert',
    'post /api/detect-platform',
    'post /api/download',
    'post /api/feed',
    'post /api/inspect',
    'post /api/jobs/{id}/link',
    'post /api/jobs/{id}/share',
    'post /api/lists',
    'post /api/trim',
    'post /api/zip',
  ]);
});
