import { expect, it } from 'vitest';
import { afterBusinessDays, WAITING_BUSINESS_DAYS } from './takedown.ts';

const at = (day: number, hour = 12) => Date.UTC(2026, 10, day, hour, 30);

// 2 November 2026 is a Monday.
it.each([
  ['a Monday', at(2), 1, at(3)],
  ['a Thursday', at(5), 1, at(6)],
  ['a Friday', at(6), 1, at(9)],
  ['a Saturday', at(7), 1, at(9)],
  ['a Sunday', at(8), 1, at(9)],
  ['a Monday', at(2), 5, at(9)],
  ['a Friday, late in the evening', at(6, 23), 1, at(9, 23)],
  ['a Sunday, at its beginning', at(8, 0), 2, at(10, 0)],
  ['any day', at(7), 0, at(7)],
  ['a Friday', at(6), WAITING_BUSINESS_DAYS, at(20)],
  ['a Saturday', at(7), WAITING_BUSINESS_DAYS, at(20)],
])('after %s (%d), %d business days end at %d', (_day, from, days, end) => {
  expect(afterBusinessDays(from, days)).toBe(end);
});

it('the law lets a counter-notice wait for ten to fourteen business days', () => {
  expect(WAITING_BUSINESS_DAYS).toBeGreaterThanOrEqual(10);
  expect(WAITING_BUSINESS_DAYS).toBeLessThanOrEqual(14);
});
