// What is shown of a planned copy: where its parts really start, and which gaps it cannot leave out.
import { expect, it } from 'vitest';
import { planOf } from './use-plan.ts';

type Span = readonly [startMs: number, endMs: number];
const rangesOf = (spans: readonly Span[]) => spans.map(([startMs, endMs]) => ({ startMs, endMs }));

it.each<[string, Span[], number[], boolean, number[][], number]>([
  ['start at key frames', [[2000, 3000]], [1500], false, [[2000, 3000, 1500]], 0],
  [
    'stay apart',
    [
      [2000, 3000],
      [5000, 6000],
    ],
    [1500, 4000],
    false,
    [
      [2000, 3000, 1500],
      [5000, 6000, 4000],
    ],
    0,
  ],
  [
    'touch',
    [
      [2000, 3000],
      [5000, 6000],
    ],
    [1500, 3000],
    false,
    [
      [2000, 3000, 1500],
      [5000, 6000, 3000],
    ],
    0,
  ],
  [
    'become one',
    [
      [2000, 3000],
      [5000, 6000],
    ],
    [1500, 1500],
    false,
    [[2000, 6000, 1500]],
    1,
  ],
  [
    'become one of three',
    [
      [2000, 3000],
      [5000, 6000],
      [7000, 8000],
    ],
    [0, 0, 5500],
    false,
    [[2000, 8000, 0]],
    2,
  ],
  [
    'are files of their own',
    [
      [2000, 3000],
      [5000, 6000],
    ],
    [1500, 1500],
    true,
    [
      [2000, 3000, 1500],
      [5000, 6000, 1500],
    ],
    0,
  ],
  ['are as asked while unknown', [[2000, 3000]], [], false, [[2000, 3000, 2000]], 0],
])('parts %s', (_what, spans, starts, isSeparate, parts, lostGaps) => {
  const found = spans.map(([startMs, endMs], at) => ({ startMs: starts[at] ?? startMs, endMs }));
  const plan = planOf(rangesOf(spans), starts.length > 0 ? found : [], isSeparate);
  expect(plan.parts.map((one) => [one.startMs, one.endMs, one.trueStartMs])).toEqual(parts);
  expect(plan.lostGaps).toBe(lostGaps);
});
