import { describe, expect, it } from 'vitest';
import { formatBytes, formatLength, formatPercent, formatSpan, formatSpeed } from './figures.ts';

describe('figures', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [999_400, '999 kB'],
    [999_600, '1 MB'],
    [1_260_000, '1.26 MB'],
    [84_240_000, '84.2 MB'],
    [312_400_000, '312 MB'],
    [1_259_000_000, '1.26 GB'],
    [999.5, '1 kB'],
    [999_500, '1 MB'],
    [9_990_000, '9.99 MB'],
    [10_000_000, '10 MB'],
    [10_240_000, '10.2 MB'],
    [99_960_000, '100 MB'],
    [100_400_000, '100 MB'],
    [2_500_000_000_000, '2.5 TB'],
    [2_500_000_000_000_000, '2,500 TB'],
  ])('write %i bytes as %s', (bytes, text) => {
    expect(formatBytes(bytes, 'en')).toBe(text);
  });

  it.each([
    [0, '0:00'],
    [9.6, '0:10'],
    [221, '3:41'],
    [3729, '1:02:09'],
    [59.4, '0:59'],
    [59.5, '1:00'],
    [3599.5, '1:00:00'],
    [36_000, '10:00:00'],
    [-1, '0:00'],
  ])('write a length of %s seconds as %s', (seconds, text) => {
    expect(formatLength(seconds)).toBe(text);
  });

  it.each([
    [0.2, '1 sec'],
    [59, '59 sec'],
    [60, '1 min'],
    [3500, '58 min'],
    [7200, '2 hr'],
    [-3, '0 sec'],
    [59.1, '1 min'],
    [5399, '90 min'],
    [5400, '2 hr'],
    [9000, '3 hr'],
  ])('write %s seconds left as %s', (seconds, text) => {
    expect(formatSpan(seconds, 'en')).toBe(text);
  });

  it('write speeds and shares', () => {
    expect(formatSpeed(9_840_000, 'en')).toBe('9.84 MB/s');
    expect(formatSpeed(9_840_000, 'fr')).toBe('9,84\u202fMo/s');
    expect(formatPercent(42, 'en')).toBe('42%');
    expect(formatBytes(1_260_000, 'de')).toBe('1,26 MB');
  });
});
