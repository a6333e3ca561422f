// One direction of a shaped connection, to the millisecond, on a clock of its own.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDelayLine, type DelayLineOptions } from './delay-line.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function lineOf(options: Partial<DelayLineOptions>) {
  const from = performance.now();
  const arrived: { readonly bytes: number; readonly ms: number }[] = [];
  const events: string[] = [];
  const state = { takes: true };
  const line = createDelayLine({
    delayMs: 0,
    bytesPerSecond: null,
    notBeforeMs: 0,
    maxBytes: 1_000_000,
    deliver: (chunk) => {
      arrived.push({ bytes: chunk.length, ms: Math.round(performance.now() - from) });
      return state.takes;
    },
    ready: () => events.push('ready'),
    ended: () => events.push(`ended after ${arrived.length}`),
    ...options,
  });
  return { line, arrived, events, state };
}

it('delays each chunk and keeps their order', () => {
  const { line, arrived } = lineOf({ delayMs: 20 });
  line.send(Buffer.alloc(1));
  vi.advanceTimersByTime(5);
  line.send(Buffer.alloc(2));
  vi.advanceTimersByTime(100);
  expect(arrived).toEqual([
    { bytes: 1, ms: 20 },
    { bytes: 2, ms: 25 },
  ]);
});

it('spreads chunks at its rate, and accumulates no credit while idle', () => {
  const { line, arrived } = lineOf({ bytesPerSecond: 1000, delayMs: 10 });
  line.send(Buffer.alloc(100));
  line.send(Buffer.alloc(100));
  vi.advanceTimersByTime(1000);
  line.send(Buffer.alloc(100));
  vi.advanceTimersByTime(1000);
  expect(arrived.map(({ ms }) => ms)).toEqual([110, 210, 1110]);
});

it('lets nothing out before the connection is open', () => {
  const { line, arrived } = lineOf({ notBeforeMs: performance.now() + 40, delayMs: 20 });
  line.send(Buffer.alloc(1));
  vi.advanceTimersByTime(100);
  expect(arrived.map(({ ms }) => ms)).toEqual([60]);
});

it('signals backpressure when it is full, and drain when it has room', () => {
  const { line, events } = lineOf({ delayMs: 20, maxBytes: 100 });
  expect(line.send(Buffer.alloc(60))).toBe(true);
  expect(line.send(Buffer.alloc(60))).toBe(false);
  vi.advanceTimersByTime(19);
  expect(events).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(events).toEqual(['ready']);
});

it('waits for a receiver that takes no more', () => {
  const { line, arrived, state } = lineOf({ delayMs: 1 });
  state.takes = false;
  for (let count = 0; count < 3; count += 1) line.send(Buffer.alloc(1));
  vi.advanceTimersByTime(100);
  expect(arrived).toHaveLength(1);
  state.takes = true;
  line.resume();
  vi.advanceTimersByTime(100);
  expect(arrived).toHaveLength(3);
});

it('ends after the last chunk has arrived', () => {
  const { line, events } = lineOf({ delayMs: 20 });
  line.send(Buffer.alloc(1));
  line.end();
  expect(events).toEqual([]);
  vi.advanceTimersByTime(20);
  expect(events).toEqual(['ended after 1']);
});

it('stops its timer when it is destroyed', () => {
  const { line, arrived } = lineOf({ delayMs: 20 });
  line.send(Buffer.alloc(1));
  line.destroy();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(100);
  expect(arrived).toEqual([]);
});
