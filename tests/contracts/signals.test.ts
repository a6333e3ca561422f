// What the port `Signals` promises, within one process and between two with one Redis.
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/adapters/clock/system.ts';
import { createMemorySignals } from '../../src/adapters/memory/signals.ts';
import { createRedisSignals, type RedisSignals } from '../../src/adapters/redis/signals.ts';
import { createSeal } from '../../src/adapters/secrets/seal.ts';
import { type Signals, topic } from '../../src/core/async/signals.ts';
import { createManualClock } from '../support/run/manual-clock.ts';
import { startRedis } from '../support/run/redis.ts';
import { type RedisFixture, startRedisFixture } from '../support/run/redis-fixture.ts';

type Step = { readonly percent: number };
const steps = topic<Step>('download/a secret id');
const others = topic<Step>('download/another');
const SECRET = new Uint8Array(32).fill(7);

let redis: RedisFixture;
beforeAll(async () => {
  redis = await startRedisFixture();
});
afterAll(() => redis?.close());

const opened: RedisSignals[] = [];
const clients: Redis[] = [];
const warnings: string[] = [];
beforeEach(() => redis.client.flushall());
afterEach(() => {
  for (const signals of opened.splice(0)) signals.close();
  for (const client of clients.splice(0)) client.disconnect();
});

/** As another process would have them. */
function openSignals({ secret = SECRET, clock = systemClock } = {}): RedisSignals {
  const client = redis.client.duplicate();
  clients.push(client);
  const signals = createRedisSignals({
    client,
    subscriber: redis.client.duplicate(),
    clock,
    own: createMemorySignals(clock),
    sealing: createSeal(secret),
    hide: (name) => Buffer.from(name).toString('hex'),
    warn: (message) => warnings.push(message),
  });
  opened.push(signals);
  return signals;
}

const receivedBy = (signals: Signals, of = steps) => {
  const percents: number[] = [];
  const stop = signals.subscribe(of, ({ percent }) => percents.push(percent));
  return { percents, stop };
};
const soon = (read: () => unknown) => expect.poll(read, { timeout: 10_000, interval: 5 });

it('a value that a listener cannot use ends neither it nor the others', async () => {
  const [here, there] = [openSignals(), openSignals()];
  const stop = there.subscribe(steps, (value) => {
    if (value === null) throw new TypeError('no steps');
  });
  const received = receivedBy(there, steps);
  here.publish(steps, { percent: 4 }, 60_000);
  await soon(() => received.percents).toEqual([4]);
  here.publish(steps, null as never, 0);
  here.publish(steps, { percent: 5 }, 60_000);
  await soon(() => received.percents).toEqual([4, 5]);
  expect(warnings.splice(0).length).toBeGreaterThan(0);
  stop();
});

describe.each<[string, (clock?: typeof systemClock) => Signals]>([
  ['memory', (clock = systemClock) => createMemorySignals(clock)],
  ['Redis', (clock = systemClock) => openSignals({ clock })],
])('signals in %s, within a process', (_name, make) => {
  it('come at once, in order, to all who listen to the topic', () => {
    const signals = make();
    const [one, other, elsewhere] = [
      receivedBy(signals),
      receivedBy(signals),
      receivedBy(signals, others),
    ];
    for (const percent of [1, 2, 3]) signals.publish(steps, { percent }, 0);
    expect([one.percents, other.percents, elsewhere.percents]).toEqual([[1, 2, 3], [1, 2, 3], []]);
  });

  it('are kept for those who come later, the last one alone', async () => {
    const signals = make();
    signals.publish(steps, { percent: 1 }, 60_000);
    signals.publish(steps, { percent: 2 }, 60_000);
    expect(receivedBy(signals).percents).toEqual([2]);
    expect(await signals.latest(steps)).toEqual({ percent: 2 });
    signals.publish(steps, { percent: 3 }, 0);
    await soon(() => receivedBy(signals).percents).toEqual([]);
    expect(await signals.latest(steps)).toBeNull();
  });

  it('no longer than they are to be kept', () => {
    const clock = createManualClock(1_800_000_000_000);
    const signals = make(clock);
    signals.publish(steps, { percent: 1 }, 60_000);
    clock.advance(60_000);
    expect(receivedBy(signals).percents).toEqual([]);
  });

  it('no more once one has left, even while they are given out', () => {
    const signals = make();
    const left = receivedBy(signals);
    const stop = signals.subscribe(steps, () => stop());
    signals.publish(steps, { percent: 1 }, 0);
    left.stop();
    left.stop();
    signals.publish(steps, { percent: 2 }, 0);
    expect(left.percents).toEqual([1]);
  });
});

