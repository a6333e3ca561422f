// How often and how soon something is tried again.
import { describe, expect, it } from 'vitest';
import { type FetchFailureKind, fetchFailure } from './fetch-failure.ts';
import { createRetryPolicy } from './retry-policy.ts';

const failure = new Error('enough');

/** The waits until it is enough. */
function waitsFor(
  kind: FetchFailureKind,
  retryAfterMs: number | null = null,
  random = 0.5,
): number[] {
  const patience = createRetryPolicy(() => random);
  const waits: number[] = [];
  for (;;) {
    try {
      waits.push(patience.delayAfter(fetchFailure(kind, failure, retryAfterMs)));
    } catch (error) {
      expect(error).toBe(failure);
      return waits;
    }
  }
}

describe('patience', () => {
  it.each<[FetchFailureKind, number[]]>([
    ['final', []],
    ['unreachable', [300, 600]],
    ['server', [500, 1000]],
    ['busy', [1000, 2000]],
    ['broken', [0, 200, 400, 800, 1600]],
    ['ignored', [0, 100]],
  ])('with %s trouble waits %j ms and no longer', (kind, waits) => {
    expect(waitsFor(kind)).toEqual(waits);
  });

  it('spreads its waits by half to either side', () => {
    expect(waitsFor('server', null, 0)).toEqual([250, 500]);
    expect(waitsFor('server', null, 0.999)[0]).toBeCloseTo(750, -1);
  });

  it('does as it is told up to thirty seconds', () => {
    expect(waitsFor('busy', 30_000)).toEqual([30_000, 30_000]);
    expect(waitsFor('busy', 0)).toEqual([0, 0]);
    expect(waitsFor('busy', 30_001)).toEqual([]);
  });

  it.each([
    [64 * 1024, 1000, true],
    [64 * 1024 - 1, 1000, false],
    [64 * 1024, 30_000, false],
    [600 * 1024, 30_000, true],
  ])('is renewed by %i bytes in %i ms: %s', (bytes, tookMs, isRenewed) => {
    const patience = createRetryPolicy(() => 0.5);
    expect(patience.delayAfter(fetchFailure('broken', failure))).toBe(0);
    patience.progressed(bytes, tookMs);
    expect(patience.delayAfter(fetchFailure('broken', failure)) === 0).toBe(isRenewed);
  });
});
