// How long a request may stay silent, and how little it may bring, on a manual clock.
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../tests/support/run/manual-clock.ts';
import { MIN_BYTES_PER_SECOND, watchPace } from './watch-pace.ts';

/** 1000 bytes per second are just enough, so that a step of five seconds is worth 5000. */
function setUp() {
  const clock = createManualClock();
  const ends: string[] = [];
  let least = 1000;
  const pace = watchPace({
    clock,
    leastBytesPerSecond: () => least,
    tooSlow: (error) => ends.push(`${error.code}: ${error.message}`),
  });
  /** Lets five seconds pass at a time, with so many bytes in each. */
  const steps = (count: number, bytes: number) => {
    for (let step = 0; step < count; step += 1) {
      pace.came(bytes);
      clock.advance(5000);
    }
  };
  return {
    ...pace,
    clock,
    ends,
    steps,
    share: (bytesPerSecond: number) => {
      least = bytesPerSecond;
    },
  };
}

type Watch = ReturnType<typeof setUp>;

describe('a request', () => {
  it.each<[string, number, (watch: Watch) => void, string]>([
    ['connection', 20_000, () => undefined, 'a connection'],
    ['answer', 10_000, ({ asked }) => asked(), 'an answer'],
    ['byte', 30_000, ({ answered }) => answered(), 'bytes'],
  ])('waits for a %s for %i ms, and says once that it took too long', (_, limitMs, reach, what) => {
    const watch = setUp();
    watch.clock.advance(7000);
    reach(watch);
    watch.clock.advance(limitMs - (what === 'a connection' ? 7001 : 1));
    expect(watch.ends).toEqual([]);
    watch.clock.advance(1);
    expect(watch.ends).toEqual([expect.stringMatching(new RegExp(`^timeout: .*${what}$`))]);
    watch.clock.advance(600_000);
    expect(watch.ends).toHaveLength(1);
    expect(watch.clock.pending()).toBe(0);
  });

  it('may be silent for just under thirty seconds again and again, if it brings enough', () => {
    const watch = setUp();
    watch.answered();
    for (let time = 0; time < 20; time += 1) {
      watch.came(60_000);
      watch.clock.advance(29_999);
    }
    expect(watch.ends).toEqual([]);
  });

  it('and all others of its part together must bring 16 KB per second', () => {
    expect(MIN_BYTES_PER_SECOND).toBe(16_384);
  });

  it('must bring its share of the least rate, over any whole minute', () => {
    const enough = setUp();
    enough.answered();
    enough.steps(40, 5000);
    expect(enough.ends).toEqual([]);
    const tooLittle = setUp();
    tooLittle.answered();
    tooLittle.steps(11, 4999);
    expect(tooLittle.ends).toEqual([]);
    tooLittle.steps(1, 4999);
    expect(tooLittle.ends).toEqual([expect.stringContaining('fewer bytes')]);
  });

  it('lives on the bytes of the last minute, not on those before', () => {
    const watch = setUp();
    watch.answered();
    watch.steps(1, 1_000_000);
    watch.steps(11, 100);
    expect(watch.ends).toEqual([]);
    watch.steps(1, 100);
    expect(watch.ends).toHaveLength(1);
  });

  it('needs less when its share becomes smaller', () => {
    const watch = setUp();
    watch.answered();
    watch.share(100);
    watch.steps(40, 500);
    expect(watch.ends).toEqual([]);
  });

  it('is not blamed for the time in which the disk held it back', () => {
    const watch = setUp();
    watch.answered();
    watch.held(true);
    watch.clock.advance(600_000);
    expect(watch.ends).toEqual([]);
    watch.held(false);
    watch.clock.advance(29_999);
    expect(watch.ends).toEqual([]);
    watch.clock.advance(1);
    expect(watch.ends).toHaveLength(1);
  });

  it('has a whole minute again for its rate after it was held back', () => {
    const watch = setUp();
    watch.answered();
    watch.steps(11, 100);
    watch.held(true);
    watch.clock.advance(5000);
    watch.held(false);
    watch.steps(11, 100);
    expect(watch.ends).toEqual([]);
    watch.steps(1, 100);
    expect(watch.ends).toHaveLength(1);
  });

  it('is no longer watched once it was stopped', () => {
    const watch = setUp();
    watch.answered();
    watch.stop();
    watch.clock.advance(600_000);
    expect(watch.ends).toEqual([]);
    expect(watch.clock.pending()).toBe(0);
  });
});
