import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttpFixture } from '../support/http/http-fixture.ts';
import { JSON_TYPE, type PostArguments, postTo } from '../support/http/post.ts';
import { freshAddress, type Product, startProduct } from '../support/product/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ TRUSTED_PROXIES: '10.0.0.0/8' });
});
afterAll(() => product.close());

const post = (...request: PostArguments) => postTo(product, ...request);

describe('a bad body', () => {
  it.each<[string, string, number, string]>([
    ['type-arr', '{"url":["a"]}', 400, 'invalid_request'],
    ['type-num', '{"url":5}', 400, 'invalid_request'],
    ['type-null', '{"url":null}', 400, 'invalid_request'],
    ['nothing', '{}', 400, 'invalid_request'],
    ['extra', '{"url":"https://youtu.be/aaaaaaaaaaa","args":"--exec=id"}', 400, 'invalid_request'],
    ['proto', '{"__proto__":{"x":1}}', 400, 'invalid_request'],
    ['broken', '{"url":', 400, 'invalid_request'],
    ['empty', '', 400, 'invalid_request'],
    ['over-16-kB', JSON.stringify({ url: 'a'.repeat(16_384) }), 413, 'body_too_large'],
    ['json-big', JSON.stringify({ url: 'a'.repeat(2_000_000) }), 413, 'body_too_large'],
    [
      'long',
      JSON.stringify({ url: `https://youtu.be/${'a'.repeat(3000)}` }),
      400,
      'invalid_request',
    ],
  ])('%s is refused with its code', async (_id, payload, status, code) => {
    const response = await post(payload);
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('of another type is refused', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const response = await post('url=a', { 'content-type': type });
      expect([type, response.statusCode, response.json().code]).toEqual([
        type,
        415,
        'unsupported_media_type',
      ]);
    }
  });

  it('json-dup: of duplicate keys the last is read and checked', async () => {
    expect((await post('{"url":"https://youtu.be/aaaaaaaaaaa","url":"x"}')).json()).toMatchObject({
      isValid: false,
    });
  });

  it('utf8-bad and nul bytes get no further than the link parser', async () => {
    expect((await post('{"url":"https://youtu.be/aaaaaaaaaaa\\u0000"}')).json()).toMatchObject({
      isValid: false,
      code: 'invalid_url',
    });
    expect((await post('{"url":"\\ud83d"}')).json()).toMatchObject({
      isValid: false,
      code: 'invalid_url',
    });
  });
});

describe('a request from elsewhere', () => {
  const body = '{"url":"https://youtu.be/aaaaaaaaaaa"}';
  it.each<[string, Record<string, string>, number]>([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['same-site', { 'sec-fetch-site': 'same-site' }, 403],
    ['another origin without fetch metadata', { origin: 'https://evil.test' }, 403],
    ['the origin null', { origin: 'null' }, 403],
    ['same-origin', { 'sec-fetch-site': 'same-origin', origin: 'https://ignored.test' }, 200],
    ['typed by the visitor', { 'sec-fetch-site': 'none' }, 200],
    [
      'its own origin without fetch metadata',
      { origin: 'http://localhost:80', host: 'localhost:80' },
      200,
    ],
    ['a program', {}, 200],
  ])('%s', async (_name, headers, status) => {
    const response = await post(body, { ...JSON_TYPE, ...headers });
    expect(response.statusCode).toBe(status);
    if (status === 403) expect(response.json().code).toBe('cross_site');
  });

  it('cors: gets no permission to read', async () => {
    const response = await product.app.inject({
      method: 'OPTIONS',
      url: '/api/inspect',
      headers: { origin: 'https://evil.test' },
    });
    expect(
      Object.keys(response.headers).filter((name) => name.startsWith('access-control')),
    ).toEqual([]);
  });
});

describe('an address', () => {
  it('get-mutate: answers 405 and names what it takes', async () => {
    for (const url of ['/api/detect-platform', '/api/inspect']) {
      const response = await product.app.inject({
        method: 'GET',
        url,
        remoteAddress: freshAddress(),
      });
      expect([response.statusCode, response.json().code, response.headers.allow]).toEqual([
        405,
        'method_not_allowed',
        'POST',
      ]);
    }
  });

  it('method-override: changes nothing', async () => {
    const response = await product.app.inject({
      method: 'GET',
      url: '/api/inspect',
      headers: { 'x-http-method-override': 'POST' },
      remoteAddress: freshAddress(),
    });
    expect(response.statusCode).toBe(405);
  });

  it.each([
    '/nothing',
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%5c..%5cpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/',
    '/assets/.vite',
    '/%00',
    '/api/inspections/x/thumbnails/%2e%2e',
  ])('trav-static: %s leads nowhere', async (url) => {
    const response = await product.app.inject({
      method: 'GET',
      url,
      remoteAddress: freshAddress(),
    });
    expect([404, 410]).toContain(response.statusCode);
    expect(response.body).not.toContain('keepreel');
  });

  it('that does not exist is rate-limited', async () => {
    const remoteAddress = freshAddress();
    const statuses: number[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      statuses.push(
        (await product.app.inject({ method: 'GET', url: `/x${turn}`, remoteAddress })).statusCode,
      );
    }
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(404));
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('every answer', () => {
  it('carries the security headers, whatever its status', async () => {
    for (const url of ['/', '/nothing', '/healthz', '/api/docs']) {
      const { headers } = await product.app.inject({
        method: 'GET',
        url,
        remoteAddress: freshAddress(),
      });
      expect(headers['content-security-policy'], url).toContain(
        "script-src 'self' 'wasm-unsafe-eval';style-src 'self'",
      );
      expect(headers['x-content-type-options'], url).toBe('nosniff');
      expect(headers['permissions-policy'], url).toContain('camera=()');
      expect(headers['strict-transport-security'], url).toBeUndefined();
    }
  });

  it('cache-priv: is not cached when it concerns one visitor', async () => {
    expect((await post('{"url":"x"}')).headers['cache-control']).toBe('no-store');
    expect((await post('{"url":5}')).headers['cache-control']).toBe('no-store');
  });

  it('host: contains no address that an untrusted proxy named', async () => {
    const response = await product.app.inject({
      method: 'GET',
      url: '/',
      headers: { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'evil.test' },
    });
    expect(response.body + JSON.stringify(response.headers)).not.toContain('evil.test');
  });
});

describe('a slow or broken client', () => {
  it('slowloris: is closed after the header timeout, and cannot hold up others', async () => {
    const { server } = product.app;
    expect([server.headersTimeout, server.requestTimeout, server.maxConnections]).toEqual([
      15_000, 30_000, 5000,
    ]);
  });

  it('te-cl: is refused', async () => {
    await product.app.listen({ port: 0, host: '127.0.0.1' });
    const address = product.app.server.address();
    if (typeof address !== 'object' || !address) throw new TypeError('no port');
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = net.connect(address.port, '127.0.0.1', () => {
        socket.write(
          'POST /api/inspect HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        );
      });
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('fds: two thousand silent sockets block neither other clients nor shutdown', async () => {
    const fixture = await startHttpFixture();
    const idle = await Promise.all(
      Array.from(
        { length: 2000 },
        () =>
          new Promise<net.Socket>((resolve, reject) => {
            const socket = net.connect(fixture.port, '127.0.0.1', () => resolve(socket));
            socket.once('error', reject);
          }),
      ),
    );
    expect((await fetch(`${fixture.origin}/healthz`)).status).toBe(200);
    for (const socket of idle) socket.on('error', () => undefined);
    await fixture.close();
    for (const socket of idle) socket.destroy();
  });
});
