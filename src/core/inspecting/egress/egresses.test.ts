// Which egress serves a request: the first that may be used, and once another one after a refusal.
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../tests/support/run/manual-clock.ts';
import { createMemoryCircuits } from '../../../adapters/memory/circuits.ts';
import { AppError, type ErrorCode } from '../../../shared/errors.ts';
import { createBreaker } from './breaker.ts';
import { createEgresses, type Egress, type EgressChoice } from './egresses.ts';

const egressOf = (id: string, part: Partial<Egress> = {}): Egress => ({
  id,
  platforms: null,
  perHour: null,
  ...part,
});

/** Requests that run until they are answered. */
function setUpWaiting(egresses: readonly Egress[]) {
  const { egresses: made, clock } = setUp(egresses);
  const asked: { egress: string; answer: (code: ErrorCode | 'ok') => void }[] = [];
  const run = () =>
    made
      .run('youtube', async (egress, goOn) => {
        goOn();
        const { promise, resolve } = Promise.withResolvers<ErrorCode | 'ok'>();
        asked.push({ egress, answer: resolve });
        const code = await promise;
        if (code !== 'ok') throw new AppError(code);
        return egress;
      })
      .catch((error: AppError) =>
        `${error.code} ${error.params['retryAfterSeconds'] ?? ''}`.trim(),
      );
  return { run, asked, clock, egresses: () => asked.map(({ egress }) => egress).join('') };
}

function setUp(egresses: readonly Egress[]) {
  const clock = createManualClock(Date.parse('2026-11-28T12:00:00Z'));
  const breaker = createBreaker(clock, createMemoryCircuits());
  const made = createEgresses({ egresses: () => egresses, breaker, clock });
  const asked: string[] = [];
  const refuses = new Map<string, ErrorCode>();
  const run = (choice?: EgressChoice, platform: 'youtube' | 'tiktok' = 'youtube') =>
    made
      .run(
        platform,
        async (egress, goOn) => {
          goOn();
          asked.push(egress);
          const code = refuses.get(egress);
          if (code) throw new AppError(code);
          return egress;
        },
        choice,
      )
      .catch((error: AppError) => error.code);
  return { egresses: made, breaker, clock, asked, refuses, run };
}

describe('a request', () => {
  it('takes the first egress that serves the platform, and no other while that works', async () => {
    const { run, asked, egresses } = setUp([
      egressOf('a', { platforms: ['tiktok'] }),
      egressOf('b'),
      egressOf('c'),
    ]);
    expect(egresses.of('youtube')).toEqual(['b', 'c']);
    expect([await run(), await run({}, 'tiktok'), await run()]).toEqual(['b', 'a', 'b']);
    expect(asked).toEqual(['b', 'a', 'b']);
  });

  it('takes the next one after a refusal, and no third', async () => {
    const { run, asked, refuses } = setUp([egressOf('a'), egressOf('b'), egressOf('c')]);
    refuses.set('a', 'bot_check');
    expect(await run()).toBe('b');
    refuses.set('b', 'rate_limited');
    expect(await run()).toBe('rate_limited');
    expect(asked).toEqual(['a', 'b', 'a', 'b']);
  });

  it('takes no other one after an answer about the item, or a failure of the network', async () => {
    const { run, asked, refuses } = setUp([egressOf('a'), egressOf('b')]);
    for (const code of ['private', 'timeout', 'drm'] as const) {
      refuses.set('a', code);
      expect(await run()).toBe(code);
    }
    expect(asked).toEqual(['a', 'a', 'a']);
  });

  it('does not ask where a platform is paused, and comes back to it when the pause is over', async () => {
    const { run, asked, refuses, clock } = setUp([egressOf('a'), egressOf('b')]);
    refuses.set('a', 'bot_check');
    for (let count = 0; count < 5; count += 1) expect(await run()).toBe('b');
    expect(asked.filter((egress) => egress === 'a')).toHaveLength(3);
    refuses.clear();
    clock.advance(60_000);
    expect(await run()).toBe('a');
  });

  it('is refused until the first pause ends where all are paused', async () => {
    const { egresses, breaker, clock } = setUp([egressOf('a'), egressOf('b')]);
    const pause = async (egress: string, retryAfterSeconds: number) => {
      for (let count = 0; count < 3; count += 1)
        await breaker
          .guard(`youtube ${egress}`, async () => {
            throw new AppError('rate_limited', { params: { retryAfterSeconds } });
          })
          .catch(() => undefined);
    };
    await pause('a', 600);
    await pause('b', 90);
    clock.advance(10_000);
    await expect(egresses.run('youtube', async () => 'asked')).rejects.toMatchObject({
      code: 'platform_paused',
      params: { retryAfterSeconds: 80 },
    });
    expect(await egresses.run('tiktok', async (egress) => egress)).toBe('a');
  });

  it('keeps to one egress, or away from one, where that is wanted', async () => {
    const { run, refuses, asked } = setUp([egressOf('a'), egressOf('b')]);
    expect([await run({ only: 'b' }), await run({ except: 'a' })]).toEqual(['b', 'b']);
    refuses.set('b', 'bot_check');
    expect(await run({ only: 'b' })).toBe('bot_check');
    expect(await run({ only: 'removed' })).toBe('platform_paused');
    expect(asked).toEqual(['b', 'b', 'b']);
  });
});

