import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { createWorks, type WorkEnd, type Works } from './works.ts';

const FILE = { id: 'f' } as StoredFile;

/** A work that ends when it is told to, and a record of what became of it. */
function openWork(key: string) {
  const { promise, resolve, reject } = Promise.withResolvers<StoredFile>();
  let signal: AbortSignal | undefined;
  return {
    key,
    seconds: 10,
    resolve,
    reject,
    started: () => signal !== undefined,
    aborted: () => signal?.aborted ?? false,
    run: (given: AbortSignal) => {
      signal = given;
      return promise;
    },
  };
}

function stage(maxRunning = 2) {
  const works = createWorks({ clock: createManualClock(), maxRunning });
  const ends: Record<string, WorkEnd> = {};
  const positions: Record<string, number> = {};
  const join = (
    ticket: string,
    work: Parameters<Works['join']>[2],
    visitor = ticket,
    address = visitor,
  ) =>
    works.join(ticket, { visitor, address }, work, {
      onPosition: (position) => {
        positions[ticket] = position;
      },
      onProgress: () => undefined,
      onEnd: (end) => {
        ends[ticket] = end;
      },
    });
  return { works, join, ends, positions };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('works', () => {
  it('carry out once what two tickets want, and tell both', async () => {
    const { join, ends, works } = stage();
    const first = openWork('k');
    const second = openWork('k');
    join('a', first);
    join('b', second);
    expect([first.started(), second.started(), works.count().running]).toEqual([true, false, 1]);
    first.resolve(FILE);
    await settled();
    expect(ends).toEqual({ a: { file: FILE }, b: { file: FILE } });
    expect(works.count()).toEqual({ waiting: 0, running: 0, oldestWaitMs: null });
  });

  it('go on when one of two leaves, and end when the last one does', () => {
    const { join, works } = stage();
    const work = openWork('k');
    join('a', work);
    join('b', work);
    works.leave('a');
    expect(work.aborted()).toBe(false);
    works.leave('b');
    expect(work.aborted()).toBe(true);
  });

  it('keep the slot until what was aborted is really over, and start afresh for who comes meanwhile', async () => {
    const { join, works, ends } = stage(1);
    const old = openWork('k');
    join('a', old);
    works.leave('a');
    const fresh = openWork('k');
    join('b', fresh);
    expect([works.count().running, fresh.started()]).toEqual([1, false]);
    old.reject(old.aborted());
    await settled();
    expect(fresh.started()).toBe(true);
    fresh.resolve(FILE);
    await settled();
    expect(ends).toEqual({ b: { file: FILE } });
  });

  it('wait for a slot and say how many come before', async () => {
    const { join, positions } = stage(1);
    const running = openWork('k');
    join('a', running);
    const next = openWork('b');
    join('b', next);
    join('c', openWork('c'));
    expect(positions).toEqual({ b: 1, c: 2 });
    running.resolve(FILE);
    await settled();
    expect([next.started(), positions['c']]).toEqual([true, 1]);
  });

  it('run two of a visitor at once, whatever room there is', async () => {
    const { join } = stage(8);
    const works = ['1', '2', '3'].map(openWork);
    for (const work of works) join(work.key, work, 'same');
    expect(works.map((work) => work.started())).toEqual([true, true, false]);
    works[0]?.reject(new Error('no'));
    await settled();
    expect(works[2]?.started()).toBe(true);
  });

  it('tell why they failed', async () => {
    const { join, ends } = stage();
    const work = openWork('k');
    join('a', work);
    const error = new Error('no');
    work.reject(error);
    await settled();
    expect(ends).toEqual({ a: { error } });
  });

  it('end in silence when the server stops', async () => {
    const { join, works, ends } = stage(1);
    const work = openWork('k');
    join('a', work);
    join('b', openWork('b'));
    const stopped = works.stop();
    expect(work.aborted()).toBe(true);
    work.reject(new Error('interrupted'));
    await stopped;
    expect([ends, works.count()]).toEqual([{}, { waiting: 0, running: 0, oldestWaitMs: null }]);
  });
});
