import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JSON_TYPE, type PostArguments, postTo } from '../support/http/post.ts';
import { freshAddress, type Product, startProduct } from '../support/product/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ TRUSTED_PROXIES: '10.0.0.0/8' });
});
afterAll(() => product.close());

const post = (...request: PostArguments) => postTo(product, ...request);

describe('the visitor cookie', () => {
  const body = '{"url":"https://youtu.be/aaaaaaaaaaa"}';

  it('is set once, is opaque, and cannot be read by scripts', async () => {
    const first = await post(body);
    const [cookie] = first.cookies;
    expect(cookie).toMatchObject({ name: 'visitor', path: '/', httpOnly: true, sameSite: 'Lax' });
    expect(cookie?.value).toMatch(/^[\w-]{43}$/);
    const second = await post(body, { ...JSON_TYPE, cookie: `visitor=${cookie?.value}` });
    expect(second.cookies).toEqual([]);
  });

  it('is replaced when this site did not issue it', async () => {
    const response = await post(body, { ...JSON_TYPE, cookie: 'visitor=../../etc/passwd' });
    expect(response.cookies).toHaveLength(1);
  });

  it('is bound to https where the public address is https', async () => {
    const secure = await startProduct({ PUBLIC_URL: 'https://video.example' });
    try {
      const response = await secure.app.inject({
        method: 'POST',
        url: '/api/detect-platform',
        payload: body,
        headers: JSON_TYPE,
      });
      expect(response.cookies[0]).toMatchObject({
        name: '__Host-visitor',
        secure: true,
        httpOnly: true,
        path: '/',
      });
      expect(response.headers['strict-transport-security']).toBe('max-age=63072000');
      expect(response.headers['content-security-policy']).toContain('upgrade-insecure-requests');
    } finally {
      await secure.close();
    }
  });

  it('is not set for pages', async () => {
    expect((await product.app.inject({ method: 'GET', url: '/' })).cookies).toEqual([]);
  });
});

describe('the rate limit', () => {
  const body = '{"url":"https://youtu.be/aaaaaaaaaaa"}';

  /** Sends sixty quick requests: thirty are let through, and one more for each second that they took. */
  async function expectLimited(
    addressOf: (turn: number) => { remoteAddress: string; headers?: Record<string, string> },
  ) {
    let passed = 0;
    const startedAt = performance.now();
    for (let turn = 0; turn < 60; turn += 1) {
      const { remoteAddress, headers } = addressOf(turn);
      const response = await post(
        body,
        { ...JSON_TYPE, ...headers },
        '/api/detect-platform',
        remoteAddress,
      );
      if (response.statusCode === 200) passed += 1;
      else
        expect([
          response.statusCode,
          response.json().code,
          Number(response.headers['retry-after']),
        ]).toEqual([429, 'too_many_requests', expect.any(Number)]);
    }
    const seconds = Math.ceil((performance.now() - startedAt) / 1000);
    expect(passed).toBeGreaterThanOrEqual(30);
    expect(passed).toBeLessThanOrEqual(31 + seconds);
  }

  it('allows a burst and then answers how long to wait', async () => {
    const remoteAddress = freshAddress();
    await expectLimited(() => ({ remoteAddress }));
  });

  it('xff: is not evaded by a header without a trusted proxy', async () => {
    const remoteAddress = freshAddress();
    await expectLimited((turn) => ({
      remoteAddress,
      headers: { 'x-forwarded-for': `1.2.3.${turn}` },
    }));
  });

  it('xff-many: trusts the hop in front of the trusted proxy, not what the client wrote before it', async () => {
    const client = freshAddress();
    await expectLimited((turn) => ({
      remoteAddress: '10.0.0.7',
      headers: { 'x-forwarded-for': `1.2.3.${turn}, ${client}` },
    }));
  });

  it('counts the addresses of one IPv6 network together', async () => {
    await expectLimited((turn) => ({ remoteAddress: `2001:4860:0:1::${turn + 1}` }));
  });
});
