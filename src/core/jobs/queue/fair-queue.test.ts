import { describe, expect, it } from 'vitest';
import { FILE, openJob, settled, stage } from '../../../../tests/support/run/job-queue-stage.ts';

describe('the queue of jobs', () => {
  it('runs one job for two downloads of the same file, and ends both', async () => {
    const { join, ends, queue } = stage();
    const first = openJob('k');
    const second = openJob('k');
    join('a', first);
    join('b', second);
    expect([first.started(), second.started(), queue.count().running]).toEqual([true, false, 1]);
    first.resolve(FILE);
    await settled();
    expect(ends).toEqual({ a: { file: FILE }, b: { file: FILE } });
    expect(queue.count()).toEqual({
      waiting: 0,
      isPlaceWanted: false,
      running: 0,
      mostRunning: 2,
      oldestWaitMs: null,
    });
  });

  it('goes on when one of two downloads leaves, and aborts when the last one does', () => {
    const { join, queue } = stage();
    const job = openJob('k');
    join('a', job);
    join('b', job);
    queue.leave('a');
    expect(job.aborted()).toBe(false);
    queue.leave('b');
    expect(job.aborted()).toBe(true);
  });

  it('keeps the slot until an aborted job has settled, and starts a new job for a download that joins meanwhile', async () => {
    const { join, queue, ends } = stage(1);
    const old = openJob('k');
    join('a', old);
    queue.leave('a');
    const fresh = openJob('k');
    join('b', fresh);
    expect([queue.count().running, fresh.started()]).toEqual([1, false]);
    old.reject(old.aborted());
    await settled();
    expect(fresh.started()).toBe(true);
    fresh.resolve(FILE);
    await settled();
    expect(ends).toEqual({ b: { file: FILE } });
  });

  it('makes jobs wait for a slot and reports their places, each time they change', async () => {
    const { join, positions } = stage(1);
    const running = openJob('k');
    join('a', running);
    const next = openJob('b');
    join('b', next);
    join('c', openJob('c'));
    join('d', openJob('c'));
    expect(positions).toEqual({ b: [1], c: [2], d: [2] });
    running.resolve(FILE);
    await settled();
    expect([next.started(), positions]).toEqual([true, { b: [1], c: [2, 1], d: [2, 1] }]);
  });

  it('runs two jobs of a visitor at once, however many slots are free', async () => {
    const { join } = stage(8);
    const jobs = ['1', '2', '3'].map(openJob);
    for (const job of jobs) join(job.key, job, 'same');
    expect(jobs.map((job) => job.started())).toEqual([true, true, false]);
    jobs[0]?.reject(new Error('no'));
    await settled();
    expect(jobs[2]?.started()).toBe(true);
  });

  it('reports why a job failed', async () => {
    const { join, ends } = stage();
    const [job, error] = [openJob('k'), new Error('no')];
    join('a', job);
    job.reject(error);
    await settled();
    expect(ends).toEqual({ a: { error } });
  });

  it('aborts all jobs without a report when the server stops', async () => {
    const { join, queue, ends } = stage(1);
    const job = openJob('k');
    join('a', job);
    join('b', openJob('b'));
    const stopped = queue.stop();
    expect(job.aborted()).toBe(true);
    job.reject(new Error('interrupted'));
    await stopped;
    expect([ends, queue.count()]).toEqual([
      {},
      {
        waiting: 0,
        isPlaceWanted: false,
        running: 0,
        mostRunning: 1,
        oldestWaitMs: null,
      },
    ]);
  });

  it('tells all who wait for a job how far it is, and at once those who come later', () => {
    const { join, percents } = stage();
    const job = openJob('k');
    join('a', job);
    join('b', job);
    job.report(10);
    join('c', job);
    job.report(20);
    expect(percents).toEqual({ a: [10, 20], b: [10, 20], c: [10, 20] });
  });

  it('forgets a waiting job that nobody wants any more, and the others move up', async () => {
    const { join, queue, positions } = stage(1);
    const [running, left, last] = [openJob('k'), openJob('left'), openJob('last')];
    join('a', running);
    join('b', left);
    join('c', last);
    queue.leave('b');
    queue.leave('b');
    expect([queue.count().waiting, positions['c']]).toEqual([1, [2, 1]]);
    running.resolve(FILE);
    await settled();
    expect([left.started(), last.started()]).toEqual([false, true]);
  });

  it('keeps a new job although the one with the same key, which was cancelled, ends later', async () => {
    const { join, queue } = stage(4);
    const [old, fresh, third] = [openJob('k'), openJob('k'), openJob('k')];
    join('a', old);
    queue.leave('a');
    join('b', fresh);
    expect(fresh.started()).toBe(true);
    old.reject(new Error('cancelled'));
    await settled();
    join('c', third, 'b');
    expect([third.started(), queue.count()]).toMatchObject([false, { running: 1, waiting: 0 }]);
  });

  it('makes the file again for who comes after it is made', async () => {
    const { join } = stage();
    const [first, second] = [openJob('k'), openJob('k')];
    join('a', first);
    first.resolve(FILE);
    await settled();
    join('b', second);
    expect(second.started()).toBe(true);
  });

  it('tells a job why it ends: nobody wants it, or the server stops', async () => {
    const { join, queue } = stage();
    const [left, stopped] = [openJob('left'), openJob('stopped')];
    join('a', left);
    join('b', stopped);
    queue.leave('a');
    for (const job of [left, stopped]) job.reject(new Error('interrupted'));
    await Promise.all([queue.stop(), settled()]);
    expect([left.reason(), stopped.reason()]).toEqual(['cancelled', 'interrupted']);
  });

  it.each([
    ['jobs', false, 8, 8, 6],
    ['encodes', true, 8, 4, 3],
  ])(
    'leaves a quarter of the slots for %s to other networks',
    (_name, isHeavy, maxRunning, maxHeavy, most) => {
      const { join } = stage(maxRunning, maxHeavy);
      const jobs = Array.from({ length: 8 }, (_, n) => openJob(`${n}`));
      for (const [n, job] of jobs.entries()) join(`${n}`, job, `v${n}`, 'one', { isHeavy });
      expect(jobs.filter((job) => job.started())).toHaveLength(most);
      const other = openJob('other');
      join('other', other, 'o', 'another', { isHeavy });
      expect(other.started()).toBe(true);
    },
  );

  it('runs no more encodes than it may, and ordinary jobs beside them', () => {
    const { join } = stage(8, 2);
    const jobs = ['1', '2', '3'].map(openJob);
    for (const job of jobs) join(job.key, job, job.key, job.key, { isHeavy: true });
    expect(jobs.map((job) => job.started())).toEqual([true, true, false]);
    const ordinary = openJob('ordinary');
    join('ordinary', ordinary, '3', '3');
    expect(ordinary.started()).toBe(true);
  });

  it('lets short media pass long ones, unless these have waited for two minutes', async () => {
    const { clock, join, positions } = stage(1);
    join('a', openJob('a'));
    join('long', openJob('long'), 'l', 'l', { seconds: 7200 });
    join('short', openJob('short'));
    expect(positions).toEqual({ long: [1, 2], short: [1] });
    clock.advance(120_000);
    join('last', openJob('last'));
    expect(positions).toEqual({ long: [1, 2, 1], short: [1, 2], last: [3] });
  });

  it('counts what runs, and all who share a job, where it tells places', () => {
    const { join, positions } = stage(2);
    const both = openJob('both');
    join('a1', both, 'a');
    join('b1', both, 'b');
    join('x1', openJob('x1'), 'x');
    join('b2', openJob('b2'), 'b');
    join('c1', openJob('c1'), 'c');
    expect(positions).toEqual({ b2: [1, 2], c1: [1] });
  });

  it('says how long the first has waited', () => {
    const { clock, join, queue } = stage(1);
    join('a', openJob('a'));
    clock.advance(1000);
    join('b', openJob('b'));
    clock.advance(500);
    expect([queue.count().oldestWaitMs, queue.isSlotWanted()]).toEqual([500, true]);
    join('c', openJob('c'));
    clock.advance(500);
    expect(queue.count()).toEqual({
      waiting: 2,
      isPlaceWanted: false,
      running: 1,
      mostRunning: 1,
      oldestWaitMs: 1000,
    });
  });
});
