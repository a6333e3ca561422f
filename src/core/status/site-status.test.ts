import { describe, expect, it } from 'vitest';
import { DEFAULT_OPERATOR_STATE } from '../../../tests/support/run/default-operator-state.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { ERROR_CODES } from '../../shared/errors.ts';
import { countsAsFailure } from '../outcomes/counts-as-failure.ts';
import type { Outcome, Outcomes } from '../outcomes/ports.ts';
import { createSiteStatus, needsNotice, stateOf, tallyOf } from './site-status.ts';

const HOUR_MS = 3_600_000;
const NOW = 490_000 * HOUR_MS + 20 * 60_000;
const HOUR = 490_000 * HOUR_MS;

type Attempt = Pick<Outcome, 'platform' | 'step' | 'code' | 'durationMs' | 'bytes' | 'hour'>;

/** The port on a list in memory. */
function outcomesOf(attempts: readonly Attempt[], before: () => void = () => undefined): Outcomes {
  const none = () => Promise.reject(new TypeError('not part of this test'));
  return {
    record: none,
    forgetBefore: none,
    async countSince(sinceMs) {
      before();
      return attempts
        .filter(({ hour }) => hour >= sinceMs)
        .map(({ platform, step, code }) => ({ platform, step, code, count: 1 }));
    },
    async medianMsSince(sinceMs, platform) {
      const durations = attempts
        .filter((one) => one.hour >= sinceMs && one.code === 'ok' && one.step === 'download')
        .filter((one) => platform === 'all' || one.platform === platform)
        .map(({ durationMs }) => durationMs)
        .sort((a, b) => a - b);
      return durations[Math.floor((durations.length - 1) / 2)] ?? null;
    },
  };
}

const attempt = (over: Partial<Attempt> = {}): Attempt => ({
  platform: 'youtube',
  step: 'download',
  code: 'ok',
  durationMs: 1000,
  bytes: 1,
  hour: HOUR,
  ...over,
});
const times = (n: number, over: Partial<Attempt> = {}) => Array(n).fill(attempt(over)) as Attempt[];

function statusOf(attempts: readonly Attempt[]) {
  const clock = createManualClock(NOW);
  return createSiteStatus({
    outcomes: outcomesOf(attempts),
    rating: async () => null,
    clock,
    operated: DEFAULT_OPERATOR_STATE,
  })();
}

describe('a failure', () => {
  it('counts if the platform or this server caused it', () => {
    expect(ERROR_CODES.filter(countsAsFailure).toSorted()).toEqual(
      [
        'bot_check',
        'rate_limited',
        'blocked',
        'platform_paused',
        'platform_changed',
        'upstream_error',
        'origin_unreachable',
        'timeout',
        'bad_media',
        'engine_limited',
        'engine_crashed',
        'engine_unavailable',
        'making_failed',
        'interrupted',
        'server_full',
        'server_busy',
        'storage_failed',
        'internal',
      ].toSorted(),
    );
  });

  it.each([
    'private',
    'not_found',
    'unsupported_url',
    'geo_blocked',
    'too_long',
    'abandoned',
  ] as const)('does not count when it is %s', (code) => {
    expect(tallyOf([{ ...attempt({ code }), count: 7 }], 'youtube')).toEqual({
      done: 0,
      failed: 0,
    });
  });
});

describe('the state of a platform', () => {
  const none = { done: 0, failed: 0 };
  it.each([
    ['unknown', none, none],
    ['unknown', { done: 4, failed: 0 }, { done: 4, failed: 0 }],
    ['good', { done: 5, failed: 0 }, none],
    ['good', { done: 8, failed: 2 }, none],
    ['limited', { done: 79, failed: 21 }, none],
    ['limited', { done: 1, failed: 4 }, none],
    ['down', { done: 19, failed: 81 }, none],
    ['down', { done: 0, failed: 5 }, { done: 100, failed: 5 }],
    ['good', { done: 0, failed: 4 }, { done: 96, failed: 4 }],
    ['limited', none, { done: 1, failed: 4 }],
  ] as const)('is %s with %j in the last hour and %j in the last day', (state, hour, day) => {
    expect(stateOf(hour, day)).toBe(state);
  });
});

describe('the notice', () => {
  it.each([
    [false, { done: 0, failed: 4 }],
    [true, { done: 0, failed: 5 }],
    [true, { done: 3, failed: 2 }],
    [false, { done: 4, failed: 1 }],
    [true, { done: 79, failed: 21 }],
    [false, { done: 80, failed: 20 }],
    [false, { done: 0, failed: 0 }],
  ] as const)('is shown: %s, with %j in the last hour', (isShown, hour) => {
    expect(needsNotice(hour)).toBe(isShown);
  });
});

