// Dividing a file among connections: each byte is assigned to one of them, and the tail is shared.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createByteMap } from './part-file/byte-map.ts';
import { createStretches, MIN_SPLIT_BYTES, type Stretch, type Stretches } from './stretches.ts';

/** All that is left, in stretches of at most `bytes`. */
function takeAll(stretches: Stretches, bytes: number): Stretch[] {
  const taken: Stretch[] = [];
  for (let one = stretches.take(bytes, 0); one; one = stretches.take(bytes, 0)) {
    taken.push(one);
    if (taken.length > 1000) throw new Error('there is no end of them');
  }
  return taken;
}

describe('the stretches of a file', () => {
  it('cover it once, in whatever order they are taken, stolen, extended, released or wanted', () => {
    const step = fc.record({
      what: fc.constantFrom('take', 'steal', 'extend', 'back', 'move', 'want'),
      who: fc.nat(7),
      bytes: fc.integer({ min: 1, max: 3_000_000 }),
    });
    fc.assert(
      fc.property(fc.nat(20_000_000), fc.array(step, { maxLength: 200 }), (total, steps) => {
        const stretches = createStretches();
        const map = createByteMap();
        let came = 0;
        let active: Stretch[] = [];
        const move = (stretch: Stretch, bytes: number) => {
          const next = Math.min(stretch.end, stretch.next + bytes);
          map.add(stretch.next, next);
          came += next - stretch.next;
          stretch.next = next;
        };
        stretches.setTotal(total);
        for (const [nowMs, { what, who, bytes }] of steps.entries()) {
          const one = active[who % Math.max(1, active.length)];
          if (what === 'take' || what === 'steal') {
            const got =
              what === 'take' ? stretches.take(bytes, nowMs) : stretches.steal(nowMs * 1000);
            if (got) active.push(got);
          } else if (what === 'want') stretches.want(bytes * (who + 1));
          else if (one && what === 'extend') stretches.extend(one, bytes);
          else if (one && what === 'move') move(one, bytes);
          else if (one) {
            stretches.release(one);
            active = active.filter((each) => each !== one);
          }
        }
        for (const one of active) move(one, Number.POSITIVE_INFINITY);
        for (const one of takeAll(stretches, 1e6)) move(one, Number.POSITIVE_INFINITY);
        expect(came).toBe(total);
        expect(map.prefix()).toBe(total);
        expect(stretches.untaken()).toBe(0);
      }),
    );
  });

  it('leave out what is there already', () => {
    const stretches = createStretches([
      { start: 0, end: 10 },
      { start: 40, end: 50 },
    ]);
    stretches.setTotal(60);
    const taken = takeAll(stretches, 25).map(({ start, end }) => [start, end]);
    expect(taken).toEqual([
      [10, 35],
      [35, 40],
      [50, 60],
    ]);
  });

  it('are taken from the front, released ones first', () => {
    const stretches = createStretches();
    stretches.setTotal(1000);
    const first = stretches.take(400, 0);
    expect(stretches.take(400, 0)).toMatchObject({ start: 400, end: 800 });
    if (first) {
      first.next = 100;
      stretches.release(first);
    }
    expect(stretches.take(400, 0)).toMatchObject({ start: 100, end: 400 });
    expect(stretches.take(400, 0)).toMatchObject({ start: 800, end: 1000 });
    expect(stretches.take(400, 0)).toBeNull();
  });

  it('share the tail of the slowest, unless it is nearly complete', () => {
    const stretches = createStretches();
    const length = MIN_SPLIT_BYTES * 8;
    stretches.setTotal(length * 2);
    const slow = stretches.take(length, 0);
    const quick = stretches.take(length, 0);
    if (!slow || !quick) throw new TypeError('there are two');
    slow.next += length / 4;
    quick.next += length / 2;
    expect(stretches.steal(1000)).toMatchObject({ start: (length * 5) / 8, end: length });
    expect(slow.end).toBe((length * 5) / 8);
    slow.next = slow.end - MIN_SPLIT_BYTES;
    quick.next = quick.end - MIN_SPLIT_BYTES;
    expect(stretches.steal(1000)).toBeNull();
    expect(stretches.steal(2000)).toBeTruthy(); // from the new owner, which has fetched nothing yet
  });

  it('start at the wanted byte, continue after it, and return to the front at the end', () => {
    const stretches = createStretches();
    stretches.setTotal(1000);
    stretches.take(100, 0);
    stretches.want(600);
    const starts = takeAll(stretches, 200).map(({ start }) => start);
    expect(starts).toEqual([600, 800, 100, 300, 500]);
  });

  it('are taken in order until the length is known, and from the wanted byte then', () => {
    const stretches = createStretches();
    stretches.want(600);
    expect(stretches.take(100, 0)).toMatchObject({ start: 0, end: 100 });
    stretches.setTotal(1000);
    expect(stretches.take(100, 0)).toMatchObject({ start: 600, end: 700 });
  });

  it('reassign wanted bytes that would arrive late, and keep those that are next', () => {
    const stretches = createStretches();
    stretches.setTotal(MIN_SPLIT_BYTES * 8);
    const long = stretches.take(MIN_SPLIT_BYTES * 8, 0);
    stretches.want(MIN_SPLIT_BYTES);
    expect(stretches.take(10, 0)).toBeNull();
    stretches.want(MIN_SPLIT_BYTES * 4);
    expect(long?.end).toBe(MIN_SPLIT_BYTES * 4);
    expect(stretches.take(10, 0)).toMatchObject({ start: MIN_SPLIT_BYTES * 4 });
  });

  it('ignore a wanted byte beyond the end', () => {
    const stretches = createStretches();
    stretches.setTotal(1000);
    stretches.want(5000);
    expect(stretches.take(100, 0)).toMatchObject({ start: 0, end: 100 });
  });

  it('grow into the gap behind them, and only into that', () => {
    const stretches = createStretches();
    stretches.setTotal(1000);
    const first = stretches.take(400, 0) as Stretch;
    expect(stretches.extend(first, 200)).toBe(true);
    expect(first.end).toBe(600);
    expect(stretches.take(100, 0)).toMatchObject({ start: 600, end: 700 });
    expect(stretches.extend(first, 200)).toBe(false);
    expect(first.end).toBe(600);
  });

  it('become one gap again when none of them was fetched', () => {
    const stretches = createStretches();
    stretches.setTotal(1000);
    for (const one of takeAll(stretches, 100)) stretches.release(one);
    expect(stretches.take(1000, 0)).toMatchObject({ start: 0, end: 1000 });
  });

  it('leave as much as nobody has taken', () => {
    const stretches = createStretches();
    expect(stretches.untaken()).toBe(Number.POSITIVE_INFINITY);
    stretches.setTotal(1000);
    const [first, second] = [stretches.take(400, 0) as Stretch, stretches.take(100, 0) as Stretch];
    expect(stretches.untaken()).toBe(500);
    first.next = 100;
    stretches.release(first);
    expect(stretches.untaken()).toBe(800);
    second.next = second.end;
    stretches.release(second);
    expect(stretches.untaken()).toBe(800);
  });

  it('end where the file ends, once that is known', () => {
    const stretches = createStretches();
    const [front, across] = [stretches.take(400, 0), stretches.take(1000, 0)];
    stretches.setTotal(900);
    expect([front?.end, across?.end]).toEqual([400, 900]);
    expect(stretches.take(1, 0)).toBeNull();
    expect(stretches.untaken()).toBe(0);
  });

  it('share the tail of the one that needs longest, wherever it is, to the byte', () => {
    const stretches = createStretches();
    const length = 4_000_001;
    stretches.setTotal(length * 2);
    const [quick, slow] = [stretches.take(length, 0), stretches.take(length, 0)];
    if (!quick || !slow) throw new TypeError('there are two');
    quick.next += 2_000_000;
    slow.next += 1_000_000;
    expect(stretches.steal(1000)).toMatchObject({
      start: length + 1_000_000 + 1_500_001,
      end: length * 2,
    });
  });

  it('keep a tail that arrives within a quarter of a second', () => {
    const stretches = createStretches();
    stretches.setTotal(2_000_000);
    const one = stretches.take(2_000_000, 0) as Stretch;
    one.next = 1_000_000;
    expect(stretches.steal(250)).toBeNull();
    expect(stretches.steal(251)).toMatchObject({ start: 1_500_000, end: 2_000_000 });
  });
});