it('knows what each platform answered each egress, this hour and last', async () => {
  const { run, refuses, clock, egresses } = setUp([egressOf('a'), egressOf('b')]);
  refuses.set('a', 'bot_check');
  await run();
  await run({}, 'tiktok');
  refuses.clear();
  await run();
  const at = clock.now();
  expect(egresses.health()).toEqual([
    { egress: 'a', platform: 'youtube', requests: 2, refusals: 1, last: { at, code: 'ok' } },
    { egress: 'b', platform: 'youtube', requests: 1, refusals: 0, last: { at, code: 'ok' } },
    { egress: 'a', platform: 'tiktok', requests: 1, refusals: 1, last: { at, code: 'bot_check' } },
    { egress: 'b', platform: 'tiktok', requests: 1, refusals: 0, last: { at, code: 'ok' } },
  ]);
  clock.advance(3_600_000);
  const [first] = egresses.health();
  expect(first).toMatchObject({ requests: 0, refusals: 0, last: { at, code: 'ok' } });
});

describe('a budget of requests an hour', () => {
  it('is one of each platform, and the next egress takes what is beyond it', async () => {
    const { run } = setUp([egressOf('a', { perHour: 2 }), egressOf('b')]);
    expect([await run(), await run(), await run()]).toEqual(['a', 'a', 'b']);
    expect(await run({}, 'tiktok')).toBe('a');
  });

  it('begins again with the hour', async () => {
    const { run, egresses, clock } = setUp([egressOf('a', { perHour: 1 })]);
    clock.advance(45 * 60_000);
    expect(await run()).toBe('a');
    await expect(egresses.run('youtube', async (_, goOn) => goOn())).rejects.toMatchObject({
      code: 'platform_paused',
      params: { retryAfterSeconds: 900 },
    });
    clock.advance(15 * 60_000);
    expect(await run()).toBe('a');
  });
});

describe('a platform that says "later"', () => {
  it('is asked by one request at a time until it answers', async () => {
    const { run, asked, egresses } = setUpWaiting([egressOf('a')]);
    const first = run();
    asked[0]?.answer('rate_limited');
    expect(await first).toBe('rate_limited');
    const second = run();
    expect(await run()).toBe('platform_paused 5');
    asked[1]?.answer('ok');
    expect(await second).toBe('a');
    for (const again of [run(), run()]) void again;
    expect(egresses()).toBe('aaaa');
  });

  it('is asked by another egress by one at a time too, until that has answered', async () => {
    const { run, asked, egresses } = setUpWaiting([egressOf('a'), egressOf('b')]);
    const burst = [run(), run(), run(), run()];
    for (const { answer } of [...asked]) answer('rate_limited');
    await new Promise(setImmediate);
    expect(egresses()).toBe('aaaab');
    asked[4]?.answer('rate_limited');
    expect(await Promise.all(burst)).toEqual(Array(4).fill('rate_limited'));
    const next = run();
    expect(await run()).toMatch(/^platform_paused/);
    asked[5]?.answer('ok');
    expect(await next).toBe('b');
    for (const again of [run(), run()]) void again;
    await new Promise(setImmediate);
    expect(egresses()).toBe('aaaabbbb');
  });
});
