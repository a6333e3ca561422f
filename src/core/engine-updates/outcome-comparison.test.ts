import { describe, expect, it } from 'vitest';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { OutcomeCount } from '../outcomes/ports.ts';
import { createOutcomeComparison, failureShares } from './outcome-comparison.ts';
import type { EngineAttempt } from './ports.ts';

const count = (platform: PlatformId, code: OutcomeCount['code'], count: number): OutcomeCount => ({
  platform,
  code,
  count,
  step: 'inspect',
});

let ids = 0;
const attempt = (
  code: EngineAttempt['code'],
  platform: PlatformId = 'youtube',
  more: { runId?: string; id?: string } = {},
): EngineAttempt => {
  ids += 1;
  const { runId = 'new', id = `v${ids}` } = more;
  const address = `https://lab.test/${id}`;
  return { runId, code, link: { platform, kind: 'video', id, address, hints: {} } };
};

/** The verdict after this number of attempts with each code. */
const verdictOf = (
  counts: readonly OutcomeCount[],
  codes: readonly (readonly [EngineAttempt['code'], number, PlatformId?])[],
) => {
  const watch = createOutcomeComparison('new', failureShares(counts));
  for (const [code, times, platform] of codes)
    for (let at = 0; at < times; at += 1) watch.note(attempt(code, platform));
  return watch.verdict();
};

describe('the share of failures of the last day', () => {
  const shares = failureShares([
    count('youtube', 'ok', 60),
    count('youtube', 'bot_check', 40),
    count('youtube', 'private', 500),
    count('youtube', 'server_busy', 500),
    count('tiktok', 'ok', 3),
    { ...count('youtube', 'bad_media', 900), step: 'download' },
  ]);

  it('is counted for inspections, by platform, without failures of items and visitors', () => {
    expect(shares('youtube')).toBe(0.4);
  });

  it('is that of all platforms if one has too few attempts', () => {
    expect(shares('tiktok')).toBeCloseTo(40 / 103);
  });

  it('has a default', () => {
    expect(failureShares([])('pinterest')).toBe(0.3);
  });
});

describe('a new engine', () => {
  const good = [count('youtube', 'ok', 100), count('tiktok', 'ok', 100)];
  const half = [count('youtube', 'ok', 50), count('youtube', 'bot_check', 50)];

  it.each<[string, readonly OutcomeCount[], Parameters<typeof verdictOf>[1], string]>([
    ['does as well', good, [['ok', 20]], 'open'],
    ['fails in each of too few attempts', good, [['platform_changed', 9]], 'open'],
    [
      'fails in one of five',
      good,
      [
        ['ok', 8],
        ['platform_changed', 2],
      ],
      'open',
    ],
    [
      'fails in three of ten',
      good,
      [
        ['ok', 7],
        ['engine_crashed', 3],
      ],
      'worse',
    ],
    [
      'times out',
      good,
      [
        ['ok', 7],
        ['timeout', 3],
      ],
      'worse',
    ],
    [
      'fails as often as the one before did',
      half,
      [
        ['ok', 10],
        ['bot_check', 10],
      ],
      'open',
    ],
    [
      'fails more often than that',
      half,
      [
        ['ok', 5],
        ['bot_check', 15],
      ],
      'worse',
    ],
    [
      'is asked for what does not exist',
      good,
      [
        ['not_found', 30],
        ['private', 30],
      ],
      'open',
    ],
    ['is asked while the queue is full', good, [['server_busy', 60]], 'open'],
    [
      'has done well for long enough',
      good,
      [
        ['ok', 45],
        ['timeout', 5],
      ],
      'done',
    ],
    [
      'fails with one platform alone',
      good,
      [
        ['ok', 7, 'youtube'],
        ['platform_changed', 3, 'tiktok'],
      ],
      'worse',
    ],
    [
      'is asked mostly for a platform that has been failing',
      [...good, count('facebook', 'blocked', 90), count('facebook', 'ok', 10)],
      [
        ['blocked', 18, 'facebook'],
        ['ok', 2, 'facebook'],
      ],
      'open',
    ],
  ])('that %s', (_name, counts, codes, verdict) => {
    expect(verdictOf(counts, codes)).toBe(verdict);
  });

  it('is not rolled back because one link is requested repeatedly', () => {
    const watch = createOutcomeComparison('new', failureShares(good));
    for (let at = 0; at < 40; at += 1)
      watch.note(attempt('upstream_error', 'youtube', { id: 'x' }));
    expect(watch.figures()).toEqual({ attempts: 1, failed: 1, expectedFailed: 0 });
    expect(watch.verdict()).toBe('open');
  });

  it('is not blamed for what the previous one finished', () => {
    const watch = createOutcomeComparison('new', failureShares(good));
    for (let at = 0; at < 40; at += 1) watch.note(attempt('timeout', 'youtube', { runId: 'old' }));
    expect(watch.figures().attempts).toBe(0);
  });
});

it('returns the last failed links, and excludes excused ones for good', () => {
  const watch = createOutcomeComparison('new', failureShares([]));
  for (let at = 0; at < 7; at += 1) watch.note(attempt('timeout', 'youtube', { id: `bad${at}` }));
  watch.note(attempt('ok'));
  const suspects = watch.suspects();
  expect(suspects.map(({ id }) => id)).toEqual(['bad2', 'bad3', 'bad4', 'bad5', 'bad6']);
  watch.excuse(suspects);
  watch.note(attempt('timeout', 'youtube', { id: 'bad6' }));
  expect(watch.figures()).toMatchObject({ attempts: 3, failed: 2 });
});
