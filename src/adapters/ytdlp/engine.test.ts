import { expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import { readLink } from '../../shared/link.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import type { Account } from './accounts.ts';
import { createEngine } from './engine.ts';
import type { EngineAnswer, EngineRequest } from './workers/protocol.ts';

const { signal } = new AbortController();
const common = {
  id: '1',
  warnings: [],
  ms: 1,
  rssBytes: 1,
  count: 1,
  stale: false,
  impersonates: false,
  tokens: [],
};

function refusal(message: string): EngineAnswer {
  const error = { type: 'ExtractorError', message, expected: true, countries: [] };
  return { ...common, ok: false, error };
}
const found = (part: Readonly<Record<string, unknown>> = {}): EngineAnswer => ({
  ...common,
  ok: true,
  info: {
    id: 'aaaaaaaaaaa',
    title: 'A walk',
    extractor_key: 'Youtube',
    duration: 4,
    formats: [
      {
        format_id: '1',
        url: 'https://r1.googlevideo.com/a.mp4',
        protocol: 'https',
        ext: 'mp4',
        vcodec: 'avc1.4d401e',
        acodec: 'mp4a.40.2',
        width: 640,
        height: 360,
      },
    ],
    ...part,
  },
});
const WALL = refusal('Please sign in to see this post');

/** An engine whose pool has one answer without cookies and another with them. */
function makeEngine(
  without: EngineAnswer,
  withCookies: EngineAnswer | ((cookies: string) => EngineAnswer),
  accounts: readonly Account[] = [{ name: 'youtube.txt', cookies: 'one' }],
) {
  const clock = createManualClock(1000);
  const requests: EngineRequest[] = [];
  const reading = readLink('https://www.youtube.com/watch?v=aaaaaaaaaaa');
  const engine = createEngine({
    pool: {
      async inspect(request) {
        requests.push(request);
        if (!request.cookies) return without;
        return typeof withCookies === 'function' ? withCookies(request.cookies) : withCookies;
      },
    },
    egress: 'direct',
    egressOf: () => 'direct',
    clock,
    newId: () => 'id',
    accounts: async () => accounts,
  });
  const { link } = reading as { readonly link: Link };
  return {
    requests,
    clock,
    inspect: (family?: 4 | 6) => engine.inspect(link, signal, 'home', family),
  };
}

it('asks YouTube with another client after the usual one was taken for a bot, and stays with it where it helps', async () => {
  const BOT = refusal('Sign in to confirm you’re not a bot');
  const world = { refusesUsual: true, refusesBoth: false };
  const { clock, requests, ...engine } = makeEngineFor(({ fresh }) =>
    (fresh ? world.refusesBoth : world.refusesUsual) ? BOT : found(),
  );
  const inspect = async (egress = 'home') => {
    requests.length = 0;
    const code = await engine.inspect(undefined, egress);
    return [code, ...requests.map(({ fresh = false }) => fresh)];
  };
  expect(await inspect()).toEqual(['bot_check', false]);
  expect(await inspect('office')).toEqual(['bot_check', false]);
  expect(await inspect()).toEqual(['ok', true]);
  clock.advance(3_600_000);
  expect(await inspect()).toEqual(['ok', false, true]);
  expect(await inspect()).toEqual(['ok', true]);
  world.refusesBoth = true;
  expect(await inspect()).toEqual(['bot_check', true]);
  expect(await inspect()).toEqual(['bot_check', false]);
  expect(await inspect()).toEqual(['bot_check', true]);
  world.refusesUsual = false;
  expect(await inspect()).toEqual(['ok', false]);
  expect(await inspect()).toEqual(['ok', false]);
});

it('asks by the wanted address family, and says by which one the platform was reached', async () => {
  const { inspect, requests } = makeEngine({ ...found(), family: 4 }, WALL);
  expect((await inspect(6)).sources).toMatchObject({ egress: 'home', family: 4 });
  expect(requests).toMatchObject([{ egress: 'home', family: 6 }]);
});

it("does not use the operator's cookies where inspection works without them, or fails for another reason", async () => {
  const good = makeEngine(found(), WALL);
  expect((await good.inspect()).withCookies).toBeUndefined();
  const removed = makeEngine(refusal('Video unavailable. This video has been removed'), found());
  await expect(removed.inspect()).rejects.toMatchObject({ code: 'not_found' });
  const none = makeEngine(WALL, found(), []);
  await expect(none.inspect()).rejects.toMatchObject({ code: 'login_required' });
  for (const { requests } of [good, removed, none])
    expect(requests.map(({ cookies }) => cookies)).toEqual([undefined]);
});

it('tries the cookies once behind a login wall, and marks the result', async () => {
  const { inspect, requests } = makeEngine(WALL, found());
  expect(await inspect()).toMatchObject({ withCookies: true, inspection: { id: 'id' } });
  expect(requests.map(({ cookies }) => cookies)).toEqual([undefined, 'one']);
  const closed = makeEngine(WALL, WALL);
  await expect(closed.inspect()).rejects.toMatchObject({ code: 'login_required' });
  expect(closed.requests).toHaveLength(2);
});

it('tries a second account where the first is refused, and leaves that one alone for a while', async () => {
  const accounts = ['one', 'two', 'three'].map((cookies) => ({ name: cookies, cookies }));
  const { inspect, requests, clock } = makeEngine(
    WALL,
    (cookies) => (cookies === 'one' ? WALL : found()),
    accounts,
  );
  const asked = async () => {
    requests.length = 0;
    expect(await inspect()).toMatchObject({ withCookies: true });
    return requests.map(({ cookies }) => cookies);
  };
  expect(await asked()).toEqual([undefined, 'one', 'two']);
  expect(await asked()).toEqual([undefined, 'two']);
  clock.advance(15 * 60_000);
  expect(await asked()).toEqual([undefined, 'one', 'two']);
});

it('tries no third account, and none after another answer', async () => {
  const accounts = ['one', 'two', 'three'].map((cookies) => ({ name: cookies, cookies }));
  const refused = makeEngine(WALL, WALL, accounts);
  await expect(refused.inspect()).rejects.toMatchObject({ code: 'login_required' });
  expect(refused.requests).toHaveLength(3);
  const removed = refusal('Video unavailable. This video has been removed');
  const answered = makeEngine(WALL, removed, accounts);
  await expect(answered.inspect()).rejects.toMatchObject({ code: 'not_found' });
  expect(answered.requests).toHaveLength(2);
});

it.each([
  ['private', { availability: 'private' }],
  ['members_only', { availability: 'subscriber_only' }],
  ['members_only', { availability: 'premium_only' }],
  ['private', { _type: 'playlist', entries: [{ availability: 'private' }] }],
  ['ok', { availability: 'needs_auth' }],
  ['ok', { availability: 'unlisted' }],
])('refuses what only the account can see: %s for %j', async (code, part) => {
  const { inspect } = makeEngine(WALL, found(part));
  expect(await inspect().then(() => 'ok', codeOf)).toBe(code);
});

const EMPTY: EngineAnswer = {
  ...refusal('Unexpected response from webpage request'),
  impersonates: true,
};
const LOCKED = refusal('This video is DRM protected');

/** An engine that inspects posts one after the other; `answerTo` has the answers. */
function makeEngineFor(answerTo: (request: EngineRequest) => EngineAnswer) {
  const clock = createManualClock(1000);
  const requests: EngineRequest[] = [];
  const engine = createEngine({
    pool: {
      async inspect(request) {
        requests.push(request);
        return answerTo(request);
      },
    },
    egress: 'direct',
    egressOf: () => 'direct',
    clock,
    newId: () => 'id',
  });
  const inspect = async (
    text = 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
    egress = 'direct',
  ) => {
    const { link } = readLink(text) as { readonly link: Link };
    return engine.inspect(link, signal, egress).then(() => 'ok', codeOf);
  };
  return { clock, requests, inspect };
}

it.each([
  ['every other browser works', ['other', 'none'], ['ok', 'ok', 'ok', 'ok', 'ok'], 6],
  ['only another one works', ['other'], ['ok', 'ok', 'ok', 'ok', 'ok'], 6],
  ['none at all works', ['none'], ['platform_changed', 'ok', 'ok', 'ok', 'ok'], 7],
] as const)('a browser that gets an empty page: %s', async (_name, good, codes, count) => {
  const { inspect, requests, clock } = makeEngineFor(({ browser }) =>
    good.some((one) => one === browser) ? found() : EMPTY,
  );
  const seen: string[] = [];
  for (const _visitor of codes) seen.push(await inspect());
  expect(seen).toEqual(codes);
  expect(requests).toHaveLength(count);
  clock.advance(3_600_000);
  await inspect();
  expect(requests[count]?.browser).toBe('first');
});

it('tries once where no browser was wanted, or the answer is about the post', async () => {
  const changed = makeEngineFor(() => refusal('Unexpected response from webpage request'));
  expect(await changed.inspect()).toBe('platform_changed');
  const removed = makeEngineFor(() => ({
    ...refusal('Video unavailable. This video has been removed'),
    impersonates: true,
  }));
  expect(await removed.inspect()).toBe('not_found');
  for (const { requests } of [changed, removed]) expect(requests).toHaveLength(1);
});

it('a post that nobody can read does not change the browser of the others', async () => {
  const { inspect, requests } = makeEngineFor((request) =>
    JSON.stringify(request).includes('aaaaaaaaaaa') || request.browser !== 'first'
      ? EMPTY
      : found(),
  );
  expect(await inspect()).toBe('platform_changed');
  expect(await inspect('https://www.youtube.com/watch?v=bbbbbbbbbbb')).toBe('ok');
  expect(requests).toHaveLength(3);
});

const SESSION =
  'Some tv client https formats have been skipped as they are DRM protected. The current session may have an experiment that applies DRM to all videos on the tv client.';
const SKIPPED = 'Some web client https formats have been skipped as they are DRM protected. ';
const soundOnly = found({
  formats: [{ format_id: '140', url: 'https://r1.googlevideo.com/a.m4a', vcodec: 'none' }],
});

it.each<[string, EngineAnswer, EngineAnswer, string]>([
  ['drm, twice', LOCKED, LOCKED, 'drm'],
  ['drm for the first session alone', LOCKED, found(), 'ok'],
  ['drm, then a bot check', LOCKED, refusal('Sign in to confirm you’re not a bot'), 'bot_check'],
  ['what a distrusted session gets', LOCKED, { ...LOCKED, warnings: [SESSION] }, 'engine_limited'],
  ['locked pictures', { ...soundOnly, warnings: [SKIPPED] }, found(), 'ok'],
  ['pictures that stay locked', { ...soundOnly, warnings: [SKIPPED] }, LOCKED, 'ok'],
  ['some that are locked', { ...found(), warnings: [SKIPPED] }, found(), 'ok'],
])('tries a fresh session before it believes a lock: %s', async (...row) => {
  const [, first, second, code] = row;
  const { inspect, requests } = makeEngineFor(({ fresh }) => (fresh ? second : first));
  expect(await inspect()).toBe(code);
  expect(requests.map(({ fresh }) => fresh ?? false)).toEqual([false, true]);
});

it('keeps what it has when the fresh session does not answer', async () => {
  const { inspect, requests } = makeEngineFor(({ fresh }) => {
    if (fresh) throw new AppError('timeout');
    return { ...found(), warnings: [SKIPPED] };
  });
  expect(await inspect()).toBe('ok');
  expect(requests).toHaveLength(2);
});

it('a song without pictures is not requested twice', async () => {
  const { inspect, requests } = makeEngineFor(() => soundOnly);
  expect(await inspect()).toBe('ok');
  expect(requests).toHaveLength(1);
});
