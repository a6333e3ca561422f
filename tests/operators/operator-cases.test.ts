// The cases of the security tables that concern the operators' side, on every route of theirs that the router knows.
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuditLog } from '../../src/adapters/database/audit-log.ts';
import { createTrendingVideos } from '../../src/adapters/database/trending-videos.ts';
import { createCurating } from '../../src/core/trending/curating.ts';
import { databases } from '../contracts/databases.ts';
import { type AdminFixture, startAdminFixture } from '../support/operators/admin-fixture.ts';
import {
  filled,
  type OperatorRoute,
  operatorRoutes,
} from '../support/operators/operator-routes.ts';
import { freshAddress, type Product, startProduct } from '../support/product/product.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
const JSON_TYPE = { 'content-type': 'application/json' };
/** What only the tests would say of what happens inside. */
const INSIDE = /not part of this fixture|TypeError|node_modules|at .*\.ts/;

describe.each(databases)('the operators’ side on %s', (_kind, make) => {
  let fixture: AdminFixture;
  let cookie: string;
  let routes: readonly OperatorRoute[];
  beforeAll(async () => {
    fixture = await startAdminFixture(await make(), {}, ({ clock, db }) => {
      const videos = createTrendingVideos(db);
      const fail = () => Promise.reject(new TypeError('not part of this fixture'));
      return {
        trendingVideos: videos,
        curating: createCurating({
          blockList: { hasAddress: () => false },
          videos,
          clock,
          audit: createAuditLog(db),
          newId: () => 'one',
          files: { add: fail, remove: fail },
          thumbnails: { render: fail },
        }),
      };
    });
    cookie = await fixture.signedIn();
    routes = operatorRoutes(fixture.app);
  });
  afterAll(() => fixture?.close());

  const send = (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: string,
  ) => {
    // The bucket of these calls is full again.
    fixture.clock.advance(1000);
    return fetch(fixture.origin + filled(path), {
      method,
      headers: { accept: 'application/json', cookie, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  };
  const told = async (answer: Response) => {
    const text = await answer.text();
    return { status: answer.status, text, kept: answer.headers.get('cache-control') };
  };

  it.each<[string, Record<string, string>]>([
    ['a page elsewhere', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour of this site', { 'sec-fetch-site': 'same-site' }],
    ['an old browser elsewhere', { origin: 'https://evil.test' }],
    ['a sandboxed frame', { origin: 'null' }],
  ])('xs-upload, xs-delete: %s changes nothing in an operator’s name', async (_who, headers) => {
    const changing = routes.filter(({ method }) => !READING.has(method));
    expect(changing.length).toBeGreaterThan(5);
    for (const { method, path } of changing) {
      const upload = { 'content-type': 'multipart/form-data; boundary=x' };
      const answer = await send(method, path, { ...headers, ...upload }, '--x--\r\n');
      expect([method, path, answer.status]).toEqual([method, path, 403]);
      expect(await answer.json()).toMatchObject({ code: 'cross_site' });
    }
    expect((await send('GET', '/admin/profile')).status).toBe(200);
  });

  it('get-mutate: no GET changes anything', async () => {
    const readable = new Set(
      routes.filter(({ method }) => method === 'GET').map(({ path }) => filled(path)),
    );
    const changing = new Set(
      routes.filter(({ method }) => !READING.has(method)).map(({ path }) => filled(path)),
    );
    for (const path of [...changing].filter((each) => !readable.has(each))) {
      const answer = await send('GET', path);
      expect([path, answer.status]).toEqual([path, 405]);
      expect(answer.headers.get('allow')).toMatch(/POST|PUT|DELETE|PATCH/);
    }
  });

  it('cache-priv, err-leak: no answer is cached, and none reveals internals', async () => {
    const odd = { type: 'application/json', body: '{"odd":1}' };
    for (const { method, path } of routes) {
      // It ends the session that all others need.
      if (/logout/.test(path)) continue;
      const body = READING.has(method) ? undefined : odd.body;
      const headers = body === undefined ? {} : { 'content-type': odd.type };
      const { status, text, kept } = await told(await send(method, path, headers, body));
      const isPage = /^<!doctype html>/i.test(text) || (method === 'HEAD' && status === 200);
      if (!isPage || kept !== null)
        expect([method, path, kept]).toEqual([method, path, 'no-store']);
      expect([method, path, INSIDE.test(text)]).toEqual([method, path, false]);
      if (status < 500 || method === 'HEAD') continue;
      expect([method, path, JSON.parse(text)]).toEqual([
        method,
        path,
        {
          success: false,
          code: 'internal',
          message: 'An unexpected error occurred',
          ref: expect.stringMatching(/^[0-9a-f]{12}$/),
        },
      ]);
    }
    for (const path of ['/admin/logout', '/admin/logout-everywhere'])
      expect((await told(await send('POST', path, { cookie: '' }))).kept).toBe('no-store');
  });

  it.each([
    ['type-arr', '{"title":["a"],"videoUrl":"https://youtu.be/labMain_001"}', 400],
    ['type-num', '{"title":5,"videoUrl":"https://youtu.be/labMain_001"}', 400],
    ['nul-db', '{"title":"a\\u0000b","videoUrl":"https://youtu.be/labMain_001"}', 400],
    [
      'nul-db in the text',
      '{"title":"a","description":"\\u0000","videoUrl":"https://youtu.be/a"}',
      400,
    ],
    ['half of a letter', '{"title":"\\ud83d","videoUrl":"https://youtu.be/labMain_001"}', 400],
    ['proto', '{"__proto__":{"x":1},"title":"a"}', 400],
    ['json-big', JSON.stringify({ title: 'a'.repeat(2_000_000) }), 413],
    ['broken', '{"title":', 400],
  ])('%s is refused with %s as the body of a video', async (_id, body, status) => {
    const answer = await send('POST', '/admin/trending', JSON_TYPE, body);
    expect(answer.status).toBe(status);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    expect(await (await send('GET', '/admin/trending-count')).json()).toEqual({ count: 0 });
  });

  it.each([
    ['nul-db', { email: 'ann\0@site.example', password: 'four random words' }, 401],
    ['half of a letter', { email: '\ud83d@site.example', password: '\ud83d' }, 401],
    ['a quote', { email: "' or 1=1 --@site.example", password: "' or 1=1 --" }, 401],
  ])('%s does not sign in and breaks nothing', async (_id, body, status) => {
    const answer = await send(
      'POST',
      '/api/admin/login',
      { ...JSON_TYPE, 'x-forwarded-for': freshAddress() },
      JSON.stringify(body),
    );
    expect(answer.status).toBe(status);
  });

  it.each(['abc', '-1', '1e3', '9999999999999', '..%2f..', '%00', 'a'.repeat(500)])(
    'id: no video is called %s',
    async (id) => {
      const answer = await send('PUT', `/admin/trending/${id}`, JSON_TYPE, '{"featured":true}');
      expect([400, 404]).toContain(answer.status);
    },
  );
});

describe('the whole product', () => {
  let product: Product;
  let cookie: string;
  beforeAll(async () => {
    product = await startProduct({
      ADMIN_EMAIL: 'ann@site.example',
      ADMIN_PASSWORD: 'violet tractor beneath moon',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    const answer = await product.app.inject({
      method: 'POST',
      url: '/api/admin/login',
      payload: { email: 'ann@site.example', password: 'violet tractor beneath moon' },
    });
    cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
  });
  afterAll(() => product.close());

  it('thumb-internal: fetches no picture from a private network, by whatever name', async () => {
    let asked = 0;
    const inside = createServer((_request, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const { port } = inside.address() as { port: number };
    try {
      for (const thumbnailUrl of [
        'http://169.254.169.254/latest/meta-data',
        `http://127.0.0.1:${port}/a.jpg`,
        `http://localhost:${port}/a.jpg`,
        `http://[::1]:${port}/a.jpg`,
        `http://[::ffff:127.0.0.1]:${port}/a.jpg`,
        `http://2130706433:${port}/a.jpg`,
        'http://10.0.0.1/a.jpg',
        'https://router.internal/a.jpg',
        'file:///etc/passwd',
      ]) {
        const answer = await product.app.inject({
          method: 'POST',
          url: '/admin/trending',
          headers: { cookie },
          payload: { title: 'A', videoUrl: 'https://youtu.be/labMain_001', thumbnailUrl },
        });
        expect([thumbnailUrl, answer.statusCode]).toEqual([
          thumbnailUrl,
          expect.toBeOneOf([400, 422]),
        ]);
      }
      const count = { method: 'GET', url: '/admin/trending-count', headers: { cookie } } as const;
      expect((await product.app.inject(count)).json()).toEqual({ count: 0 });
      expect(asked).toBe(0);
      expect(product.lab.requests()).toEqual([]);
    } finally {
      inside.close();
    }
  });
});
