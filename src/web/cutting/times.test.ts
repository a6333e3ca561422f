import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTime, parseTime } from './times.ts';

const LONGEST_MS = 999 * 3_600_000;

describe('a time', () => {
  it.each([
    [0, '0:00.000'],
    [5000, '0:05.000'],
    [65_450, '1:05.450'],
    [3_723_005, '1:02:03.005'],
    [3_599_999, '59:59.999'],
    [3_600_000, '1:00:00.000'],
    [36_000_000, '10:00:00.000'],
    [59_999.6, '1:00.000'],
    [-4, '0:00.000'],
  ])('of %d ms is written %s', (timeMs, text) => {
    expect(formatTime(timeMs)).toBe(text);
  });

  it.each([
    ['5', 5000],
    ['83.45', 83_450],
    ['83,45', 83_450],
    ['1:05', 65_000],
    [' 1:05.4 ', 65_400],
    ['1:02:03.0055', 3_723_006],
    ['90:00', 5_400_000],
    ['٠:٠٥٫٢٥', 5250],
    ['۱:۰۰', 60_000],
    ['٠١:٢٣:٤٥٫٦٧', 5_025_670],
    ['٨٩', 89_000],
    ['۰۱:۲۳:۴۵٫۶۷', 5_025_670],
    ['۸۹', 89_000],
  ])('typed as "%s" is understood', (text, timeMs) => {
    expect(parseTime(text)).toBe(timeMs);
  });

  it.each([
    '',
    'abc',
    '1:',
    ':5',
    '1:60',
    '1:60:00',
    '1:59:60',
    '1:2:3:4',
    '-5',
    '1.2.3',
    '5s',
    '1e3',
    '∞',
  ])('typed as "%s" is refused', (text) => {
    expect(parseTime(text)).toBeNull();
  });

  it('that was written is read back as it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LONGEST_MS }), (timeMs) => {
        expect(parseTime(formatTime(timeMs))).toBe(timeMs);
      }),
    );
  });

  it('is never read from a text as anything but whole milliseconds', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const timeMs = parseTime(text);
        expect(timeMs === null || (Number.isInteger(timeMs) && timeMs >= 0)).toBe(true);
      }),
    );
  });
});