describe('signals between two processes', () => {
  it('come in order, once each', async () => {
    const [here, there] = [openSignals(), openSignals()];
    const [own, remote] = [receivedBy(here), receivedBy(there)];
    here.publish(steps, { percent: 0 }, 60_000);
    await soon(() => remote.percents).toEqual([0]);
    for (let percent = 1; percent <= 200; percent += 1) here.publish(steps, { percent }, 60_000);
    await soon(() => remote.percents.at(-1)).toBe(200);
    expect(remote.percents).toEqual(own.percents);
  });

  it('are kept for those who come later, and deleted when the last one is not kept', async () => {
    const [here, there] = [openSignals(), openSignals()];
    here.publish(steps, { percent: 4 }, 60_000);
    await soon(() => there.latest(steps)).toEqual({ percent: 4 });
    const [one, other] = [receivedBy(there), receivedBy(there)];
    await soon(() => [one.percents, other.percents]).toEqual([[4], [4]]);
    here.publish(steps, { percent: 5 }, 0);
    await soon(() => one.percents).toEqual([4, 5]);
    expect(await there.latest(steps)).toBeNull();
    expect(await redis.client.dbsize()).toBe(0);
  });

  it('do not reach those who have left', async () => {
    const [here, there] = [openSignals(), openSignals()];
    const [left, staying] = [receivedBy(there), receivedBy(there, others)];
    here.publish(steps, { percent: 1 }, 60_000);
    await soon(() => left.percents).toEqual([1]);
    left.stop();
    here.publish(steps, { percent: 2 }, 0);
    here.publish(others, { percent: 3 }, 60_000);
    await soon(() => staying.percents).toEqual([3]);
    expect(left.percents).toEqual([1]);
  });

  it('are opaque to Redis, and to a server with another secret', async () => {
    const [here, stranger] = [openSignals(), openSignals({ secret: new Uint8Array(32).fill(8) })];
    const received = receivedBy(stranger);
    here.publish(topic('download/a secret id'), { percent: 1, title: 'canary' }, 60_000);
    await soon(() => redis.client.dbsize()).toBe(1);
    const [key = ''] = await redis.client.keys('*');
    expect(`${key} ${await redis.client.get(key)}`).not.toMatch(/secret id|canary/);
    expect(await redis.client.pttl(key)).toBeGreaterThan(0);
    expect(await stranger.latest(steps)).toBeNull();
    expect(received.percents).toEqual([]);
  });

  it('are not disturbed by what somebody else wrote there', async () => {
    const [here, there] = [openSignals(), openSignals()];
    const received = receivedBy(there);
    here.publish(steps, { percent: 1 }, 60_000);
    await soon(() => received.percents).toEqual([1]);
    const [key = ''] = await redis.client.keys('*');
    for (const text of ['', 'x', 'a b', `a ${'b'.repeat(1_000_000)}`])
      await redis.client.publish(key.replace(/:kept$/, ''), text);
    await redis.client.set(key, 'nonsense');
    expect(await there.latest(steps)).toBeNull();
    here.publish(steps, { percent: 2 }, 60_000);
    await soon(() => received.percents).toEqual([1, 2]);
  });
});

it('signals outlive a Redis that comes back empty', async () => {
  let server = await startRedis();
  const own = new Redis(server.url, {
    retryStrategy: () => 50,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  own.on('error', () => undefined);
  await vi.waitUntil(() => own.status === 'ready', { timeout: 10_000 });
  const open = () => {
    const [client, subscriber] = [
      own.duplicate(),
      own.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null }),
    ];
    for (const one of [client, subscriber]) one.on('error', () => undefined);
    clients.push(client);
    const signals = createRedisSignals({
      client,
      subscriber,
      clock: systemClock,
      own: createMemorySignals(systemClock),
      sealing: createSeal(SECRET),
      hide: (name) => name,
      warn: (message) => warnings.push(message),
    });
    opened.push(signals);
    return signals;
  };
  const [here, there] = [open(), open()];
  const received = receivedBy(there);
  await vi.waitUntil(() => clients.every(({ status }) => status === 'ready'), { timeout: 10_000 });
  here.publish(steps, { percent: 1 }, 60_000);
  await soon(() => received.percents).toEqual([1]);
  await server.stop();
  const late = receivedBy(here);
  here.publish(steps, { percent: 2 }, 60_000);
  expect(late.percents).toEqual([1, 2]);
  server = await startRedis({ port: server.port });
  await soon(() => received.percents.at(-1)).toBe(2);
  here.publish(steps, { percent: 3 }, 0);
  await soon(() => received.percents.at(-1)).toBe(3);
  own.disconnect();
  await server.stop();
});
