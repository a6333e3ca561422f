import { expect, it } from 'vitest';
import { MAX_LIST_ENTRIES, MAX_LIST_PAGES } from '../limits.ts';
import { zipRequest } from './download.ts';

const last = MAX_LIST_PAGES * MAX_LIST_ENTRIES;

it.each([
  [1, true],
  [last, true],
  [last + 1, false],
  [0, false],
  [1.5, false],
])('an archive takes every place of a list, and no other: %d', (number, isTaken) => {
  expect(
    zipRequest.safeParse({ jobs: ['a'], numbers: [number], name: 'x', language: 'en' }),
  ).toEqual(expect.objectContaining({ success: isTaken }));
});
