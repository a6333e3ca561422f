// The slots of the queue: more than before, beside those given back, and of jobs that proved to be heavy.
import { expect, it } from 'vitest';
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
  Object.assign(slots, { long: { light: 2, heavy: 1, free: 0 } });
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

it('runs an encode that would keep its slot again once there is a place for it beside the slots', async () => {
  const { join, queue, slots } = stage(2, 1);
  const long = (heavy: number, free: number) =>
    Object.assign(slots, { long: { light: 0, heavy, free } });
  long(1, 0);
  const [first, next, later] = [openJob('first'), openJob('next'), openJob('later')];
  join('a', first, 'a', 'a', { isHeavy: true });
  join('b', next, 'b', 'b', { isHeavy: true });
  const counts = () => [first, next, later].map((job) => job.started());
  first.reject(new ProvedHeavy());
  await settled();
  first.again();
  expect([counts(), queue.count()]).toMatchObject([
    [false, true, false],
    { waiting: 1, waitingLong: 1, running: 1 },
  ]);
  next.resolve(FILE);
  await settled();
  // A slot is free, but no place beside the slots; and who waits for one begins no other encode.
  join('a2', later, 'a', 'a', { isHeavy: true });
  expect(counts()).toEqual([false, true, false]);
  long(0, 1);
  queue.startWaiting();
  expect([counts(), queue.count().waitingLong]).toEqual([[true, true, false], 0]);
  first.resolve(FILE);
  await settled();
  expect(counts()).toEqual([true, true, true]);
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
