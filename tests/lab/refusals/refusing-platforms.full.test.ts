// Platforms that refuse, pause and lock, played by the lab's switches and faults, through the whole product.
import { globSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { LAB_PLATFORMS } from '../../../lab/platforms/index.ts';
import { emptyFor, lockedFor, TRY_AGAIN_LATER, withSwitch } from '../../../lab/switches.ts';
import type { StatusAnswer } from '../../../src/shared/api/site.ts';
import type { MainPlatformId } from '../../../src/shared/platforms/platform.ts';
import { clientAt } from '../../support/product/job-client.ts';
import { freshAddress, type Product, startProduct } from '../../support/product/product.ts';

const { signal } = new AbortController();
let product: Product;
afterEach(() => product.close());

async function start(id: 'youtube' | 'tiktok') {
  const platform = withSwitch(LAB_PLATFORMS[id]);
  product = await startProduct({ TRUSTED_PROXIES: '127.0.0.1' }, [platform]);
  return platform;
}

/** Links of different videos that the lab can play. */
const linksOf = (platform: MainPlatformId, count: number) =>
  LAB_PLATFORMS[platform].links
    .filter(({ expect: wanted, downloads }) => 'items' in wanted && downloads)
    .map(({ url }) => url)
    .slice(0, count);

/** The code that a download ends with, or `ready`. */
async function codeOfDownload(origin: string, url: string): Promise<string> {
  const visitor = clientAt(origin);
  const { job } = await visitor.start({ url });
  const { state, error } = await visitor.ended(job);
  return error?.code ?? state;
}

async function inspect(url: string): Promise<string> {
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/inspect',
    payload: { url },
    remoteAddress: freshAddress(),
  });
  return answer.statusCode === 200 ? 'ok' : answer.json().code;
}

// An engine without curl_cffi pretends to be no browser.
const canImpersonate = globSync('.engine/current/**/site-packages/curl_cffi').length > 0;

it.runIf(canImpersonate).each([
  ['the newest Chrome', /Chrome\/150/],
  ['everything that pretends to be Chrome', /Chrome\//],
  // Without a browser to be, yt-dlp has the name of a random Chrome on Windows.
  ['every browser that it can be', /Macintosh.*(Chrome\/150|Version\/\d+)/],
])('a browser that a platform refuses by name costs no visitor their post: %s', async (_, name) => {
  const tiktok = await start('tiktok');
  tiktok.turn(emptyFor(name));
  const links = linksOf('tiktok', 5);
  const codes: string[] = [];
  for (const url of links) codes.push(await inspect(url));
  expect(codes.filter((code) => code !== 'ok').slice(1)).toEqual([]);
  expect(product.lab.requests().length).toBeLessThanOrEqual(links.length + 3);
});

it.each([
  ['the first session alone', 1, 'ok', 2],
  ['every session', 9, 'drm', 2],
] as const)('formats that YouTube locks are asked for in a fresh session: %s', async (...row) => {
  const [, sessions, code, looks] = row;
  const youtube = await start('youtube');
  youtube.turn(lockedFor(sessions));
  const [url = ''] = linksOf('youtube', 1);
  expect(await inspect(url)).toBe(code);
  const pages = product.lab.requests().filter(({ path }) => path.startsWith('/watch'));
  expect(pages).toHaveLength(looks);
  expect(product.lab.unknown()).toEqual([]);
});

it('formats that are locked in one session only are offered; those that stay locked are told as such', async () => {
  const youtube = await start('youtube');
  const [url = ''] = linksOf('youtube', 1);
  const link = await product.inspecting.resolve(url, signal);
  const seen = async () => {
    const { inspection } = await product.inspecting.inspectAgain(link, signal);
    return inspection.items.map(({ tracks, hasLocked = false }) => [tracks.length, hasLocked]);
  };
  const usual = await seen();
  expect(usual).toEqual([[expect.any(Number), false]]);
  // All but the combined one of 360 lines.
  youtube.turn(lockedFor(1, /"itag":(?!18,)/g));
  expect(await seen()).toEqual(usual);
  youtube.turn(lockedFor(9, /"itag":(?!18,)/g));
  expect(await seen()).toEqual([[1, true]]);
});

it('locked videos are no sign that YouTube is well', async () => {
  const youtube = await start('youtube');
  const links = linksOf('youtube', 4);
  youtube.turn(TRY_AGAIN_LATER);
  for (const url of links.slice(0, 2)) expect(await inspect(url)).toBe('rate_limited');
  youtube.turn(lockedFor(9));
  expect(await inspect(links[2] ?? '')).toBe('drm');
  youtube.turn(TRY_AGAIN_LATER);
  expect(await inspect(links[0] ?? '')).toBe('rate_limited');
  expect(await inspect(links[3] ?? '')).toBe('platform_paused');
});

it('many refusals at the same moment pause a platform for a minute', async () => {
  const youtube = await start('youtube');
  youtube.turn(TRY_AGAIN_LATER);
  const links = linksOf('youtube', 6);
  await Promise.all(links.slice(0, 5).map(inspect));
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/inspect',
    payload: { url: links[5] },
    remoteAddress: freshAddress(),
  });
  expect(answer.json()).toMatchObject({ code: 'platform_paused' });
  expect(answer.json().params.retryAfterSeconds).toBeLessThanOrEqual(60);
});

it('a platform that refuses every file is asked for three videos, and the status says why', async () => {
  await start('youtube');
  product.lab.faults.add({
    host: '.googlevideo.com',
    pathPrefix: '/',
    fault: { kind: 'status', status: 403 },
  });
  const origin = await product.app.listen({ port: 0, host: '127.0.0.1' });
  const codes: unknown[] = [];
  let asked = 0;
  for (const [at, url] of linksOf('youtube', 6).entries()) {
    if (at === 3) asked = product.lab.requests().length;
    codes.push(await codeOfDownload(origin, url));
  }
  expect(codes).toEqual([
    ...['blocked', 'blocked', 'blocked'],
    ...['platform_paused', 'platform_paused', 'platform_paused'],
  ]);
  expect(product.lab.requests()).toHaveLength(asked);
  const answer = await fetch(`${origin}/api/status`);
  const status = (await answer.json()) as StatusAnswer;
  expect(status.platforms[0]).toMatchObject({ platform: 'youtube', refused: 'files' });
});
