// A PostgreSQL that tests stop and start again on the same data, and a standby that repeats it and can take its place.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { vi } from 'vitest';
import { freePort } from './free-ports.ts';
import {
  chooseUser,
  endServer,
  findPostgres,
  initialise,
  POSTGRES_REMEDY,
  startServer,
} from './postgres.ts';

/** The server. It listens on a port of this machine. */
export type PostgresCluster = {
  readonly port: number;
  /** Ends it in order, or at once as if its machine were lost. */
  readonly down: (how: 'in order' | 'at once') => Promise<void>;
  readonly up: () => Promise<void>;
  /** Makes a copy that repeats every change; from then on no change counts that the copy does not have. */
  readonly addStandby: () => Promise<PostgresCluster>;
  /** Makes a standby a server of its own, which can be written. */
  readonly promote: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

const run = promisify(execFile);

/** The address of the database of a cluster, or of a proxy in front of it. */
export const addressAt = (port: number) => `postgres://keepreel@127.0.0.1:${port}/postgres`;

/** Makes one with nothing in it. */
export function startPostgresCluster(): Promise<PostgresCluster> {
  return openCluster((bin, asUser, data) => initialise(bin, asUser, data));
}

async function openCluster(
  fill: (bin: string, asUser: readonly string[], data: string) => Promise<void>,
): Promise<PostgresCluster> {
  const bin = await findPostgres();
  if (!bin) throw new Error(POSTGRES_REMEDY);
  const folder = await mkdtemp(join(tmpdir(), 'keepreel-cluster-'));
  const data = join(folder, 'data');
  const asUser = await chooseUser(folder);
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1'];
  const start = () => startServer([...asUser, join(bin, 'postgres')], data, folder, settings);
  await fill(bin, asUser, data);
  let server = await start();
  return {
    port,
    down: (how) => endServer(server, how === 'in order' ? 'SIGINT' : 'SIGQUIT'),
    async up() {
      server = await start();
    },
    addStandby: () => addStandby(port),
    async promote() {
      await ask(port, 'select pg_promote()');
      await until(port, 'select not pg_is_in_recovery() as is');
    },
    async remove() {
      await endServer(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function addStandby(port: number): Promise<PostgresCluster> {
  const standby = await openCluster(async (bin, asUser, data) => {
    const [program = '', ...rest] = [...asUser, join(bin, 'pg_basebackup')];
    const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'keepreel'];
    await run(program, [...rest, ...from, '-D', data, '-R', '-X', 'stream', '-c', 'fast']);
  });
  await until(port, "select count(*) = 1 as is from pg_stat_replication where state = 'streaming'");
  // After the copy, or it would wait for a standby of its own.
  await ask(port, "alter system set synchronous_standby_names = '*'");
  await ask(port, 'select pg_reload_conf()');
  await until(port, "select count(*) = 1 as is from pg_stat_replication where sync_state = 'sync'");
  return standby;
}

async function until(port: number, statement: string): Promise<void> {
  const holds = async () => (await ask(port, statement))[0]?.is === true;
  await vi.waitUntil(holds, { timeout: 60_000, interval: 100 });
}

async function ask(port: number, statement: string): Promise<readonly { is?: unknown }[]> {
  const client = new pg.Client({ connectionString: addressAt(port) });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
