import { describe, expect, it } from 'vitest';
import { shareOf, writeDuration } from './figures.ts';

describe('a share', () => {
  it.each([
    [0, 0, null],
    [0, 1, null],
    [4, 0, null],
    [5, 0, '100%'],
    [999, 1, '99%'],
    [2, 4, '33%'],
    [0, 5, '0%'],
  ] as const)('of %i done and %i failed is %s', (done, failed, share) => {
    expect(shareOf({ done, failed }, 'en')).toBe(share);
  });

  it('is written as the language does', () => {
    expect(shareOf({ done: 3, failed: 3 }, 'de')).toBe('50\u00a0%');
  });
});

describe('a duration', () => {
  it.each([
    [840, '0.8 sec'],
    [8_420, '8.4 sec'],
    [47_400, '47 sec'],
    [119_999, '120 sec'],
    [150_000, '2.5 min'],
  ])('of %i ms is %s', (durationMs, text) => {
    expect(writeDuration(durationMs, 'en')).toBe(text);
  });
});
