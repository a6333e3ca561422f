import { expect, it, vi } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../../tests/support/run/slow-machine-timeout.ts';
import { createDuties } from '../../adapters/clock/duties.ts';
import { createMemorySignals } from '../../adapters/memory/signals.ts';
import type { Alarm } from './alarms.ts';
import { createHealthAlerts } from './health-alerts.ts';
import type { SharedMemory } from './shared-memory.ts';
import type { PlatformState } from './site-status.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Alerts for one platform and a disk, whose state the test sets. */
function makeWatch(clock = createManualClock(1_000_000), signals = createMemorySignals(clock)) {
  const alarms: Alarm[] = [];
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const world = {
    state: 'good' as PlatformState,
    freeBytes: 100,
    fails: false,
    leads: true,
    memory: null as SharedMemory | null,
    refused: null as 'posts' | 'files' | null,
  };
  const watch = createHealthAlerts({
    async status() {
      if (world.fails) throw new Error('the database is away');
      const tally = { done: 1, failed: 9 };
      const common = {
        hour: tally,
        day: tally,
        medianMs: null,
        reason: null,
        refused: world.refused,
        canary: null,
      };
      return {
        platforms: [{ platform: 'tiktok', state: world.state, ...common }],
        notices: { youtube: false },
        made: { weekFiles: 0, medianSeconds: null },
        rating: null,
        at: clock.now(),
      };
    },
    disk: async () => ({ freeBytes: world.freeBytes, keptFreeBytes: 50 }),
    sharedMemory: async () => world.memory,
    alarms: { raise: (alarm) => void alarms.push(alarm) },
    clock,
    signals,
    isLeading: () => world.leads,
    duties: createDuties({ warn, after: clock.after }),
    warn,
  });
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= MINUTE_MS) {
      await vi.waitUntil(() => clock.pending() === 1, { ...SLOW_MACHINE_TIMEOUT, interval: 1 });
      clock.advance(MINUTE_MS);
    }
    await vi.waitUntil(() => clock.pending() === 1, { ...SLOW_MACHINE_TIMEOUT, interval: 1 });
  };
  watch.begin();
  return { watch, clock, alarms, warnings, world, pass };
}

const kinds = (alarms: readonly Alarm[]) => alarms.map(({ kind }) => kind);

it('a platform that goes down and comes back raises one alarm each', async () => {
  const { alarms, world, pass, watch, clock } = makeWatch();
  await pass(MINUTE_MS);
  world.state = 'down';
  await pass(3 * HOUR_MS);
  const details = { platform: 'tiktok', state: 'down', hourDone: 1, hourFailed: 9 };
  expect(alarms).toEqual([{ kind: 'platform_down', details }]);
  world.state = 'limited';
  await pass(HOUR_MS);
  expect(kinds(alarms)).toEqual(['platform_down', 'platform_up']);
  await watch.close();
  expect(clock.pending()).toBe(0);
});

it('a platform that refuses every egress raises an alarm at once, and every hour', async () => {
  const { alarms, world, pass, watch } = makeWatch();
  await pass(MINUTE_MS);
  world.refused = 'posts';
  await pass(MINUTE_MS);
  const alarm = { kind: 'platform_refuses', details: { platform: 'tiktok', refused: 'posts' } };
  expect(alarms).toEqual([alarm]);
  await pass(HOUR_MS);
  expect(alarms).toEqual([alarm, alarm]);
  world.refused = null;
  await pass(2 * HOUR_MS);
  expect(alarms).toHaveLength(2);
  await watch.close();
});

it('of two servers the leader raises the alarms, and the next one none again', async () => {
  const clock = createManualClock(1_000_000);
  const signals = createMemorySignals(clock);
  const [one, other] = [makeWatch(clock, signals), makeWatch(clock, signals)];
  other.world.leads = false;
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= MINUTE_MS) {
      await vi.waitUntil(() => clock.pending() === 2, { ...SLOW_MACHINE_TIMEOUT, interval: 1 });
      clock.advance(MINUTE_MS);
    }
    await vi.waitUntil(() => clock.pending() === 2, { ...SLOW_MACHINE_TIMEOUT, interval: 1 });
  };
  for (const { world } of [one, other]) world.state = 'down';
  await pass(MINUTE_MS);
  [one.world.leads, other.world.leads] = [false, true];
  await pass(3 * HOUR_MS);
  expect([kinds(one.alarms), kinds(other.alarms)]).toEqual([['platform_down'], []]);
  for (const { world } of [one, other]) world.state = 'good';
  await pass(MINUTE_MS);
  expect([kinds(one.alarms), kinds(other.alarms)]).toEqual([['platform_down'], ['platform_up']]);
  for (const { watch } of [one, other]) await watch.close();
});

it('a platform that changes often raises one alarm an hour, and the last one is right', async () => {
  const { alarms, world, pass, watch } = makeWatch();
  for (let minute = 0; minute < 59; minute += 1) {
    world.state = minute % 2 === 0 ? 'down' : 'good';
    await pass(MINUTE_MS);
  }
  expect(kinds(alarms)).toEqual(['platform_down']);
  world.state = 'good';
  await pass(10 * MINUTE_MS);
  expect(kinds(alarms)).toEqual(['platform_down', 'platform_up']);
  await watch.close();
});

it('a platform that is off or unknown raises no alarm', async () => {
  const { alarms, world, pass, watch } = makeWatch();
  world.state = 'down';
  await pass(MINUTE_MS);
  for (const state of ['off', 'unknown'] as const) {
    world.state = state;
    await pass(2 * HOUR_MS);
  }
  world.state = 'down';
  await pass(HOUR_MS);
  expect(kinds(alarms)).toEqual(['platform_down']);
  await watch.close();
});

it('a full disk raises an alarm every hour while it lasts, whatever else fails', async () => {
  const { alarms, warnings, world, pass, watch } = makeWatch();
  await pass(MINUTE_MS);
  Object.assign(world, { freeBytes: 49, fails: true });
  await pass(90 * MINUTE_MS);
  expect(alarms).toEqual(
    Array(2).fill({ kind: 'disk_low', details: { freeBytes: 49, keptFreeBytes: 50 } }),
  );
  expect(warnings).toHaveLength(90);
  await watch.close();
});

it('a shared Redis that forgets, or has hardly any room, raises an alarm an hour while it lasts', async () => {
  const { alarms, world, pass, watch } = makeWatch();
  const room = { usedBytes: 10, limitBytes: 100, policy: 'noeviction', evictedKeys: 0 };
  world.memory = room;
  await pass(MINUTE_MS);
  world.memory = { ...room, limitBytes: null, policy: 'allkeys-lru' };
  await pass(MINUTE_MS);
  expect(alarms).toEqual([]);
  world.memory = { ...room, policy: 'allkeys-lru', evictedKeys: 3 };
  await pass(90 * MINUTE_MS);
  const evicting = { kind: 'redis_evicts', details: world.memory };
  expect(alarms).toEqual([evicting, evicting]);
  world.memory = { ...room, usedBytes: 90 };
  await pass(MINUTE_MS);
  expect(kinds(alarms)).toEqual(['redis_evicts', 'redis_evicts', 'redis_nearly_full']);
  world.leads = false;
  world.memory = { ...room, policy: 'allkeys-lru' };
  await pass(2 * HOUR_MS);
  expect(alarms).toHaveLength(3);
  await watch.close();
});
