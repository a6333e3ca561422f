// Faults of a fleet for its long run, one at a time, each to its end.
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { oneOf, type Random } from '../../product/random-faults.ts';
import type { FaultyProxy } from '../../run/faulty-proxy.ts';
import type { PostgresServer } from '../../run/postgres.ts';
import type { Fleet } from '../fleet.ts';

/** What faults meet. `killAndStart` ends a server at once and starts another with its folder. */
export type FaultNeeds = {
  readonly random: Random;
  readonly fleet: Fleet;
  readonly postgres: PostgresServer;
  readonly store: FaultyProxy;
  readonly names: readonly string[];
  readonly killAndStart: (name: string) => Promise<void>;
  readonly signal: (name: string, signal: NodeJS.Signals) => void;
};

const STOPPED_MS = 10_000;
const REDIS_AWAY_MS = 5000;
const STORE_AWAY_MS = 8000;

/** Every kind: does it, and says what it was. */
const KINDS: readonly ((needs: FaultNeeds) => Promise<string>)[] = [
  async ({ random, names, killAndStart }) => {
    const name = oneOf(random, names);
    await killAndStart(name);
    return `server ${name} killed`;
  },
  async ({ random, names, signal }) => {
    const name = oneOf(random, names);
    signal(name, 'SIGSTOP');
    await wait(STOPPED_MS);
    signal(name, 'SIGCONT');
    return `server ${name} stopped for a while`;
  },
  async ({ fleet }) => {
    const client = new Redis(fleet.redis().url);
    await client.flushall();
    client.disconnect();
    return 'Redis emptied';
  },
  async ({ fleet }) => {
    await fleet.loseRedis();
    await wait(REDIS_AWAY_MS);
    await fleet.bringRedisBack();
    return 'Redis killed, and back without its data';
  },
  async ({ postgres }) => {
    await postgres.restart();
    return 'PostgreSQL killed and started';
  },
  async ({ random, store }) => {
    const fault = oneOf(random, [
      { status: 503, code: 'SlowDown' },
      { cutAnswerAfter: 100 },
      { stopRequestAfter: 1000 },
    ] as const);
    store.fault = () => fault;
    await wait(STORE_AWAY_MS);
    store.fault = () => 'pass';
    return `store: ${JSON.stringify(fault)}`;
  },
];

/** Gives one fault after the other: all kinds in a drawn order, then all again in another. */
export function faultsInTurn(needs: FaultNeeds): () => Promise<string> {
  let left: (typeof KINDS)[number][] = [];
  return async () => {
    if (left.length === 0) left = [...KINDS];
    const next = oneOf(needs.random, left);
    left = left.filter((kind) => kind !== next);
    return next(needs);
  };
}
