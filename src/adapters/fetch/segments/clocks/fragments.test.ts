import { expect, it } from 'vitest';
import { tracksOf } from './fragments.ts';

it.each([33, 20_000])('an index of %i tracks is refused before any of them is read', (count) => {
  const track = Buffer.from('\0\0\0\u0008trak', 'latin1');
  expect(() => tracksOf(Buffer.concat(Array(count).fill(track)))).toThrow(RangeError);
});
