// A table of refusals: what visitors see of each kind, what is asked meanwhile, and how long until the site serves again by itself.
import pLimit from 'p-limit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LAB_PLATFORMS } from '../../../lab/platforms/index.ts';
import {
  botCheckFor,
  botCheckForPlayers,
  emptyFor,
  filesBoundTo,
  limitedTokens,
  NEEDS_TOKEN,
  type Situation,
  TRY_AGAIN_LATER,
  withSwitch,
} from '../../../lab/switches.ts';
import { clientAt } from '../../support/product/job-client.ts';
import { namedEgresses } from '../../support/product/named-egresses.ts';
import { freshAddress, type Product, startProduct } from '../../support/product/product.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../support/run/slow-machine-timeout.ts';

type Id = 'youtube' | 'tiktok' | 'twitter';

let product: Product;
/** Who looked at a post of the platform: each look begins with one of these requests. */
let looks: string[] = [];
const LOOK = /^\/(watch|i\/api\/graphql|@)/;
afterEach(() => product.close());

async function start(
  id: Id,
  egresses: readonly string[] = ['one'],
  settings: Readonly<Record<string, string>> = {},
) {
  looks = [];
  const platform = withSwitch(LAB_PLATFORMS[id]);
  const watched = {
    ...platform,
    answer: (...[request, media]: Parameters<typeof platform.answer>) => {
      if (LOOK.test(request.url.pathname)) looks.push(request.client);
      return platform.answer(request, media);
    },
  };
  product = await startProduct(
    (proxyUrl) => ({
      EGRESSES: namedEgresses(proxyUrl, egresses),
      TRUSTED_PROXIES: '127.0.0.1',
      ...settings,
    }),
    [watched],
  );
  return platform;
}

const linksOf = (id: Id) =>
  LAB_PLATFORMS[id].links
    .filter(({ expect: wanted, downloads }) => 'items' in wanted && downloads)
    .map(({ url }) => url);

async function inspect(url: string | undefined, address = freshAddress()): Promise<string> {
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/inspect',
    payload: { url },
    remoteAddress: address,
  });
  return answer.statusCode === 200 ? 'ok' : answer.json().code;
}

async function inspectAll(urls: readonly string[]): Promise<string[]> {
  const codes: string[] = [];
  for (const url of urls) codes.push(await inspect(url));
  return codes;
}

type Row = {
  readonly name: string;
  readonly id?: Id;
  readonly egresses?: readonly string[];
  readonly refusal: Situation;
  /** What six visitors with different links see, one after the other. */
  readonly seen: readonly string[];
  /** How many looks the platform is asked for meanwhile. */
  readonly looks: number;
};

const OK = Array.from({ length: 6 }, () => 'ok');
const PAUSED = Array.from({ length: 3 }, () => 'platform_paused');

const ROWS: readonly Row[] = [
  {
    name: 'one of two addresses',
    egresses: ['home', 'office'],
    refusal: botCheckFor(['home']),
    seen: OK,
    looks: 9,
  },
  {
    name: 'one of two address families, with an egress for each',
    egresses: ['v6', 'v4'],
    refusal: botCheckFor(['v6']),
    seen: OK,
    looks: 9,
  },
  {
    name: 'a client of YouTube',
    refusal: botCheckForPlayers(/VISIONOS/),
    seen: ['bot_check', ...OK.slice(1)],
    looks: 6,
  },
  {
    name: 'a browser to be',
    id: 'tiktok',
    refusal: emptyFor(/Chrome\/150/),
    seen: OK,
    looks: 8,
  },
  {
    name: 'every address',
    egresses: ['home', 'office'],
    refusal: botCheckFor(['home', 'office']),
    seen: ['bot_check', 'bot_check', 'bot_check', ...PAUSED],
    looks: 6,
  },
  {
    name: 'everyone, with "later"',
    refusal: TRY_AGAIN_LATER,
    seen: ['rate_limited', 'rate_limited', 'rate_limited', ...PAUSED],
    looks: 3,
  },
];

describe.each(ROWS)(
  'refused: $name',
  ({ id = 'youtube', egresses, refusal, seen, looks: most }) => {
    it('costs visitors no more than this, and the platform no more requests', async () => {
      const platform = await start(id, egresses);
      platform.turn(refusal);
      expect(await inspectAll(linksOf(id).slice(0, 6))).toEqual(seen);
      expect(looks).toHaveLength(most);
    });
  },
);

it('a platform that refuses everyone is served again a minute after it answers, by one request more', async () => {
  const youtube = await start('youtube', ['home', 'office']);
  const links = linksOf('youtube');
  youtube.turn(botCheckFor(['home', 'office']));
  await inspectAll(links.slice(0, 3));
  const pausedAt = performance.now();
  const before = looks.length;
  youtube.turn(null);
  await vi.waitUntil(async () => (await inspect(links[4])) === 'ok', {
    ...SLOW_MACHINE_TIMEOUT,
    timeout: 100_000,
    interval: 1000,
  });
  expect(looks.length - before).toBe(1);
  expect(performance.now() - pausedAt).toBeGreaterThan(55_000);
});

it.each([
  ['needs a token that nobody gives', NEEDS_TOKEN],
  ['refuses both addresses', filesBoundTo(['home', 'office'])],
])('files of a platform that %s are asked for in three videos', async (_, refusal) => {
  const youtube = await start('youtube', ['home', 'office']);
  youtube.turn(refusal);
  const origin = await product.app.listen({ port: 0, host: '127.0.0.1' });
  const codes: unknown[] = [];
  for (const url of linksOf('youtube').slice(0, 5)) {
    const visitor = clientAt(origin);
    const { job } = await visitor.start({ url });
    codes.push((await visitor.ended(job)).error?.code ?? 'ready');
  }
  expect(codes).toEqual(['blocked', 'blocked', 'blocked', 'platform_paused', 'platform_paused']);
});

it.each([
  ['before its limit', 50, 2, 0],
  ['within the same look, where the limit is lower', 25, 3, 2],
])('a guest token is replaced %s', async (_, most, given, later) => {
  const x = await start('twitter', ['one'], { MAX_INSPECTIONS: '1' });
  x.turn(limitedTokens(most));
  const { signal } = new AbortController();
  const link = await product.inspecting.resolve(linksOf('twitter')[0] ?? '', signal);
  for (let times = 0; times < 60; times += 1) await product.inspecting.inspectAgain(link, signal);
  const tokens = product.lab
    .requests()
    .filter(({ path }) => path.startsWith('/1.1/guest/activate.json'));
  expect([tokens.length, looks.length - 60]).toEqual([given, later]);
});

it('of a list of fifty, at most ten reach a platform that says "later"', async () => {
  const youtube = await start('youtube', ['home', 'office']);
  youtube.turn(TRY_AGAIN_LATER);
  const ids = Array.from({ length: 50 }, (_, at) => `labList_${String(at).padStart(3, '0')}`);
  // As many at once as the page has open, and faster than it: some are refused here for that.
  const limit = pLimit(10);
  const visitor = freshAddress();
  const codes = await Promise.all(
    ids.map((id) => limit(() => inspect(`https://www.youtube.com/watch?v=${id}`, visitor))),
  );
  expect(looks.length, looks.join()).toBeLessThanOrEqual(10);
  const later = ['rate_limited', 'platform_paused', 'too_many_requests'];
  expect(codes.filter((code) => !later.includes(code))).toEqual([]);
});
