import { expect, it } from 'vitest';
import { type BatchRow, percentOf, type RowState } from './batch-state.ts';

const percentOfKinds = (...kinds: readonly RowState['kind'][]) =>
  percentOf(
    kinds.map((kind) => ({ state: { kind, progress: { percent: 50 } } }) as unknown as BatchRow),
  );

it('what failed is counted beside what is done, and nothing is done by failing', () => {
  expect(percentOfKinds('failed', 'waiting', 'waiting', 'waiting')).toEqual({
    done: 25,
    failed: 25,
  });
  expect(percentOfKinds('ready', 'open', 'expired', 'starting')).toEqual({
    done: 62.5,
    failed: 25,
  });
});

it('what was cancelled is no part of the list', () => {
  expect(percentOfKinds('ready', 'cancelled', 'cancelled')).toEqual({ done: 100, failed: 0 });
  expect(percentOfKinds('cancelled')).toEqual({ done: 0, failed: 0 });
  expect(percentOfKinds()).toEqual({ done: 0, failed: 0 });
});
