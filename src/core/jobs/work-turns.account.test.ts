// What is counted as the work of a job: its processes alone, only while they run, and each end of the account once.
import { expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createWorkTurns, LONG_MS } from './work-turns.ts';

function stage(maxWorkMs = 900_000) {
  const clock = createManualClock(5);
  const turns = createWorkTurns({
    clock,
    maxLong: 1,
    maxLightBeside: 4,
    maxHeavyBeside: 4,
    maxSlow: 4,
    maxWorkMs,
    isSlotWanted: () => false,
    isPlaceWanted: () => false,
  });
  const told: object[] = [];
  turns.watch(() => told.push(turns.long()));
  const open = (isHeavy = false) => {
    const seen = { spent: 0 };
    const { begin, close } = turns.open({
      isHeavy,
      end: () => {
        seen.spent += 1;
      },
    });
    /** Begins a process; its state is read from the result. */
    const work = () => {
      const process = { isOn: true, calls: 0 };
      const switchTo = (isOn: boolean) => () => {
        Object.assign(process, { isOn, calls: process.calls + 1 });
      };
      const end = begin({ pause: switchTo(false), resume: switchTo(true) });
      return Object.assign(process, { end });
    };
    return Object.assign(seen, { work, close });
  };
  return { clock, turns, told, open };
}

it('the time between two processes of a job is not its work', () => {
  const { clock, turns, open } = stage();
  const job = open();
  clock.advance(LONG_MS);
  for (let part = 0; part < 3; part += 1) {
    const { end } = job.work();
    clock.advance(LONG_MS / 4 + 1);
    end();
    clock.advance(LONG_MS);
  }
  expect(turns.long()).toMatchObject({ light: 0, heavy: 0 });
  job.work();
  clock.advance(LONG_MS / 2);
  expect(turns.long()).toMatchObject({ light: 1, heavy: 0 });
});

it('the end of one process of a job is not that of another, and counts up to its moment', () => {
  const { clock, turns, open } = stage();
  const job = open();
  const [first] = [job.work(), job.work()];
  clock.advance(500);
  first.end();
  clock.advance(LONG_MS - 501);
  expect(turns.long().light).toBe(0);
  clock.advance(1000);
  expect(turns.long().light).toBe(1);
});

it('a process that a paused job begins waits too; one after all have ended does not', () => {
  const { clock, open } = stage();
  const [first, second] = [open(), open()];
  first.work();
  const paused = second.work();
  clock.advance(LONG_MS);
  expect(paused.isOn).toBe(false);
  const another = second.work();
  expect(another.isOn).toBe(false);
  paused.end();
  expect(another.isOn).toBe(false);
  another.end();
  const light = open().work();
  expect(light.isOn).toBe(true);
});

it('a job is said to have spent its time once, when it has', () => {
  const { clock, open } = stage(20_000);
  const job = open();
  job.work();
  clock.advance(19_999);
  expect(job.spent).toBe(0);
  clock.advance(10_001);
  expect(job.spent).toBe(1);
});

it('each change of the long jobs is told once', () => {
  const { clock, told, open } = stage();
  const [light, heavy] = [open(), open(true)];
  const ends = [light.work().end, heavy.work().end];
  clock.advance(60_000);
  for (const end of ends) end();
  heavy.close();
  light.close();
  expect(told).toEqual(
    [...new Set(told.map((one) => JSON.stringify(one)))].map((one) => JSON.parse(one)),
  );
  expect(told.at(-1)).toMatchObject({ light: 0, heavy: 0 });
  expect(clock.pending()).toBe(0);
});
