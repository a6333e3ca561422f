import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createWorkTurns, HEAVY_KEEP_MS, HEAVY_SLOT_MS, LONG_MS } from './work-turns.ts';

const MINUTE = 60_000;

function stage({
  maxLong = 1,
  maxLightBeside = 4,
  maxHeavyBeside = 4,
  maxSlow = 4,
  maxWorkMs = 15 * MINUTE,
  isSlotWanted = (): boolean => true,
  isPlaceWanted = (): boolean => false,
} = {}) {
  const clock = createManualClock();
  const limits = { maxLong, maxLightBeside, maxHeavyBeside, maxSlow, maxWorkMs };
  const turns = createWorkTurns({ clock, ...limits, isSlotWanted, isPlaceWanted });
  const told: object[] = [];
  turns.watch(() => told.push(turns.long()));
  /** A job that works from the start; `isOn` says whether its process runs. */
  const open = (isHeavy = false, isLong = false) => {
    const job = { isOn: true, ended: [] as string[], pauses: 0 };
    const turn = turns.open({ isHeavy, isLong, end: (reason) => job.ended.push(reason) });
    const begin = () =>
      turn.begin({
        pause() {
          job.isOn = false;
          job.pauses += 1;
        },
        resume() {
          job.isOn = true;
        },
      });
    return Object.assign(job, { ...turn, begin, end: begin() });
  };
  return { clock, turns, told, open };
}

