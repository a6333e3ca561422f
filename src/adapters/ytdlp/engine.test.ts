import { expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { codeOf } from '../../shared/errors.ts';
import { readLink } from '../../shared/link.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import { createEngine } from './engine.ts';
import type { EngineAnswer, EngineRequest } from './workers/protocol.ts';

const { signal } = new AbortController();
const common = { id: '1', warnings: [], ms: 1, rssBytes: 1, count: 1, stale: false };

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
function makeEngine(without: EngineAnswer, withCookies: EngineAnswer, hasCookies = true) {
  const requests: EngineRequest[] = [];
  const reading = readLink('https://www.youtube.com/watch?v=aaaaaaaaaaa');
  const engine = createEngine({
    pool: {
      async inspect(request) {
        requests.push(request);
        return request.cookies ? withCookies : without;
      },
    },
    egress: 'direct',
    clock: createManualClock(1000),
    newId: () => 'id',
    hasCookies,
  });
  const { link } = reading as { readonly link: Link };
  return { requests, look: () => engine.inspect(link, signal) };
}

it("does not use the operator's cookies where inspection works without them, or fails for another reason", async () => {
  const good = makeEngine(found(), WALL);
  expect((await good.look()).withCookies).toBeUndefined();
  const gone = makeEngine(refusal('Video unavailable. This video has been removed'), found());
  await expect(gone.look()).rejects.toMatchObject({ code: 'not_found' });
  const none = makeEngine(WALL, found(), false);
  await expect(none.look()).rejects.toMatchObject({ code: 'login_required' });
  for (const { requests } of [good, gone, none])
    expect(requests.map(({ cookies }) => cookies)).toEqual([undefined]);
});

it('tries the cookies once behind a login wall, and marks the result', async () => {
  const { look, requests } = makeEngine(WALL, found());
  expect(await look()).toMatchObject({ withCookies: true, inspection: { id: 'id' } });
  expect(requests.map(({ cookies }) => cookies)).toEqual([undefined, true]);
  const closed = makeEngine(WALL, WALL);
  await expect(closed.look()).rejects.toMatchObject({ code: 'login_required' });
  expect(closed.requests).toHaveLength(2);
});

it.each([
  ['private', { availability: 'private' }],
  ['members_only', { availability: 'subscriber_only' }],
  ['members_only', { availability: 'premium_only' }],
  ['private', { _type: 'playlist', entries: [{ availability: 'private' }] }],
  ['ok', { availability: 'needs_auth' }],
  ['ok', { availability: 'unlisted' }],
])('refuses what only the account can see: %s for %j', async (code, part) => {
  const { look } = makeEngine(WALL, found(part));
  expect(await look().then(() => 'ok', codeOf)).toBe(code);
});
