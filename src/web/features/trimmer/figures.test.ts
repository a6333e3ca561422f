import { describe, expect, it } from 'vitest';
import { estimateBytes, formatSpan } from './figures.ts';

describe('figures', () => {
  it('write how far two times are apart', () => {
    expect(formatSpan(1300, 'en')).toBe('1.3 sec');
    expect(formatSpan(60, 'en')).toBe('0.06 sec');
    expect(formatSpan(150_000, 'en')).toBe('2.5 min');
    expect(formatSpan(1300, 'de')).toBe('1,3 Sek.');
  });

  it('estimate a part by its share of the time, and never more than the file', () => {
    expect(estimateBytes(1000, 10_000, [{ startMs: 2000, endMs: 7000 }])).toBe(500);
    expect(estimateBytes(1000, 10_000, [{ startMs: 0, endMs: 20_000 }])).toBe(1000);
    expect(estimateBytes(1000, 0, [{ startMs: 0, endMs: 0 }])).toBe(1000);
  });
});
