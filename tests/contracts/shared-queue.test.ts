// The queue of jobs between processes: two that wait for jobs and two workers, with a real Redis.
import { Queue } from 'bullmq';
import { describe, expect, it } from 'vitest';
import { type JobQueue, ProvedHeavy } from '../../src/core/jobs/queue/job-queue.ts';
import { AppError } from '../../src/shared/errors.ts';
import {
  fileOf,
  join,
  openSilentWorker,
  openWaiting,
  openWorker,
  redis,
  warnings,
} from '../support/fleet/shared-queue-fixture.ts';

const soon = (read: () => unknown) => expect.poll(read, { timeout: 30_000, interval: 10 });
const nothingLeft = () =>
  soon(async () => {
    const keys = await redis.client.keys('*');
    return keys.filter((key) => /members|:(r-|active|wait|failed|stalled$)/.test(key));
  }).toEqual([]);

describe('the queue between processes', () => {
  it('runs a job on a worker, and reports its progress and its end', async () => {
    const [worker, queue] = [openWorker(), openWaiting()];
    const received = join(queue, 'a');
    await soon(() => worker.runs.length).toBe(1);
    worker.runs[0]?.report(40);
    await soon(() => received.percents).toEqual([40]);
    worker.runs[0]?.resolve(fileOf('f1'));
    await soon(() => received.end).toEqual({ file: fileOf('f1') });
    await nothingLeft();
  });

  it('reports the reason of a failure', async () => {
    const [worker, queue] = [openWorker(), openWaiting()];
    const received = join(queue, 'a');
    await soon(() => worker.runs.length).toBe(1);
    worker.runs[0]?.reject(
      new AppError('too_large', { params: { maxGigabytes: 4 }, detail: 'of 5 GB' }),
    );
    await soon(() => received.end).not.toBeNull();
    const { error } = received.end as { error: AppError };
    expect([error.code, error.params, error.message]).toEqual([
      'too_large',
      { maxGigabytes: 4 },
      'too_large: of 5 GB',
    ]);
  });

  it('runs a job that proved to be heavy again as one, and reports the place it has meanwhile', async () => {
    const [worker, queue] = [openWorker(1), openWaiting()];
    const received = join(queue, 'a');
    await soon(() => worker.runs.length).toBe(1);
    const next = join(queue, 'b');
    await soon(() => next.places).toEqual([1]);
    worker.runs[0]?.report(40);
    await soon(() => received.percents).toEqual([40]);
    worker.runs[0]?.reject(new ProvedHeavy());
    await soon(() => worker.runs.length).toBe(2);
    worker.runs[1]?.resolve(fileOf('f1'));
    await soon(() => worker.runs.length).toBe(3);
    worker.runs[2]?.resolve(fileOf('f2'));
    await soon(() => [received.end, next.end].every((end) => end !== null)).toBe(true);
    const kinds = worker.runs.map(({ key, isHeavy }) => [key, isHeavy]);
    expect(kinds.filter(([key]) => key === 'key of a')).toEqual([
      ['key of a', false],
      ['key of a', true],
    ]);
    await nothingLeft();
  });

  it('starts an encode that was put back once there is a place for it, whoever dispatches', async () => {
    let free = 0;
    const worker = openWorker(2, () => ({ light: 0, heavy: 0, putBack: 0, free }));
    const queue = openWaiting();
    const received = join(queue, 'a');
    for (const turn of [0, 1]) {
      await soon(() => worker.runs.length).toBe(turn + 1);
      worker.runs[turn]?.reject(new ProvedHeavy());
    }
    await soon(() => queue.count().isPlaceWanted).toBe(true);
    openWorker();
    join(openWaiting(), 'b');
    await soon(() => worker.runs.length).toBeGreaterThanOrEqual(2);
    expect(worker.runs.filter(({ key }) => key === 'key of a')).toHaveLength(2);
    free = 1;
    worker.update();
    await soon(() => worker.runs.some(({ isLong }) => isLong)).toBe(true);
    worker.runs.find(({ isLong }) => isLong)?.resolve(fileOf('f1'));
    await soon(() => received.end).toEqual({ file: fileOf('f1') });
    expect(worker.runs.map(({ key, isHeavy }) => [key, isHeavy]).slice(0, 2)).toEqual([
      ['key of a', false],
      ['key of a', true],
    ]);
  });

  it('leaves, joins and changes again what Redis refused to write', async () => {
    let isAway = false;
    const [worker, queue] = [openWorker(), openWaiting(() => isAway)];
    join(queue, 'a');
    await soon(() => worker.runs.length).toBe(1);
    isAway = true;
    queue.leave('a');
    const late = join(queue, 'b');
    await redis.client.ping();
    expect(worker.runs[0]?.signal.aborted).toBe(false);
    isAway = false;
    await soon(() => worker.runs[0]?.signal.aborted).toBe(true);
    await soon(() => worker.runs.length).toBe(2);
    worker.runs[1]?.resolve(fileOf('f1'));
    await soon(() => late.end).toEqual({ file: fileOf('f1') });
    await nothingLeft();
  });

  it('makes one job of the same key in two processes, and cancels it when the last has left', async () => {
    const [worker, one, other] = [openWorker(), openWaiting(), openWaiting()];
    const [first, second] = [join(one, 'a', 'same'), join(other, 'b', 'same')];
    await soon(() => worker.runs.length).toBe(1);
    worker.runs[0]?.report(10);
    await soon(() => [first.percents, second.percents]).toEqual([[10], [10]]);
    const late = join(other, 'c', 'same');
    await soon(() => late.percents).toEqual([10]);
    one.leave('a');
    other.leave('c');
    await redis.client.ping();
    expect(worker.runs[0]?.signal.aborted).toBe(false);
    other.leave('b');
    await soon(() => worker.runs[0]?.signal.aborted).toBe(true);
    // A new one begins anew.
    const again = join(one, 'd', 'same');
    await soon(() => worker.runs.length).toBe(2);
    worker.runs[1]?.resolve(fileOf('f2'));
    await soon(() => again.end).toEqual({ file: fileOf('f2') });
    expect([first.end, second.end, late.end]).toEqual([null, null, null]);
    await nothingLeft();
  });

  it('is fair between visitors of both processes, and reports places', async () => {
    const [worker, one, other] = [openWorker(4), openWaiting(), openWaiting()];
    const joinAs = (queue: JobQueue, visitor: string, ids: readonly string[]) =>
      ids.map((id) => join(queue, id, id, visitor));
    const [, , third] = joinAs(one, 'ann', ['a1', 'a2', 'a3']);
    joinAs(other, 'bob', ['b1', 'b2']);
    // What two processes request at the same moment has no order.
    await soon(() => worker.runs.map(({ key }) => key).toSorted()).toEqual([
      ...['a1', 'a2', 'b1', 'b2'],
    ]);
    const [late] = joinAs(other, 'cid', ['c1']);
    await soon(() => [late?.places.at(-1), third?.places.at(-1)]).toEqual([1, 2]);
    await soon(() => one.count()).toMatchObject({ waiting: 2, running: 4 });
    for (const n of [0, 1]) {
      worker.runs[n]?.resolve(fileOf(`f${n}`));
      await soon(() => worker.runs.length).toBe(5 + n);
    }
    expect(worker.runs.slice(4).map(({ key }) => key)).toEqual(['c1', 'a3']);
  });

  it('gives the jobs of a worker that drains to another one', async () => {
    const [first, queue] = [openWorker(), openWaiting()];
    const received = join(queue, 'a');
    await soon(() => first.runs.length).toBe(1);
    const second = openWorker();
    await first.stop();
    await soon(() => second.runs.length).toBe(1);
    second.runs[0]?.resolve(fileOf('f1'));
    await soon(() => received.end).toEqual({ file: fileOf('f1') });
  });

  it('keeps the bound of a visitor who comes to three servers at once', async () => {
    const workers = [openWorker(4), openWorker(4)];
    const queues = [openWaiting(), openWaiting(), openWaiting()];
    const runs = () => workers.flatMap((worker) => worker.runs);
    const received = queues.map((queue, n) => join(queue, `${n}`, `${n}`, 'ann'));
    await soon(() => runs().length).toBe(2);
    for (const queue of queues)
      await soon(() => queue.count()).toMatchObject({ waiting: 1, running: 2 });
    expect(runs()).toHaveLength(2);
    runs()[0]?.resolve(fileOf('f0'));
    await soon(() => runs().length).toBe(3);
    for (const run of runs().slice(1)) run.resolve(fileOf('f'));
    await soon(() => received.every(({ end }) => end !== null)).toBe(true);
    await nothingLeft();
  });

  it('goes on when a server was lost while it dispatched', async () => {
    const [worker, queue] = [openWorker(1), openWaiting()];
    await redis.client.set('keepreel:dispatching', 'lost', 'PX', 1500);
    const received = join(queue, 'a');
    await soon(() => worker.runs.length).toBe(1);
    worker.runs[0]?.resolve(fileOf('f1'));
    await soon(() => received.end).toEqual({ file: fileOf('f1') });
    await nothingLeft();
  });

  it('begins anew when Redis has lost everything, and makes no file twice', async () => {
    const [worker, queue] = [openWorker(), openWaiting()];
    const received = [join(queue, 'a'), join(queue, 'b')];
    await soon(() => worker.runs.length).toBe(2);
    await redis.client.flushall();
    const [one, other] = worker.runs;
    worker.kept.set(one?.key ?? '', fileOf('made'));
    one?.resolve(fileOf('made'));
    await soon(() => other?.signal.aborted).toBe(true);
    await soon(() => worker.runs.length).toBe(3);
    worker.runs[2]?.resolve(fileOf('again'));
    await soon(() => received.map(({ end }) => end)).toEqual([
      { file: fileOf('made') },
      { file: fileOf('again') },
    ]);
    await nothingLeft();
    // BullMQ misses what was flushed, if it was about to read it.
    expect(warnings.splice(0).filter((each) => each !== 'the queue of jobs failed')).toEqual([]);
  });

  it('fails a download whose job is dead, also when no worker reports it, and never runs it again', async () => {
    const runs = openSilentWorker();
    const received = join(openWaiting(), 'a');
    await soon(() => received.end).not.toBeNull();
    expect((received.end as { error: AppError }).error.code).toBe('interrupted');
    await nothingLeft();
    expect(runs()).toBe(1);
  });

  it('holds no title in clear', async () => {
    const [worker, queue] = [openWorker(), openWaiting()];
    join(queue, 'a');
    await soon(() => worker.runs.length).toBe(1);
    for (const key of await redis.client.keys('*')) {
      const dump = (await redis.client.dumpBuffer(key))?.toString('latin1');
      expect(`${key} ${dump}`).not.toContain('canary');
    }
    queue.leave('a');
  });

  it('fails what it cannot read, and the worker lives', async () => {
    const [worker, queue] = [openWorker(), openWaiting()];
    await soon(async () => (await redis.client.zcard('keepreel:workers')) > 0).toBe(true);
    const stranger = new Queue('jobs', { connection: redis.client, prefix: 'keepreel:bull' });
    for (const data of ['x', { a: 1 }, 'y'.repeat(1_000_000), null])
      await stranger.add('job', data, { removeOnComplete: true, removeOnFail: true });
    await soon(() => warnings.length).toBe(4);
    expect(new Set(warnings.splice(0))).toEqual(new Set(['a job in the queue could not be read']));
    const received = join(queue, 'a');
    await soon(() => worker.runs.length).toBe(1);
    worker.runs[0]?.resolve(fileOf('f1'));
    await soon(() => received.end).toEqual({ file: fileOf('f1') });
    await stranger.close();
  });
});
