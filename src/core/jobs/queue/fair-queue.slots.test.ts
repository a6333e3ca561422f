// The slots of the queue: more than before, beside those given back, and of jobs that proved to be heavy.
import { describe, expect, it } from 'vitest';
import { FILE, openJob, settled, stage } from '../../../../tests/support/run/job-queue-stage.ts';
import { ProvedHeavy } from './job-queue.ts';

it('runs jobs beside those that have given their slot back, and no more of one network for that', () => {
  const { join, queue, slots } = stage(4, 1);
  const jobs = [...'12345678'].map((key) => openJob(key));
  for (const job of jobs) {
    const network = job.key < '5' ? 'one' : job.key;
    join(job.key, job, job.key, network, { isHeavy: '18'.includes(job.key) });
  }
  const started = () => jobs.filter((job) => job.started()).map(({ key }) => key);
  expect(started()).toEqual([...'1235']);
  Object.assign(slots, { long: { light: 2, heavy: 1, putBack: 0, free: 0 } });
  queue.startWaiting();
  expect(started()).toEqual([...'1235678']);
});

it('runs a job that proved to be heavy again as one, for all that wait for it', async () => {
  const { join, positions, percents, ends, queue } = stage(2, 1);
  const [encode, light, next] = [openJob('encode'), openJob('light'), openJob('next')];
  join('a', encode, 'a', 'a', { isHeavy: true });
  join('b', light);
  join('c', light);
  join('d', next);
  light.report(40);
  light.reject(new ProvedHeavy());
  await settled();
  expect([next.started(), queue.count().running]).toEqual([true, 2]);
  expect(positions).toMatchObject({ b: [1], c: [1], d: [1] });
  light.again();
  encode.resolve(FILE);
  await settled();
  expect(light.started()).toBe(true);
  light.report(10);
  light.resolve(FILE);
  await settled();
  expect([percents.b, ends.b, ends.c]).toEqual([[40, 10], { file: FILE }, { file: FILE }]);
});

describe('an encode that would keep its slot', () => {
  const stageWith = () => {
    const staged = stage(3, 1);
    const long = (heavy: number, free: number, putBack = 0) => {
      Object.assign(staged.slots, { long: { light: 0, heavy, putBack, free } });
      staged.queue.startWaiting();
    };
    const encodes = [...'abcd'].map((key) => openJob(key));
    const started = () => encodes.filter((job) => job.started()).map(({ key }) => key);
    const join = (job: (typeof encodes)[number], visitor = job.key) =>
      staged.join(`${visitor} ${job.key}`, job, visitor, visitor, { isHeavy: true });
    const putBack = async (job: (typeof encodes)[number]) => {
      job.reject(new ProvedHeavy());
      await settled();
      job.again();
    };
    return { ...staged, long, encodes, started, join, putBack };
  };

  it('runs again once there is a place for it, however many slots are free', async () => {
    const { join, long, encodes, started, putBack, queue } = stageWith();
    const [first, next, later] = encodes as [
      (typeof encodes)[0],
      (typeof encodes)[0],
      (typeof encodes)[0],
    ];
    long(1, 0);
    for (const job of [first, next]) join(job);
    await putBack(first);
    expect([started(), queue.count()]).toMatchObject([['b'], { isPlaceWanted: true }]);
    next.resolve(FILE);
    await settled();
    // Who waits for a place begins no other encode, and takes no slot.
    join(later, 'a');
    expect([started(), queue.isSlotWanted()]).toEqual([['b'], false]);
    long(0, 1);
    expect([started(), queue.count().isPlaceWanted]).toEqual([['a', 'b'], false]);
    long(1, 0, 1);
    first.resolve(FILE);
    await settled();
    long(0, 1);
    expect(started()).toEqual(['a', 'b', 'c']);
  });

  it('runs for its place beside all slots; one place starts one', async () => {
    const { join, long, encodes, started, putBack } = stageWith();
    const [first, second, third] = encodes as [
      (typeof encodes)[0],
      (typeof encodes)[0],
      (typeof encodes)[0],
    ];
    long(0, 0);
    for (const job of [first, second]) {
      join(job);
      await putBack(job);
    }
    join(third);
    expect(started()).toEqual(['c']);
    long(0, 1);
    expect(started()).toEqual(['a', 'c']);
    long(1, 0, 1);
    long(1, 1, 1);
    expect(started()).toEqual(['a', 'b', 'c']);
  });
});

it('leaves a job that proved to be heavy alone once nobody wants it', async () => {
  const { join, queue } = stage();
  const light = openJob('light');
  join('a', light);
  queue.leave('a');
  light.reject(new ProvedHeavy());
  await settled();
  expect(queue.count()).toMatchObject({ waiting: 0, running: 0 });
});

it('starts what waits when there are more slots', () => {
  const { join, queue, slots } = stage(1);
  const [first, next] = [openJob('a'), openJob('b')];
  for (const job of [first, next]) join(job.key, job);
  slots.maxRunning = 2;
  queue.startWaiting();
  expect(next.started()).toBe(true);
});
