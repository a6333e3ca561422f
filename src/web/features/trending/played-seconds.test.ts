import { expect, it } from 'vitest';
import { isSeen } from './played-seconds.ts';

const film = (duration: number, ...spans: readonly (readonly [number, number])[]) => ({
  duration,
  played: {
    length: spans.length,
    start: (index: number) => spans[index]?.[0] ?? 0,
    end: (index: number) => spans[index]?.[1] ?? 0,
  },
});

it.each([
  ['nothing', film(60), false],
  ['less than three seconds', film(60, [0, 2.9]), false],
  ['three seconds', film(60, [10, 13]), true],
  ['three seconds in pieces', film(60, [0, 1], [20, 21], [40, 41.1]), true],
  ['the ends alone', film(60, [0, 0.2], [59.8, 60]), false],
  ['nearly all of a short one', film(2, [0, 1.9]), true],
  ['half of a short one', film(2, [0, 1]), false],
  ['something of an unknown length', film(Number.NaN, [0, 1]), false],
  ['three seconds without an end', film(Number.POSITIVE_INFINITY, [0, 3]), true],
])('a film of which %s was played counts as seen: %#', (_what, played, isView) => {
  expect(isSeen(played)).toBe(isView);
});