describe('the status', () => {
  it('is unknown at first, for all eight platforms', async () => {
    const status = await statusOf([]);
    expect(status.platforms.map(({ platform, state }) => `${platform} ${state}`)).toEqual(
      [
        'youtube',
        'tiktok',
        'instagram',
        'facebook',
        'twitter',
        'snapchat',
        'pinterest',
        'threads',
      ].map((platform) => `${platform} unknown`),
    );
    expect(status).toMatchObject({
      notices: { youtube: false },
      made: { weekFiles: 0, medianSeconds: null },
      rating: null,
      at: NOW,
    });
  });

  it('counts hour and day of each platform separately', async () => {
    const { platforms, notices } = await statusOf([
      ...times(3),
      ...times(2, { code: 'bot_check', step: 'inspect' }),
      ...times(4, { hour: HOUR - HOUR_MS, code: 'private' }),
      ...times(6, { hour: HOUR - 2 * HOUR_MS, durationMs: 3000 }),
      ...times(9, { hour: HOUR - 25 * HOUR_MS }),
      ...times(5, { platform: 'tiktok' }),
    ]);
    expect(platforms[0]).toEqual({
      platform: 'youtube',
      state: 'limited',
      hour: { done: 3, failed: 2 },
      day: { done: 9, failed: 2 },
      medianMs: 3000,
      reason: null,
      refused: null,
      canary: null,
    });
    expect(platforms[1]).toMatchObject({ state: 'good', hour: { done: 5, failed: 0 } });
    expect(notices.youtube).toBe(true);
  });

  it('counts the files of a week, and no inspections', async () => {
    const { made } = await statusOf([
      ...times(2, { durationMs: 1240 }),
      ...times(1, { hour: HOUR - 6 * 24 * HOUR_MS, platform: 'threads', durationMs: 9000 }),
      ...times(9, { hour: HOUR - 8 * 24 * HOUR_MS }),
      ...times(9, { step: 'inspect' }),
      ...times(9, { code: 'timeout' }),
    ]);
    expect(made).toEqual({ weekFiles: 3, medianSeconds: 1.2 });
  });

  it('is read once a minute, and once for concurrent callers', async () => {
    const clock = createManualClock(NOW);
    let reads = 0;
    const outcomes = outcomesOf([], () => {
      reads += 1;
    });
    const status = createSiteStatus({
      outcomes,
      rating: async () => null,
      clock,
      operated: DEFAULT_OPERATOR_STATE,
    });
    await Promise.all([status(), status(), status()]);
    const once = reads;
    clock.advance(59_999);
    expect((await status()).at).toBe(NOW);
    expect(reads).toBe(once);
    clock.advance(1);
    expect((await status()).at).toBe(NOW + 60_000);
    expect(reads).toBe(2 * once);
  });

  it('is read again at once after a failure', async () => {
    let fails = true;
    const outcomes = outcomesOf([], () => {
      if (fails) throw new Error('the database is away');
    });
    const clock = createManualClock(NOW);
    const status = createSiteStatus({
      outcomes,
      rating: async () => null,
      clock,
      operated: DEFAULT_OPERATOR_STATE,
    });
    await expect(Promise.all([status(), status()])).rejects.toThrow('away');
    fails = false;
    expect((await status()).at).toBe(NOW);
  });

  describe('with operators’ settings', () => {
    const at = NOW - 60_000;
    const statusWith = (
      attempts: readonly Attempt[],
      operated: Partial<Parameters<typeof createSiteStatus>[0]['operated']>,
    ) =>
      createSiteStatus({
        outcomes: outcomesOf(attempts),
        rating: async () => null,
        clock: createManualClock(NOW),
        operated: { ...DEFAULT_OPERATOR_STATE, ...operated },
      });

    it('is off with their reason at once, although the figures are a minute old', async () => {
      const state = { off: false, reason: null as string | null, fixed: false };
      const status = statusWith(times(5), { switches: { of: () => state } });
      expect((await status()).platforms[0]).toMatchObject({ state: 'good', reason: null });
      Object.assign(state, { off: true, reason: 'Back on Monday.' });
      expect((await status()).platforms[0]).toMatchObject({
        state: 'off',
        reason: 'Back on Monday.',
        hour: { done: 5, failed: 0 },
      });
    });

    it.each([
      ['limited', 'files', 5, 0, false],
      ['limited', 'posts', 0, 0, false],
      ['down', 'files', 0, 5, false],
      ['off', null, 5, 0, true],
    ] as const)('is %s and refuses its %s', async (state, refused, done, failed, off) => {
      const attempts = [...times(done), ...times(failed, { code: 'blocked' })];
      const of = () => ({ off, reason: null, fixed: false });
      const status = statusWith(attempts, {
        switches: { of },
        refusedBy: () => refused ?? 'posts',
      });
      expect((await status()).platforms[0]).toMatchObject({ state, refused });
    });

    it.each([
      ['on', 0, true],
      ['off', 5, false],
      ['auto', 5, true],
      ['auto', 0, false],
    ] as const)(
      'warns about YouTube: %s with %i failures is %s',
      async (mode, failures, isShown) => {
        const status = statusWith(times(failures, { code: 'bot_check' }), {
          noticeMode: () => mode,
        });
        expect((await status()).notices.youtube).toBe(isShown);
      },
    );

    it.each([
      ['good', 0, true, true],
      ['limited', 0, false, true],
      // It may be the link's own fault.
      ['unknown', 0, false, false],
      ['good', 5, false, true],
    ] as const)(
      'is %s after %i visitors and a canary that works: %s, and worked before: %s',
      async (state, done, ok, hasWorked) => {
        const canary = { ok, at, hasWorked };
        const status = statusWith(times(done), { canaries: { lastOf: () => canary } });
        expect((await status()).platforms[0]).toMatchObject({ state, canary });
      },
    );
  });
});
