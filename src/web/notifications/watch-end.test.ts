import { expect, it } from 'vitest';
import { type Ending, type Work, watchEnd } from './watch-end.ts';

const ENDING: Ending = { title: 'A video', text: 'Ready.', tag: 'download 1' };

function manualWork() {
  const listeners = new Set<() => void>();
  let now: ReturnType<Work['read']> = 'running';
  const work: Work = {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => now,
  };
  const change = (to: typeof now) => {
    now = to;
    for (const listener of [...listeners]) listener();
  };
  return { work, change, listeners };
}

it('hands on the end once, and stops listening', () => {
  const { work, change, listeners } = manualWork();
  const ends: (Ending | null)[] = [];
  watchEnd(work, (ending) => ends.push(ending));
  change('running');
  expect(ends).toEqual([]);
  change(ENDING);
  change('running');
  change(ENDING);
  expect(ends).toEqual([ENDING]);
  expect(listeners.size).toBe(0);
});

it('tells of work that ended before it was watched', () => {
  const { work, change } = manualWork();
  change(null);
  const ends: (Ending | null)[] = [];
  watchEnd(work, (ending) => ends.push(ending));
  expect(ends).toEqual([null]);
});

it('says nothing after it was stopped', () => {
  const { work, change, listeners } = manualWork();
  const ends: (Ending | null)[] = [];
  watchEnd(work, (ending) => ends.push(ending))();
  change(ENDING);
  expect(ends).toEqual([]);
  expect(listeners.size).toBe(0);
});
