// Redis has no room, stands still, or is lost and replaced by its replica, while servers work: what runs is finished, and then all goes on.
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { film, filmLink } from '../fixtures/download/films.ts';
import { type Fleet, openFleet, PATIENT, QUICK, sharedStore } from '../support/fleet/fleet.ts';
import { clientAt } from '../support/product/job-client.ts';
import type { Server } from '../support/product/server.ts';
import { type RedisServer, startRedis } from '../support/run/redis.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';
import { type SwitchingProxy, startSwitchingProxy } from '../support/run/switching-proxy.ts';

const SHORT = film('Short', 4);
/** Longer than a job is lent to a worker that says nothing. */
const FULL_MS = 9000;
/** The promise is ten seconds, and then the time of the job itself. */
const GOES_ON_MS = 30_000;

let primary: RedisServer;
let replica: RedisServer | undefined;
let proxy: SwitchingProxy;
let fleet: Fleet;
let one: Server;
let other: Server;
beforeAll(async () => {
  primary = await startRedis();
  proxy = await startSwitchingProxy(primary.port);
  const films = Object.fromEntries([701, 702, 703, 704, 705, 706, 707].map((id) => [id, SHORT]));
  const redis = { REDIS_URL: `redis://127.0.0.1:${proxy.port}` };
  fleet = await openFleet(films, { ...(await sharedStore()), ...redis });
  [one, other] = await Promise.all([
    fleet.start('one', {}, QUICK),
    fleet.start('other', {}, QUICK),
  ]);
}, 240_000);
afterAll(async () => {
  await fleet?.close();
  await proxy?.stop();
  await replica?.stop();
  await primary?.stop();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What a Redis answers to one command. */
async function tell(server: RedisServer, ...[command = '', ...words]: string[]) {
  const client = new Redis(server.url);
  try {
    return await client.call(command, ...words);
  } finally {
    client.disconnect();
  }
}

it('Redis is full: what runs is finished, servers answer, and it goes on once there is room', async () => {
  const visitor = clientAt(one.url);
  const letGo = fleet.hold('701');
  const { job } = await visitor.start({ url: filmLink('701') });
  await visitor.until(job, 'fetching');
  await tell(primary, 'config', 'set', 'maxmemory', '1mb');
  await expect(tell(primary, 'set', 'no-room', 'x')).rejects.toThrow(/OOM/);
  await wait(FULL_MS);
  letGo();
  // The message of its end needs no memory; else the row is looked at every few seconds.
  expect(await visitor.ended(job)).toMatchObject({ state: 'ready' });
  expect(await visitor.movedTo(other.url).job(job)).toMatchObject({ state: 'ready' });
  expect(fleet.fetchesOf('701')).toBe(1);
  const later = clientAt(other.url);
  const started = await later.start({ url: filmLink('702') });
  expect((await later.job(started.job)).state).toBe('open');
  for (const server of [one, other])
    expect([
      (await fetch(`${server.url}/healthz`)).status,
      (await fetch(server.url)).status,
    ]).toEqual([200, 200]);
  await tell(primary, 'config', 'set', 'maxmemory', '0');
  const startedAt = performance.now();
  expect(await later.ended(started.job)).toMatchObject({ state: 'ready' });
  expect(performance.now() - startedAt).toBeLessThan(GOES_ON_MS);
});

it('Redis stands still: pages and the open job go on, and what was asked for meanwhile is made afterwards', async () => {
  const [runs, asks] = [clientAt(one.url), clientAt(other.url)];
  const letGo = fleet.hold('706');
  const { job } = await runs.start({ url: filmLink('706') });
  await runs.until(job, 'fetching');
  primary.freeze();
  try {
    const asked = asks.start({ url: filmLink('707') });
    letGo();
    for (const server of [one, other]) expect((await fetch(server.url)).status).toBe(200);
    const started = await asked;
    await wait(FULL_MS);
    expect((await asks.job(started.job)).state).toBe('open');
    primary.thaw();
    const thawedAt = performance.now();
    expect(await asks.ended(started.job)).toMatchObject({ state: 'ready' });
    expect(performance.now() - thawedAt).toBeLessThan(GOES_ON_MS);
  } finally {
    primary.thaw();
  }
  expect(await runs.ended(job)).toMatchObject({ state: 'ready' });
  expect([fleet.fetchesOf('706'), fleet.fetchesOf('707')]).toEqual([1, 1]);
});

it('Redis is lost and its replica takes its place: work pauses for seconds, and nothing is lost', async () => {
  // Their jobs stay theirs, however long a busy machine makes this pause.
  const patient = ['third', 'fourth'].map((name) => fleet.start(name, {}, PATIENT));
  await Promise.all([fleet.kill(one), fleet.kill(other)]);
  [one, other] = (await Promise.all(patient)) as [Server, Server];
  replica = await startRedis({ replicaOf: primary.port });
  const second = replica;
  await expect
    .poll(() => tell(second, 'info', 'replication'), SLOW_MACHINE_TIMEOUT)
    .toContain('master_link_status:up');
  const [runs, asked] = [clientAt(one.url), clientAt(other.url)];
  const letGo = fleet.hold('703');
  const { job } = await runs.start({ url: filmLink('703') });
  await runs.until(job, 'fetching');
  // What a replica has not heard of is lost with its primary: that the job is taken, too.
  expect(await tell(primary, 'wait', '1', '60000')).toBe(1);
  await primary.stop();
  proxy.pointAt(null);
  // Asked for while there is none.
  const waiting = await asked.start({ url: filmLink('704') });
  // The replica is there before it may be written.
  proxy.pointAt(second.port);
  await wait(2000);
  await tell(second, 'replicaof', 'no', 'one');
  const startedAt = performance.now();
  expect(await asked.ended(waiting.job)).toMatchObject({ state: 'ready' });
  expect(performance.now() - startedAt).toBeLessThan(GOES_ON_MS);
  letGo();
  expect(await runs.ended(job)).toMatchObject({ state: 'ready' });
  expect(await runs.movedTo(other.url).job(job)).toMatchObject({ state: 'ready' });
  expect(fleet.fetchesOf('703')).toBe(1);
  expect((await runs.make({ url: filmLink('705') })).state).toBe('ready');
});
