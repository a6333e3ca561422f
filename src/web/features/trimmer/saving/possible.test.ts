import { expect, it } from 'vitest';
import { possibleWay, problemOf } from './possible.ts';

const tracks = (canCopy: boolean, kind: 'video' | 'audio' | 'none') => ({
  canCopy,
  exact: { kind },
});
const ALL = [{ startMs: 0, endMs: 60_000 }];

it.each([
  ['instant', tracks(true, 'video'), 'instant'],
  ['exact', tracks(true, 'video'), 'exact'],
  ['exact', tracks(true, 'none'), 'instant'],
  ['instant', tracks(false, 'video'), 'exact'],
  ['instant', tracks(false, 'none'), 'exact'],
  // Tracks are not known yet, or it is a GIF.
  ['instant', null, 'instant'],
  ['exact', null, 'exact'],
] as const)('who wants it %s from %j gets it %s', (wanted, from, way) => {
  expect(possibleWay(wanted, from)).toBe(way);
});

it.each([
  ['same', tracks(true, 'none'), ALL, null],
  ['same', tracks(true, 'video'), [], 'trimmer.nothingKept'],
  ['gif', null, [], 'trimmer.nothingKept'],
  ['webm', tracks(false, 'none'), ALL, 'trimmer.kindImpossible'],
  ['webm', tracks(false, 'video'), ALL, null],
  ['webm', null, ALL, null],
  ['gif', null, [{ startMs: 0, endMs: 15_000 }], null],
  ['gif', null, [{ startMs: 0, endMs: 15_001 }], 'trimmer.gifTooLong'],
  [
    'gif',
    null,
    [
      { startMs: 0, endMs: 8000 },
      { startMs: 20_000, endMs: 27_001 },
    ],
    'trimmer.gifTooLong',
  ],
  ['mp4', tracks(true, 'video'), ALL, null],
] as const)(
  'a file of the kind %s from %j with %j has the problem %s',
  (kind, from, kept, problem) => {
    expect(problemOf(kind, from, kept)).toBe(problem);
  },
);