describe('turns on the processors', () => {
  it('never pauses jobs that need a few seconds, however many there are', () => {
    const { clock, open, told } = stage();
    const jobs = [open(), open(), open(), open()];
    clock.advance(LONG_MS - 1);
    expect(jobs.map(({ pauses }) => pauses)).toEqual([0, 0, 0, 0]);
    for (const { end, close } of jobs) {
      end();
      close();
    }
    expect([told, clock.pending()]).toEqual([[], 0]);
  });

  it('lets one of those that take longer work at a time, and lets others begin in their slots', () => {
    const { clock, open, turns, told } = stage();
    const [first, second] = [open(), open()];
    clock.advance(LONG_MS);
    expect([first.isOn, second.isOn]).toEqual([true, false]);
    expect(turns.long()).toMatchObject({ light: 2, heavy: 0 });
    clock.advance(10 * MINUTE);
    expect(first.pauses).toBeGreaterThan(10);
    const fresh = open();
    expect([first, second].filter(({ isOn }) => isOn)).toHaveLength(1);
    expect(fresh.isOn).toBe(true);
    first.end();
    expect(second.isOn).toBe(true);
    first.close();
    expect(told.at(-1)).toMatchObject({ light: 1, heavy: 0 });
  });

  it('gives a short encode its turn within seconds beside one that has worked for minutes', () => {
    const { clock, open } = stage();
    const long = open(true);
    clock.advance(3 * MINUTE);
    const short = open(true);
    expect([long.isOn, short.isOn]).toEqual([false, true]);
    clock.advance(2000);
    short.end();
    expect(long.isOn).toBe(true);
    const next = open(true);
    expect([long.isOn, next.isOn]).toEqual([false, true]);
  });

  it('gives an encode that has just begun its turn beside others that have worked for seconds', () => {
    const { clock, open } = stage();
    open(true);
    open(true);
    clock.advance(7000);
    const short = open(true);
    expect(short.isOn).toBe(true);
    clock.advance(1000);
    expect(short.pauses).toBe(0);
  });

  it('lets an encode begin in the slot of another one after two seconds', () => {
    const { clock, open, turns } = stage();
    open(true);
    clock.advance(HEAVY_SLOT_MS - 1);
    expect(turns.long()).toMatchObject({ light: 0, heavy: 0 });
    clock.advance(1000);
    expect(turns.long()).toMatchObject({ light: 0, heavy: 1 });
  });

  it('lets as many encodes work at once as there are processors for', () => {
    const { open } = stage({ maxLong: 2 });
    const jobs = [open(true), open(true), open(true)];
    expect(jobs.map(({ isOn }) => isOn)).toEqual([true, true, false]);
    jobs[0]?.end();
    expect(jobs.map(({ isOn }) => isOn)).toEqual([true, true, true]);
  });

  it('does not count a job that is paused, or between two steps, and ends it once when its time is spent', () => {
    const { clock, open } = stage({ maxWorkMs: 10 * MINUTE });
    const [one, two] = [open(true), open(true)];
    clock.advance(12 * MINUTE);
    expect([one.ended, two.ended]).toEqual([[], []]);
    one.end();
    clock.advance(3 * MINUTE);
    expect([one.ended, two.ended]).toEqual([[], []]);
    clock.advance(2 * MINUTE);
    expect([one.ended, two.ended]).toEqual([[], ['spent']]);
  });

  it('pauses a step that a job begins when it is not its turn', () => {
    const { clock, open } = stage();
    const [long, other] = [open(true), open(true)];
    clock.advance(5000);
    expect([long.isOn, other.isOn]).toEqual([false, true]);
    const pausesBefore = long.pauses;
    long.begin();
    expect(long.pauses).toBe(pausesBefore + 1);
  });

  it('lets no more jobs of each kind run beside the slots than there may be', () => {
    const { clock, open, turns } = stage({ maxLightBeside: 2, maxHeavyBeside: 1 });
    for (const isHeavy of [true, false, false, false, true]) open(isHeavy);
    clock.advance(LONG_MS);
    expect(turns.long()).toEqual({ light: 2, heavy: 1, putBack: 0, free: 0 });
  });

  it('lets no more encodes run beside the slots than their memory allows', () => {
    const { clock, open, turns } = stage({ maxHeavyBeside: 1 });
    for (const isHeavy of [true, true, false]) open(isHeavy);
    clock.advance(2 * MINUTE);
    expect(turns.long()).toMatchObject({ light: 1, heavy: 1 });
  });

  it('ends a light job that is long and would keep its slot, once', () => {
    const { clock, open } = stage({ maxLightBeside: 2 });
    const jobs = [false, false, false].map((isHeavy) => open(isHeavy));
    clock.advance(5 * MINUTE);
    expect(jobs.map(({ ended }) => ended)).toEqual([[], [], ['slot']]);
  });

  it('lets no encode keep a slot for long while others wait, however many there are', () => {
    let isWaiting = false;
    const { clock, open } = stage({ maxHeavyBeside: 1, isSlotWanted: () => isWaiting });
    const jobs = [open(true), open(true)];
    clock.advance(5 * MINUTE);
    expect(jobs.map(({ ended }) => ended)).toEqual([[], []]);
    isWaiting = true;
    clock.advance(1000);
    expect(jobs.map(({ ended }) => ended)).toEqual([[], ['slot']]);
    jobs[1]?.end();
    jobs[1]?.close();
    const next = open(true);
    clock.advance(HEAVY_KEEP_MS - 1000);
    expect([next.ended, jobs[0]?.ended]).toEqual([[], []]);
  });

  it('says how many more encodes have a place beside the slots', () => {
    const { clock, open, turns } = stage({ maxHeavyBeside: 2 });
    const jobs = [open(true), open(false), open(false)];
    jobs[1]?.beginSlow();
    expect(turns.long().free).toBe(2);
    clock.advance(2 * MINUTE);
    expect(turns.long()).toEqual({ light: 2, heavy: 1, putBack: 0, free: 1 });
    // Its place is its own while it does something slow.
    const endSlow = jobs[0]?.beginSlow();
    expect(turns.long()).toMatchObject({ heavy: 1, free: 1 });
    endSlow?.();
    jobs[0]?.end();
    jobs[0]?.close();
    expect(turns.long().free).toBe(2);
  });

  it('keeps a place that becomes free for an encode that was put back, while one waits', () => {
    let isWanted = true;
    const { clock, open, turns } = stage({ maxHeavyBeside: 1, isPlaceWanted: () => isWanted });
    const placed = open(true, true);
    expect(turns.long()).toEqual({ light: 0, heavy: 1, putBack: 1, free: 0 });
    const next = open(true);
    clock.advance(HEAVY_SLOT_MS * 4);
    placed.end();
    placed.close();
    expect(turns.long()).toEqual({ light: 0, heavy: 0, putBack: 0, free: 1 });
    clock.advance(HEAVY_KEEP_MS * 2);
    expect([next.ended, turns.long().free]).toEqual([['slot'], 1]);
    const others = open(true);
    isWanted = false;
    clock.advance(HEAVY_SLOT_MS);
    expect([others.ended, turns.long()]).toEqual([[], { light: 0, heavy: 1, putBack: 0, free: 0 }]);
  });

  it('lets a job that says it will be slow wait like an encode, its slot free at once', () => {
    const { clock, open, turns } = stage();
    const slow = [open(), open()];
    for (const { beginSlow } of slow) beginSlow();
    expect(slow.map(({ isOn }) => isOn)).toEqual([true, false]);
    expect(turns.long()).toMatchObject({ light: 2, heavy: 0 });
    clock.advance(4000);
    const encode = open(true);
    expect([encode, ...slow].map(({ isOn }) => isOn)).toEqual([true, false, false]);
  });

  it('never ends a job that says it will be slow for want of a place, and lets no more of them give a slot back', () => {
    const { clock, open, turns } = stage({ maxLightBeside: 1, maxSlow: 1 });
    const jobs = [open(), open(), open()];
    for (const { beginSlow } of jobs.slice(1)) beginSlow();
    clock.advance(2 * MINUTE);
    expect(jobs.map(({ ended }) => ended)).toEqual([[], [], []]);
    expect(turns.long()).toMatchObject({ light: 2, heavy: 0 });
  });

  it('takes a job for what it was when it has done something slow, an encode as well', () => {
    const { open, turns, clock } = stage();
    const jobs = [open(), open(true)];
    const ends = jobs.map(({ beginSlow }) => beginSlow());
    expect(turns.long()).toMatchObject({ light: 1, heavy: 1 });
    for (const end of ends) end();
    expect(turns.long()).toMatchObject({ light: 0, heavy: 0 });
    clock.advance(HEAVY_SLOT_MS);
    expect(turns.long()).toMatchObject({ light: 0, heavy: 1 });
  });
});
