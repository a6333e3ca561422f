// What a server costs that has nothing to do: its memory with and without the settings of a fleet, and what it asks of Redis.
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { memoryOf } from '../processes.ts';
import type { FleetServers } from './fleet-servers.ts';

const SERVERS = 2;
const SETTLE_MS = 5000;
const WATCHED_SECONDS = 60;
/** After a change of the sources the first starts compile them and hold more. */
const STARTS_BEFORE = 2;
/** Commands of this benchmark, not of a server. */
const OWN = /^(info|monitor)$/;

/** Memory in MB (RSS). What is counted a second is of one server. */
export type IdleFigures = {
  readonly aloneMb: number;
  readonly sharedMb: number;
  readonly watchedSeconds: number;
  /** All that Redis counts (INFO commandstats): with each script also the commands that it runs. */
  readonly commandsPerSecond: number;
  /** Those that were sent to Redis. */
  readonly sentPerSecond: number;
  readonly aimPerSecond: number;
  /** Of both servers together, in the whole time. */
  readonly commands: Readonly<Record<string, number>>;
};

/** Starts one server alone and two that share; all of them are warm, as after a first start. */
export async function measureIdle(fleet: FleetServers): Promise<IdleFigures> {
  for (let start = 0; start < STARTS_BEFORE; start += 1) {
    await (await fleet.startAlone()).close();
    await (await fleet.startShared()).close();
  }
  const alone = await fleet.startAlone();
  await wait(SETTLE_MS);
  const aloneMb = memoryOf(alone.pid);
  await alone.close();
  const shared = [];
  for (let n = 0; n < SERVERS; n += 1) shared.push(await fleet.startShared());
  const client = new Redis(fleet.redisUrl);
  try {
    await wait(SETTLE_MS);
    const sharedMb = memoryOf(shared[0]?.pid ?? 0);
    const before = await callsOf(client);
    let sent = 0;
    const monitor = await client.monitor();
    monitor.on('monitor', (_time: string, _words: string[], source: string) => {
      if (source !== 'lua') sent += 1;
    });
    await wait(WATCHED_SECONDS * 1000);
    monitor.disconnect();
    const after = await callsOf(client);
    const counted = [...after].flatMap(([name, calls]): [string, number][] => {
      const more = calls - (before.get(name) ?? 0);
      // The reading itself is this benchmark's.
      return more === 0 || OWN.test(name) ? [] : [[name, more]];
    });
    const all = counted.reduce((sum, [, calls]) => sum + calls, 0);
    return {
      aloneMb,
      sharedMb,
      watchedSeconds: WATCHED_SECONDS,
      commandsPerSecond: all / WATCHED_SECONDS / SERVERS,
      sentPerSecond: sent / WATCHED_SECONDS / SERVERS,
      aimPerSecond: 2,
      commands: Object.fromEntries(counted),
    };
  } finally {
    client.disconnect();
    for (const server of shared) await server.close();
  }
}

/** How often each command has been called since Redis started. */
async function callsOf(client: Redis): Promise<Map<string, number>> {
  const text = await client.info('commandstats');
  const lines = text.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm);
  return new Map([...lines].map(([, name = '', calls]) => [name, Number(calls)]));
}
