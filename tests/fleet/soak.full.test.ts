// Two servers with all that they share, a steady mix of downloads, and fault after fault: every download ends, every file is right,
// and nothing is left.
import { appendFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FILM_HOST } from '../fixtures/download/films.ts';
import { type Fleet, openFleet, QUICK, sharedStore } from '../support/fleet/fleet.ts';
import { faultsInTurn } from '../support/fleet/soak/soak-faults.ts';
import { soakFilms } from '../support/fleet/soak/soak-films.ts';
import {
  compareFiles,
  downloadStates,
  figuresOf,
  redisKeys,
} from '../support/fleet/soak/soak-leftovers.ts';
import { emptyTally, runVisitors } from '../support/fleet/soak/soak-visitors.ts';
import { openDescriptors, untilNothingLeft } from '../support/product/left-behind.ts';
import { type Process, processesBelow, survivorsOf } from '../support/product/process-tree.ts';
import { seeded } from '../support/product/random-faults.ts';
import type { Server } from '../support/product/server.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/run/faulty-proxy.ts';
import { type PostgresServer, startPostgres } from '../support/run/postgres.ts';

/** `npm run soak -- fleet` takes longer, with the product's own times and a seed of its own; it shows what is written there. */
const { SOAK_MINUTES, SOAK_SEED, SOAK_REPORT } = process.env;
const RUN_MS = Number(SOAK_MINUTES ?? 1.2) * 60_000;
const SEED = Number(SOAK_SEED ?? 20_261_125);
const FAULT_MS = SOAK_MINUTES === undefined ? 30_000 : 60_000;
const PROGRAM = SOAK_MINUTES === undefined ? QUICK : undefined;
const SETTINGS = { MAX_JOBS: '2' };
const SLOW = { kind: 'slow', bytesPerSecond: 12_000 } as const;
const NAMES = ['one', 'other'] as const;
/** No run asks for more links than these; they are given out again then. */
const MOST_LINKS = Math.ceil(RUN_MS / 1000) + 50;
/** For whatever ends by itself after a fault, on a slow machine. */
const SETTLE_MS = 240_000;
/** A server that holds more than a new one, by this, does not close what it opens. */
const MORE_DESCRIPTORS = 40;

