import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createTakingOver } from './orphaned-downloads.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = 1_760_000_000_000;

function makeTakingOver() {
  const state = { found: 0, isStopping: false, failsIn: '' };
  const done: string[] = [];
  const step = (name: string) => {
    done.push(name);
    if (state.failsIn === name) throw new Error(name);
  };
  const takeOver = createTakingOver({
    clock: createManualClock(NOW),
    downloading: { isStopping: () => state.isStopping, resume: async () => step('resume') },
    orphans: {
      async adopt() {
        step('adopt');
        return state.found;
      },
      countUnreadable: async () => 0,
      async forgetOpen(beforeMs) {
        step(`forget ${NOW - beforeMs}`);
        return 0;
      },
    },
  });
  return { takeOver, state, done };
}

const FORGET = `forget ${DAY_MS}`;

describe('taking over', () => {
  it('carries out what it found, and deletes what no server carries out for a day', async () => {
    const { takeOver, state, done } = makeTakingOver();
    await takeOver();
    expect(done.splice(0)).toEqual(['adopt', FORGET]);
    state.found = 2;
    await takeOver();
    expect(done).toEqual(['adopt', 'resume', FORGET]);
  });

  it('takes nothing once the server is about to end', async () => {
    const { takeOver, state, done } = makeTakingOver();
    state.isStopping = true;
    await takeOver();
    expect(done).toEqual([]);
  });

  it.each(['adopt', 'resume'])(
    'carries out next time what it found when %s failed',
    async (name) => {
      const { takeOver, state, done } = makeTakingOver();
      Object.assign(state, { failsIn: name, found: 1 });
      await expect(takeOver()).rejects.toThrow(name);
      done.splice(0);
      Object.assign(state, { failsIn: '', found: 0 });
      await takeOver();
      expect(done.splice(0)).toEqual(['adopt', 'resume', FORGET]);
      await takeOver();
      expect(done).toEqual(['adopt', FORGET]);
    },
  );
});
