import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from './system.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('the system clock', () => {
  it('tells the time of day and a time that only grows', async () => {
    const before = systemClock.monotonic();
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000);
    await new Promise<void>((resolve) => {
      systemClock.after(5, resolve);
    });
    expect(systemClock.monotonic()).toBeGreaterThan(before);
  });

  it.each([
    ['none', 0],
    ['less than none', -5],
    ['a second', 1000],
    ['longer than Node can wait', 40 * 24 * 3_600_000],
  ])('calls back once, after a delay: %s', (_name, delayMs) => {
    vi.useFakeTimers();
    let calls = 0;
    systemClock.after(delayMs, () => {
      calls += 1;
    });
    vi.advanceTimersByTime(Math.max(0, delayMs - 1));
    expect(calls).toBe(delayMs > 0 ? 0 : 1);
    vi.advanceTimersByTime(delayMs > 0 ? 2 * delayMs : 10);
    expect(calls).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([1000, 40 * 24 * 3_600_000])('can be called off: %d ms', (delayMs) => {
    vi.useFakeTimers();
    let calls = 0;
    const callOff = systemClock.after(delayMs, () => {
      calls += 1;
    });
    vi.advanceTimersByTime(delayMs * 0.9);
    callOff();
    vi.advanceTimersByTime(delayMs);
    expect(calls).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
