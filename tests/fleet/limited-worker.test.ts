// A worker with nothing but its own key and role: it makes files, and can read neither visitors' downloads nor operators' matters.
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAdminCommand } from '../../src/commands/admin.ts';
import { readConfig } from '../../src/config.ts';
import { film, filmLink } from '../fixtures/download/films.ts';
import { type Fleet, OCCUPANT, openFleet, sharedStore } from '../support/fleet/fleet.ts';
import { clientAt } from '../support/product/job-client.ts';
import type { Server } from '../support/product/server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Roles belong to the whole of PostgreSQL, which other tests use too. */
const ROLE = `worker_${randomBytes(6).toString('hex')}`;

const RIGHTS = ['select', 'insert', 'update', 'delete'];

let fleet: Fleet;
let main: Server;
let worker: Server;
let owner: pg.Client;
let role: pg.Client;
let keyFile: string;
beforeAll(async () => {
  fleet = await openFleet({ 601: film('Limited', 4), 602: OCCUPANT }, await sharedStore());
  main = await fleet.start('main', { MAX_JOBS: '1' });
  await fleet.occupy(main, '602');
  owner = await open(fleet.databaseUrl);
  await owner.query(`create role ${ROLE} login password 'x'`);
  const sql = await readFile(path.join(ROOT, 'deploy/postgres/worker-role.sql'), 'utf8');
  await owner.query(sql.replaceAll('keepreel_worker', ROLE));
  keyFile = fleet.folderOf('worker.key');
  const { message } = await runAdminCommand(readConfig({ SECRET_KEY_FILE: fleet.keyFile }), [
    'worker-key',
  ]);
  await writeFile(keyFile, `${message}\n`, { mode: 0o600 });
  const address = new URL(fleet.databaseUrl);
  Object.assign(address, { username: ROLE, password: 'x' });
  role = await open(address.href);
  worker = await fleet.start('worker', {
    ROLE: 'worker',
    DATABASE_URL: address.href,
    SECRET_KEY_FILE: keyFile,
    METRICS_TOKEN: 'a-token-of-the-monitor',
  });
}, 240_000);
afterAll(async () => {
  await role?.end();
  await owner?.query(`drop owned by ${ROLE}; drop role ${ROLE}`);
  await owner?.end();
  await fleet?.close();
});

async function open(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

it('makes files, tells its figures, and is refused nothing that it needs', async () => {
  const visitor = clientAt(main.url);
  const { job } = await visitor.start({ url: filmLink('601') });
  expect(await visitor.ended(job)).toMatchObject({ state: 'ready' });
  const headers = { authorization: 'Bearer a-token-of-the-monitor' };
  const figures = await fetch(`${worker.url}/metrics`, { headers });
  expect([figures.status, (await figures.text()).includes('keepreel_downloads')]).toEqual([
    200,
    true,
  ]);
  worker.signal('SIGTERM');
  expect((await worker.ended()).code).toBe(0);
  expect(worker.output()).not.toMatch(/denied|"level":(4|5|6)0/);
});

it('can neither read nor change what concerns visitors and operators', async () => {
  const has = (right: string) =>
    `has_table_privilege(format('public.%I', name), '${right}') as ${right}`;
  const { rows } = await role.query(
    `select name, ${RIGHTS.map(has).join(', ')}
       from (select tablename as name from pg_tables where schemaname = 'public' offset 0) as own order by name`,
  );
  const allowed = RIGHTS.map((right) => [
    right,
    rows.filter((row) => row[right]).map(({ name }) => name),
  ]);
  expect(Object.fromEntries(allowed)).toEqual({
    select: [
      'files',
      'kysely_migration',
      'kysely_migration_lock',
      'outcomes',
      'servers',
      'settings',
    ],
    insert: ['audit_log', 'files', 'outcomes', 'servers', 'settings'],
    update: ['files', 'servers', 'settings'],
    delete: ['files', 'outcomes', 'servers'],
  });
  for (const table of ['takedowns', 'admin_sessions', 'downloads', 'api_keys', 'audit_log']) {
    expect(rows.map(({ name }) => name)).toContain(table);
    await expect(role.query(`select * from ${table}`)).rejects.toThrow('permission denied');
  }
  await expect(role.query('select notice, reason from blocks')).rejects.toThrow(
    'permission denied',
  );
});

it('has keys that no other server starts with', async () => {
  await expect(fleet.start('stranger', { SECRET_KEY_FILE: keyFile })).rejects.toThrow(
    /SECRET_KEY_FILE: .* holds a worker's keys/,
  );
});
