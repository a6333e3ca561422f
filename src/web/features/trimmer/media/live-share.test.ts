import { expect, it, vi } from 'vitest';
import { createShare } from './live-share.ts';

it('tells each whole percent once, and never less than before', () => {
  const share = createShare();
  const told: number[] = [];
  share.subscribe(() => told.push(share.get()));
  for (const part of [0, 0.001, 0.009, 0.01, 0.0101, 0.5, 0.4, 1]) share.set(part);
  expect(told).toEqual([0.01, 0.5, 1]);
});

it('tells nothing to those that no longer listen', () => {
  const share = createShare();
  const listener = vi.fn();
  const stop = share.subscribe(listener);
  stop();
  share.set(0.3);
  expect(listener).not.toHaveBeenCalled();
  expect(share.get()).toBe(0.3);
});
