import { expect, it } from 'vitest';
import { spanName, timeName } from './span-name.ts';

it.each([
  [0, '0s'],
  [4, '0s'],
  [40, '0.04s'],
  [2500, '2.5s'],
  [4658, '4.66s'],
  [59_996, '1m'],
  [65_500, '1m5.5s'],
  [3_600_000, '1h'],
  [3_603_000, '1h3s'],
  [3_723_040, '1h2m3.04s'],
])('%d ms are %s in a name', (timeMs, name) => {
  expect(timeName(timeMs)).toBe(name);
});

it('a part has both of its ends', () => {
  expect(spanName(2500, 7000)).toBe('2.5s-7s');
});
