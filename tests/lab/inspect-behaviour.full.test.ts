import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LAB_PLATFORMS } from '../../lab/platforms/index.ts';
import type { InspectAnswer } from '../../src/shared/api/inspect.ts';
import type { ErrorCode } from '../../src/shared/errors.ts';
import type { MainPlatformId } from '../../src/shared/platforms/platform.ts';
import { freshAddress, type Product, startProduct } from '../support/product/product.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

let product: Product;
afterEach(() => product.close());

const inspect = (url: string, remoteAddress = freshAddress()) =>
  product.app.inject({ method: 'POST', url: '/api/inspect', payload: { url }, remoteAddress });

/** A lab link of a platform that shows a video, without a short link, or one that fails with a code. */
function linkOf(platform: MainPlatformId, code?: ErrorCode): string {
  const link = LAB_PLATFORMS[platform].links.find(({ expect: wanted }) =>
    code ? 'code' in wanted && wanted.code === code : 'items' in wanted,
  );
  if (!link) throw new TypeError(`the lab has no such link of ${platform}`);
  return link.url;
}

describe('inspecting links', () => {
  beforeEach(async () => {
    product = await startProduct({ MAX_INSPECTIONS: '1' });
  });

  it('requests a post once for two concurrent visitors, and not at all for a third', async () => {
    const url = linkOf('snapchat');
    const both = await Promise.all([inspect(url), inspect(url)]);
    expect(both.map((response) => response.statusCode)).toEqual([200, 200]);
    const asked = product.lab.requests().length;
    expect((await inspect(url)).statusCode).toBe(200);
    expect(product.lab.requests()).toHaveLength(asked);
    expect(asked).toBe(1);
  });

  it('frees the only worker at once when its visitor leaves', async () => {
    product.lab.faults.add({ host: 'www.snapchat.com', pathPrefix: '/', fault: { kind: 'hang' } });
    const origin = await product.app.listen({ port: 0, host: '127.0.0.1' });
    const visitor = new AbortController();
    const left = fetch(`${origin}/api/inspect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: linkOf('snapchat') }),
      signal: visitor.signal,
    }).catch((error: Error) => error.name);
    await vi.waitUntil(() => product.lab.requests().length > 0, SLOW_MACHINE_TIMEOUT);
    visitor.abort();
    expect(await left).toBe('AbortError');
    const startedAt = performance.now();
    expect((await inspect(linkOf('pinterest'))).statusCode).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('pauses a platform that refuses three times, reports for how long, and leaves the others alone', async () => {
    const limited = linkOf('tiktok', 'rate_limited');
    const codes: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) codes.push((await inspect(limited)).json().code);
    expect(codes).toEqual(['rate_limited', 'rate_limited', 'rate_limited', 'platform_paused']);
    const asked = product.lab.requests().length;
    const paused = await inspect(linkOf('tiktok'));
    expect(paused.statusCode).toBe(503);
    expect(Number(paused.headers['retry-after'])).toBeGreaterThan(50);
    expect(paused.json().message).toMatch(
      /^TikTok is refusing requests from our server, so .* in \d+ seconds\.$/,
    );
    expect(product.lab.requests()).toHaveLength(asked);
    expect((await inspect(linkOf('pinterest'))).statusCode).toBe(200);
  });

  it('counts each attempt by platform and code, and stores nothing else', async () => {
    await inspect(linkOf('pinterest'));
    await inspect(linkOf('twitter', 'no_video'));
    await inspect('https://example.com/');
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(`${product.dataDir}/keepreel.sqlite`, { readOnly: true });
    const read = () => database.prepare('select * from outcomes order by platform').all();
    await vi.waitUntil(() => read().length === 2, SLOW_MACHINE_TIMEOUT);
    const rows = read();
    database.close();
    expect(rows.map((row) => [row['platform'], row['step'], row['code']])).toEqual([
      ['pinterest', 'inspect', 'ok'],
      ['twitter', 'inspect', 'no_video'],
    ]);
    expect(
      Object.keys(rows[0] ?? {})
        .filter((name) => name !== 'id')
        .sort(),
    ).toEqual(['bytes', 'code', 'duration_ms', 'hour', 'platform', 'step']);
    expect(rows.every((row) => Number(row['hour']) % 3_600_000 === 0)).toBe(true);
  });

  it('exposes the picture of an item and no other source', async () => {
    const { id, items } = (await inspect(linkOf('twitter'))).json();
    const get = (url: string) =>
      product.app.inject({ method: 'GET', url, remoteAddress: freshAddress() });
    const picture = await get(items[0].thumbnailUrl);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect([...picture.rawPayload.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    const track = await get(
      `/api/inspections/${id}/thumbnails/${encodeURIComponent(items[0].tracks[0].id)}`,
    );
    expect([track.statusCode, track.json().code]).toEqual([404, 'not_found_page']);
    const other = await get('/api/inspections/AAAAAAAAAAAAAAAAAAAAAA/thumbnails/thumb.1');
    expect([other.statusCode, other.json().code]).toEqual([410, 'expired']);
  });
});

describe('a platform that the operator switched off', () => {
  it('is refused before any request', async () => {
    product = await startProduct({ DISABLED_PLATFORMS: 'tiktok, snapchat' });
    for (const url of [linkOf('tiktok'), 'https://vm.tiktok.com/ZMabcDeFg/', linkOf('snapchat')]) {
      const response = await inspect(url);
      expect([response.statusCode, response.json().code]).toEqual([503, 'platform_disabled']);
    }
    expect(product.lab.requests()).toEqual([]);
  });
});

it('nothing that a platform names leads back to this site’s own name', async () => {
  product = await startProduct({ PUBLIC_URL: 'https://i.ytimg.com' });
  const { items } = (await inspect(linkOf('youtube'))).json<InspectAnswer>();
  const picture = await product.app.inject({ url: items[0]?.thumbnailUrl ?? '' });
  expect([picture.statusCode, picture.json().code]).toEqual([422, 'blocked_target']);
  expect(product.lab.requests().filter(({ host }) => host === 'i.ytimg.com')).toEqual([]);
});
