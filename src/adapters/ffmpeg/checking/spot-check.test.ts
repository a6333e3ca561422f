// Where a check decodes.
import { expect, it } from 'vitest';
import { spotsIn } from './spot-check.ts';

it.each<[string, number, boolean, readonly number[]]>([
  ['all of a short film', 8, true, []],
  ['all of a short sound', 8, false, []],
  ['five places of a film, the last before its end', 41.5, true, [0, 10, 20, 30, 40]],
  ['a sound every two seconds', 9, false, [0, 2, 4, 6, 8]],
])('%s', (_, seconds, hasPicture, places) => {
  expect(spotsIn(seconds, hasPicture).places).toEqual(places);
});

it('long sound has three thousand places at most, over all of it', () => {
  const { places } = spotsIn(36_000, false);
  expect(places).toHaveLength(3000);
  expect(places.at(-1)).toBe(35_988);
});
