import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import type { StoredFile } from '../../core/files/stored-file.ts';
import type { Job, JobEnd, JobRequest } from '../../core/jobs/job-queue.ts';
import { createMemoryJobQueue } from './job-queue.ts';

const FILE = { id: 'f' } as StoredFile;

/** A job that ends when the test says so, and what became of it. */
function openJob(key: string) {
  const { promise, resolve, reject } = Promise.withResolvers<StoredFile>();
  let signal: AbortSignal | undefined;
  return {
    key,
    resolve,
    reject,
    started: () => signal !== undefined,
    aborted: () => signal?.aborted ?? false,
    run(given: AbortSignal) {
      signal = given;
      return promise;
    },
  };
}

function stage(maxRunning = 2) {
  const runs = new Map<JobRequest, (signal: AbortSignal) => Promise<StoredFile>>();
  const queue = createMemoryJobQueue({
    clock: createManualClock(),
    slots: () => ({ maxRunning, maxHeavy: 1 }),
    runJob: ({ request }, signal) => runs.get(request)?.(signal) ?? Promise.reject(new TypeError()),
  });
  const ends: Record<string, JobEnd> = {};
  /** All that each was told, in order. */
  const positions: Record<string, number[]> = {};
  const join = (
    download: string,
    open: ReturnType<typeof openJob>,
    visitor = download,
    network = visitor,
    isHeavy = false,
  ) => {
    const job: Job = { key: open.key, seconds: 10, isHeavy, request: {} as JobRequest };
    runs.set(job.request, open.run);
    queue.join(download, { visitor, network }, job, {
      onPosition: (position) => {
        positions[download] = [...(positions[download] ?? []), position];
      },
      onProgress: () => undefined,
      onEnd: (end) => {
        ends[download] = end;
      },
    });
  };
  return { queue, join, ends, positions };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

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
    expect(queue.count()).toEqual({ waiting: 0, running: 0, mostRunning: 2, oldestWaitMs: null });
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
    const job = openJob('k');
    join('a', job);
    const error = new Error('no');
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
      { waiting: 0, running: 0, mostRunning: 1, oldestWaitMs: null },
    ]);
  });
});
