// Work that waits, follows or is left out: for a database, for downloads, for a caller, for the leader.
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { AppError } from '../../shared/errors.ts';
import { drained } from './drain.ts';
import type { Duties } from './duties.ts';
import { leaderDuties } from './leader-duties.ts';
import { linkedController } from './linked-controller.ts';
import { whileBusy } from './while-busy.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('work that meets a busy database', () => {
  const stage = (fails: (tries: number) => Error | null) => {
    const clock = createManualClock();
    let tries = 0;
    const end = whileBusy(clock, async () => {
      tries += 1;
      const error = fails(tries);
      if (error) throw error;
      return tries;
    }).catch((error: Error) => error);
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await settled();
        clock.advance(1000);
      }
      await settled();
    };
    return { end, pass, tries: () => tries };
  };
  const busy = new AppError('server_busy');

  it('is tried again each second', async () => {
    const { end, pass, tries } = stage((n) => (n < 4 ? busy : null));
    await pass(2);
    expect(tries()).toBe(3);
    await pass(1);
    expect(await end).toBe(4);
  });

  it('fails after a minute', async () => {
    const { end, pass, tries } = stage(() => busy);
    await pass(59);
    expect(tries()).toBe(60);
    await pass(10);
    expect([await end, tries()]).toEqual([busy, 61]);
  });

  it('fails at once for any other reason', async () => {
    const error = new AppError('server_full');
    const { end, tries } = stage(() => error);
    expect([await end, tries()]).toEqual([error, 1]);
  });
});

describe('waiting until all downloads have ended', () => {
  it.each([
    ['takes no time when none is open', () => 0, 0],
    ['ends two seconds after the last one', (ms: number) => (ms < 1000 ? 1 : 0), 3000],
    ['ends at the latest when it must', () => 1, 10_000],
    [
      'ends when it must, though the last one ended a moment ago',
      (ms: number) => (ms < 9000 ? 1 : 0),
      10_000,
    ],
  ])('%s', async (_what, countOpen, expectedMs) => {
    const clock = createManualClock();
    let endedMs: number | null = null;
    void drained(() => countOpen(clock.monotonic()), clock, 10_000).then(() => {
      endedMs = clock.monotonic();
    });
    await settled();
    for (let ms = 0; ms < 12_000 && endedMs === null; ms += 50) {
      clock.advance(50);
      await settled();
    }
    expect(endedMs).toBe(expectedMs);
  });
});

describe('a controller that follows a signal', () => {
  it('aborts with it, for its reason, also when that has been before', () => {
    const outer = new AbortController();
    const { signal } = linkedController(outer.signal);
    expect(signal.aborted).toBe(false);
    outer.abort('stopped');
    expect([signal.reason, linkedController(outer.signal).signal.reason]).toEqual([
      'stopped',
      'stopped',
    ]);
  });

  it('aborts on its own, and not with the outer signal after that', () => {
    const outer = new AbortController();
    const [plain, named] = [linkedController(outer.signal), linkedController(outer.signal)];
    plain.end();
    named.end(new AppError('too_long'));
    expect([plain, named].map(({ signal }) => signal.reason.code)).toEqual([
      'cancelled',
      'too_long',
    ]);
    expect(outer.signal.aborted).toBe(false);
  });
});

it('the duties of a leader are skipped by the others, who keep their timers', async () => {
  const runs: (() => unknown)[] = [];
  const registered: unknown[] = [];
  const keep = (name: string, ms: number, run: () => unknown, options?: object) => {
    registered.push([name, ms, options]);
    runs.push(run);
    return async () => undefined;
  };
  const duties: Duties = { every: keep, paced: keep };
  let isLeading = false;
  const done: string[] = [];
  const led = leaderDuties(duties, () => isLeading);
  led.every('sweep', 10, () => void done.push('sweep'), { runsAtOnce: true });
  led.paced('count', 20, async () => {
    done.push('count');
    return 70;
  });
  const all = () => Promise.all(runs.map((run) => run()));
  expect([await all(), done]).toEqual([[undefined, 20], []]);
  isLeading = true;
  expect([await all(), done]).toEqual([
    [undefined, 70],
    ['sweep', 'count'],
  ]);
  expect(registered).toEqual([
    ['sweep', 10, { runsAtOnce: true }],
    ['count', 20, undefined],
  ]);
});