let fleet: Fleet;
let postgres: PostgresServer;
let store: FaultyProxy;
let folder: string;
const films = soakFilms(MOST_LINKS);
const servers = new Map<string, Server>();
/** Everything below a server that was killed. */
const orphans: Process[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-soak-'));
  postgres = await startPostgres();
  const place = await sharedStore();
  store = await startFaultyProxy(place['S3_ENDPOINT'] ?? '');
  const shared = { ...place, S3_ENDPOINT: store.endpoint, DATABASE_URL: postgres.url };
  fleet = await openFleet(films, shared);
  // So that a fault meets downloads in the middle of their work.
  fleet.lab.faults.add({ host: FILM_HOST, pathPrefix: '/', fault: SLOW });
  await Promise.all(NAMES.map(start));
}, 240_000);
afterAll(async () => {
  await fleet?.close();
  await store?.stop();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(name: string): Promise<void> {
  servers.set(name, await fleet.start(name, SETTINGS, PROGRAM));
}

const serverOf = (name: string): Server => {
  const server = servers.get(name);
  if (!server) throw new TypeError(`There is no server ${name}.`);
  return server;
};

async function killAndStart(name: string): Promise<void> {
  const server = serverOf(name);
  orphans.push(...processesBelow(server.pid));
  await fleet.kill(server);
  await start(name);
}

function say(line: string): void {
  if (SOAK_REPORT !== undefined) appendFileSync(SOAK_REPORT, `${line}\n`);
}

const sayFigures = (minute: number) =>
  say(`minute ${minute}: ${NAMES.map((name) => figuresOf(name, serverOf(name))).join('; ')}`);

/** One fault after the other until the time is over; all of them, as words. */
async function makeFaults(endAt: number): Promise<string[]> {
  const random = seeded(SEED + 1);
  const signal = (name: string, what: NodeJS.Signals) => serverOf(name).signal(what);
  const next = faultsInTurn({ random, fleet, postgres, store, names: NAMES, killAndStart, signal });
  const faults: string[] = [];
  for (let at = performance.now() + FAULT_MS / 2; at < endAt; at += FAULT_MS) {
    await wait(Math.max(0, at - performance.now()));
    const fault = await next();
    faults.push(fault);
    say(`fault ${faults.length}: ${fault}`);
  }
  return faults;
}

/** What is wrong with what the fleet still holds once all visitors are done. */
async function leftovers(mayBeLost: number): Promise<string[]> {
  const wrong: string[] = [];
  // Downloads of visitors who never got an answer end as well.
  await expect
    .poll(async () => (await downloadStates(postgres.url))['open'] ?? 0, {
      timeout: SETTLE_MS,
      interval: 1000,
    })
    .toBe(0);
  for (const name of NAMES)
    await untilNothingLeft(fleet.folderOf(name), serverOf(name).pid, SETTLE_MS);
  const survivors = survivorsOf(orphans).map(({ pid, command }) => `${pid} ${command}`);
  if (survivors.length > 0) wrong.push(`processes of killed servers: ${survivors.join(', ')}`);
  const { withoutRow, withoutObject } = await compareFiles(postgres.url, await fleet.objects());
  say(
    `objects without a row: ${withoutRow.length}, rows without an object: ${withoutObject.length}`,
  );
  // A server that ends between the upload and its row leaves the object, which goes after a day.
  if (withoutRow.length > mayBeLost) wrong.push(`objects without a row: ${withoutRow.join(', ')}`);
  if (withoutObject.length > 0) wrong.push(`rows without an object: ${withoutObject.join(', ')}`);
  await expect
    .poll(async () => (await redisKeys(fleet.redis().url)).left, {
      timeout: 60_000,
      interval: 1000,
    })
    .toEqual([]);
  say(`keys in Redis: ${JSON.stringify((await redisKeys(fleet.redis().url)).kinds)}`);
  return wrong;
}

it.each([SEED])(
  'seed %i: every download ends, every file is right, and nothing is left',
  { timeout: 3 * RUN_MS + 45 * 60_000 },
  async (seed) => {
    const startedAt = performance.now();
    const endAt = startedAt + RUN_MS;
    const first = NAMES.map((name) => openDescriptors(serverOf(name).pid).length);
    sayFigures(0);
    const tally = emptyTally();
    let minutes = 0;
    const watching = setInterval(() => {
      minutes += 1;
      sayFigures(minutes);
      const { accepted, saved, wrong } = tally;
      say(`  ${accepted} downloads accepted, ${saved} files saved, ${wrong.length} wrong`);
    }, 60_000);
    const isOver = () => performance.now() >= endAt;
    const origins = () => NAMES.map((name) => serverOf(name).url);
    const [faults] = await Promise.all([
      makeFaults(endAt),
      runVisitors({ random: seeded(seed), films, origins, folder, isOver, tally }),
    ]).finally(() => clearInterval(watching));
    say(JSON.stringify(tally, null, 1));
    const left = await leftovers(faults.length * 2);
    sayFigures(minutes + 1);
    expect.soft(tally.wrong).toEqual([]);
    expect.soft(left).toEqual([]);
    expect.soft(faults.length).toBeGreaterThan(0);
    expect.soft(tally.saved, JSON.stringify(tally)).toBeGreaterThan(0);
    for (const [n, name] of NAMES.entries()) {
      const most = (first[n] ?? 0) + MORE_DESCRIPTORS;
      expect.soft(openDescriptors(serverOf(name).pid).length).toBeLessThan(most);
    }
    expect(fleet.lab.unknown()).toEqual([]);
  },
);
