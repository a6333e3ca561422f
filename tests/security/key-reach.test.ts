// What a request with a key reaches: nothing of other visitors, of operators, or from other sites.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { databases } from '../contracts/databases.ts';
import { READY } from '../support/http/http-download-views.ts';
import { aVisitor } from '../support/http/http-fixture.ts';
import { type KeyServers, startKeyServers } from '../support/http/key-servers.ts';
import { bearer } from '../support/http/keys-fixture.ts';
import { filled, operatorRoutes } from '../support/operators/operator-routes.ts';
import { freshAddress } from '../support/product/product.ts';

const FORGED = `kr_${'a'.repeat(43)}`;
const LINK = 'https://youtu.be/aaaaaaaaaaa';

describe.each(databases)('a request with a key, on %s,', (_kind, make) => {
  let servers: KeyServers;
  beforeAll(async () => {
    servers = await startKeyServers(await make());
  });
  afterAll(() => servers?.close());

  it('is answered for itself alone', async () => {
    const { secret } = await servers.program();
    for (const where of ['/api/jobs', '/api/key']) {
      const { headers } = await servers.ask('GET', where, bearer(secret));
      expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['no-store', 'Origin']);
    }
    expect((await servers.withKey(`Bearer ${FORGED}`)).headers.get('cache-control')).toBe(
      'no-store',
    );
  });

  it('opens no address of operators', async () => {
    const { secret } = await servers.program();
    for (const { method, path: where } of operatorRoutes(servers.fixture.app)) {
      const { status, code } = await servers.ask(method, filled(where), {
        accept: 'application/json',
        ...bearer(secret),
      });
      if (method !== 'HEAD')
        expect([method, where, status, code]).toEqual([method, where, 403, 'key_not_allowed']);
    }
  });

  it('with an odd id is not there to be revoked', async () => {
    const { cookie } = aVisitor('x');
    for (const id of ['-1', 'none', '1e3', '9'.repeat(40)])
      expect((await servers.ask('DELETE', `/api/keys/${id}`, { cookie })).status).toBe(404);
    for (const id of ['%00', '..%2f', 'a b', 'a'.repeat(65)])
      expect((await servers.ask('DELETE', `/api/keys/${id}`, { cookie })).status).toBe(400);
  });

  it('opens no download, file or stream of anybody else', async () => {
    const ann = aVisitor('a');
    const mine = await servers.program();
    const theirs = await servers.program();
    const own = `key-${mine.key.id}`;
    for (const [id, visitor] of [
      ['anns', ann.id],
      ['own', own],
    ] as const) {
      servers.fixture.fake.set({ id, visitor, ...READY });
      servers.fixture.fake.fill(id, Buffer.from('0123456789'));
    }
    servers.fixture.fake.set({ id: 'running', visitor: own, phase: 'fetching', percent: 30 });
    const file = (id: string) => `/files/token-of-${id}/a.mp4`;
    expect((await servers.ask('GET', file('own'), bearer(mine.secret))).status).toBe(200);
    for (const headers of [bearer(theirs.secret), { cookie: ann.cookie }, {}]) {
      expect((await servers.ask('GET', file('own'), headers)).status).toBe(404);
      expect((await servers.ask('GET', '/api/jobs/own', headers)).status).toBe(404);
      expect((await servers.ask('GET', '/api/download-progress?job=own', headers)).status).toBe(
        404,
      );
      expect(
        (await servers.ask('POST', '/api/cancel-download', headers, '{"job":"running"}')).status,
      ).toBe(404);
      const all = await servers.ask('POST', '/api/cancel-download', headers, '{}');
      expect(all.json).toEqual({ success: true, cancelled: false });
    }
    expect((await servers.ask('GET', file('anns'), bearer(mine.secret))).status).toBe(404);
    expect(servers.fixture.fake.viewOf('running')?.download.state).toBe('open');
    // The name by which a key's downloads are kept is no cookie of its own.
    for (const cookie of [`visitor=${own}`, `visitor=${mine.secret}`])
      expect((await servers.ask('GET', file('own'), { cookie })).status).toBe(404);
  });

  it('does not change anything by GET', async () => {
    const { secret } = await servers.program();
    for (const where of ['/api/download', '/api/zip', '/api/trim', '/api/cancel-download'])
      expect((await servers.ask('GET', where, bearer(secret))).status).toBe(405);
    const overridden = { ...bearer(secret), 'x-http-method-override': 'POST' };
    expect((await servers.ask('GET', '/api/download', overridden)).status).toBe(405);
  });

  it('has its fields checked like any other', async () => {
    const { secret } = await servers.program();
    const start = async (body: string) =>
      (await servers.ask('POST', '/api/download', bearer(secret), body)).status;
    for (const body of [
      '{"url":["a"]}',
      '{"url":5}',
      `{"url":"${LINK}","quality":"__proto__"}`,
      `{"url":"${LINK}","__proto__":{"x":1}}`,
      `{"url":"${LINK}","offer":"a\\u0000b"}`,
    ])
      expect([body, await start(body)]).toEqual([body, 400]);
    expect(await start(JSON.stringify({ url: 'a'.repeat(2_000_000) }))).toBe(413);
    const named = await servers.ask('POST', '/api/keys', {}, '{"name":"a\\u0000b"}');
    expect(named.status).toBe(400);
  });

  it('opens four streams and no more', async () => {
    const { key, secret } = await servers.program();
    servers.fixture.fake.set({
      id: 'slow',
      visitor: `key-${key.id}`,
      phase: 'fetching',
      percent: 1,
    });
    const leaving = new AbortController();
    const open = async () => {
      const response = await fetch(`${servers.fixture.origin}/api/download-progress?job=slow`, {
        headers: { ...bearer(secret), 'x-forwarded-for': freshAddress() },
        signal: leaving.signal,
      });
      return response.status;
    };
    const statuses = [];
    for (let turn = 0; turn < 5; turn += 1) statuses.push(await open());
    leaving.abort();
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  it('from an origin that the key does not list is refused', async () => {
    const { secret } = await servers.program({ origins: ['https://app.example'] });
    const plain = await servers.program();
    for (const origin of [
      'https://evil.example',
      'https://app.example.evil.example',
      'https://app.example:8443',
      'http://app.example',
      'null',
      `chrome-extension://${'a'.repeat(32)}`,
    ])
      for (const own of [secret, plain.secret])
        for (const [method, where, body] of [
          ['POST', '/api/cancel-download', '{}'],
          ['POST', '/api/convert', '{}'],
          ['DELETE', '/api/jobs/own', undefined],
          ['GET', '/api/jobs', undefined],
        ] as const) {
          const headers = { ...bearer(own), origin, 'sec-fetch-site': 'cross-site' };
          const {
            status,
            code,
            headers: answered,
          } = await servers.ask(method, where, headers, body);
          expect([where, origin, status, code]).toEqual([where, origin, 403, 'key_not_allowed']);
          expect(answered.has('access-control-allow-origin')).toBe(false);
        }
    // Without a key, neither the origin of one nor any other gets further than before.
    const cross = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' };
    const { status, code, headers } = await servers.ask('POST', '/api/download', cross, '{}');
    expect([status, code, headers.has('access-control-allow-origin')]).toEqual([
      403,
      'cross_site',
      false,
    ]);
    expect(
      (await servers.ask('GET', '/api/jobs', cross)).headers.has('access-control-allow-origin'),
    ).toBe(false);
  });

  it('is announced by a stranger in vain', async () => {
    const gone = await servers.program({ origins: ['https://gone.example'] });
    await servers.apiKeys.revoke(null, gone.key.id);
    await servers.program({ origins: ['https://app.example'] });
    const preflight = (where: string, headers: Record<string, string>) =>
      servers.ask('OPTIONS', where, {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
        ...headers,
      });
    const app = { origin: 'https://app.example' };
    expect((await preflight('/api/download', app)).status).toBe(204);
    for (const [where, headers] of [
      ['/api/download', { origin: 'https://evil.example' }],
      ['/api/download', { origin: 'https://gone.example' }],
      ['/api/download', { origin: 'null' }],
      ['/api/download', { origin: '*' }],
      ['/api/download', { origin: 'https://app.example, https://evil.example' }],
      ['/api/download', { ...app, 'access-control-request-headers': 'content-type' }],
      ['/api/download', { ...app, 'access-control-request-headers': 'x-authorization' }],
      ['/api/admin/keys', app],
      ['/api/keys', app],
      ['/api/admin/login', app],
      ['/metrics', app],
      ['/', app],
      ['/nowhere', app],
    ] as const) {
      const { status, headers: answered } = await preflight(where, headers);
      const cors = [...answered.keys()].filter((name) => name.startsWith('access-control-'));
      expect([where, headers, [404, 405].includes(status), cors]).toEqual([
        where,
        headers,
        true,
        [],
      ]);
    }
  });
});
