// A Redis that begins to forget keys while servers work: operators learn of it, and no job is lost.
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { film, filmLink } from '../fixtures/download/films.ts';
import { type Fleet, openFleet, QUICK, sharedStore } from '../support/fleet/fleet.ts';
import { clientAt } from '../support/product/job-client.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const SHORT = film('Short', 4);
const IDS = ['711', '712', '713'] as const;
/** More than fits. */
const FOREIGN_KEYS = 9000;
const FOREIGN_VALUE = 'x'.repeat(4096);

let fleet: Fleet;
let client: Redis;
beforeAll(async () => {
  fleet = await openFleet(Object.fromEntries(IDS.map((id) => [id, SHORT])), await sharedStore());
  client = new Redis(fleet.redis().url);
}, 240_000);
afterAll(async () => {
  client?.disconnect();
  await fleet?.close();
});

/** The messages of a log, of which each line is JSON. */
const messagesOf = (output: string) =>
  output
    .trim()
    .split('\n')
    .map((line) => String(JSON.parse(line).msg));
const forgetting = (output: string) =>
  messagesOf(output).filter((message) => message.startsWith('Redis forgets keys'));

it('an alarm and a warning at the next start say so, and what runs is finished', {
  timeout: 400_000,
}, async () => {
  await client.config('SET', 'maxmemory', '20mb');
  await client.config('SET', 'maxmemory-policy', 'noeviction');
  const one = await fleet.start('one', {}, QUICK);
  await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
  const visitor = clientAt(one.url);
  const letGo = IDS.map((id) => fleet.hold(id));
  const jobs: string[] = [];
  for (const id of IDS) {
    const { job } = await visitor.start({ url: filmLink(id) });
    jobs.push(job);
    await visitor.until(job, 'fetching');
  }
  const writing = client.pipeline();
  for (let at = 0; at < FOREIGN_KEYS; at += 1) writing.set(`foreign ${at}`, FOREIGN_VALUE);
  await writing.exec();
  for (const go of letGo) go();
  for (const job of jobs) expect(await visitor.ended(job)).toMatchObject({ state: 'ready' });
  expect(await client.info('stats')).not.toMatch(/^evicted_keys:0\s/m);

  expect(forgetting(one.output())).toEqual([]);
  await vi.waitUntil(() => messagesOf(one.output()).includes('alarm: redis_evicts'), {
    ...SLOW_MACHINE_TIMEOUT,
    timeout: 240_000,
  });
  const alarm = one
    .output()
    .split('\n')
    .find((line) => line.includes('alarm: redis_evicts'));
  expect(JSON.parse(alarm ?? '')).toMatchObject({ details: { policy: 'allkeys-lru' } });
  const other = await fleet.start('other', {}, QUICK);
  expect(forgetting(other.output())).toHaveLength(1);
});
