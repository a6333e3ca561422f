// How often and after which delay a request is retried.
import { describe, expect, it } from 'vitest';
import { type FetchFailureKind, fetchFailure } from './fetch-failure.ts';
import { createRetryPolicy } from './retry-policy.ts';

const failure = new Error('enough');

/** The delays until the policy gives up. */
function waitsFor(
  kind: FetchFailureKind,
  retryAfterMs: number | null = null,
  random = 0.5,
): number[] {
  const policy = createRetryPolicy(() => random);
  const waits: number[] = [];
  while (waits.length < 20) {
    try {
      waits.push(policy.delayAfter(fetchFailure(kind, failure, retryAfterMs)));
    } catch (error) {
      expect(error).toBe(failure);
      return waits;
    }
  }
  throw new Error('it never gives up');
}

describe('a retry policy', () => {
  it.each<[FetchFailureKind, number[]]>([
    ['final', []],
    ['stale', []],
    ['changed', []],
    ['unreachable', [300, 600]],
    ['server', [500, 1000]],
    ['busy', [1000, 2000]],
    ['broken', [0, 200, 400, 800, 1600]],
    ['misplaced', [0, 200, 400, 800, 1600]],
    ['ignored', [0, 100]],
  ])('retries after a %s failure with the delays %j ms', (kind, waits) => {
    expect(waitsFor(kind)).toEqual(waits);
  });

  it('varies its delays by half in both directions', () => {
    expect(waitsFor('server', null, 0)).toEqual([250, 500]);
    expect(waitsFor('server', null, 0.999)[0]).toBeCloseTo(750, -1);
  });

  it('follows Retry-After up to thirty seconds', () => {
    expect(waitsFor('busy', 30_000)).toEqual([30_000, 30_000]);
    expect(waitsFor('busy', 0)).toEqual([0, 0]);
    expect(waitsFor('busy', 30_001)).toEqual([]);
  });

  it('counts each kind of failure by itself', () => {
    const policy = createRetryPolicy(() => 0.5);
    const delays = (['server', 'busy', 'server', 'busy'] as const).map((kind) =>
      policy.delayAfter(fetchFailure(kind, failure)),
    );
    expect(delays).toEqual([500, 1000, 1000, 2000]);
    expect(() => policy.delayAfter(fetchFailure('server', failure))).toThrow(failure);
  });

  it.each([
    [64 * 1024, 1000, true],
    [64 * 1024 - 1, 1000, false],
    [64 * 1024, 30_000, false],
    [600 * 1024, 30_000, true],
  ])('starts over after %i bytes in %i ms: %s', (bytes, tookMs, isRenewed) => {
    const policy = createRetryPolicy(() => 0.5);
    expect(policy.delayAfter(fetchFailure('broken', failure))).toBe(0);
    policy.progressed(bytes, tookMs);
    expect(policy.delayAfter(fetchFailure('broken', failure)) === 0).toBe(isRenewed);
  });
});
