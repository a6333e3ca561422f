// What `npm run doctor` says of PostgreSQL and of the servers that use it.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../src/adapters/clock/system.ts';
import { openDatabase } from '../../src/adapters/database/connection/open-database.ts';
import type { Database } from '../../src/adapters/database/schema.ts';
import { createServers } from '../../src/adapters/database/servers.ts';
import { databaseFindings } from '../../src/commands/doctor-database.ts';
import { readConfig } from '../../src/config.ts';
import { createPostgresDatabase } from '../contracts/databases.ts';

let place: Awaited<ReturnType<typeof createPostgresDatabase>>;
let database: Database | null = null;
beforeAll(async () => {
  place = await createPostgresDatabase();
});
afterAll(async () => {
  await database?.close();
  await place?.remove();
});

const find = async (settings: Readonly<Record<string, string>> = {}, clock = systemClock) =>
  (await databaseFindings(readConfig({ DATABASE_URL: place.url, ...settings }), clock)).map(
    ({ state, name, message }) => `${state} ${name}: ${message}`,
  );
it('nothing with SQLite', async () => {
  expect(await databaseFindings(readConfig({}))).toEqual([]);
});

it('an empty one, which is left empty', async () => {
  for (let look = 0; look < 2; look += 1)
    expect(await find()).toEqual([
      expect.stringMatching(
        /^ok database: PostgreSQL \d+\.\d+.*, which the first server of this release sets up$/,
      ),
    ]);
});

it('its servers', async () => {
  database = await openDatabase({ url: place.url, dataDir: ':memory:' });
  expect((await find())[1]).toBe('ok servers: none runs now');
  const enter = async (id: string, role: 'all' | 'worker') => {
    const facts = { name: `${id}.example`, version: '0.1.0', role, engine: null, egress: 'direct' };
    const counts = { jobs: 0, downloads: 0, foundLost: 0, rssBytes: 1 };
    const self = { id, keyFingerprint: 'k', lostAfterMs: 60_000 };
    const describe = () => ({ ...facts, ...counts });
    await createServers(database as Database, { ...self, describe }).enter();
  };
  await enter('site', 'all');
  await enter('jobs', 'worker');
  expect(await find()).toEqual([
    expect.stringMatching(/^ok database: PostgreSQL [^,]+$/),
    'ok servers: site.example (all, 0.1.0), jobs.example (worker, 0.1.0)',
  ]);
  await sql`update servers set seen_at = seen_at - 120000 where id = 'jobs'`.execute(database.db);
  expect((await find())[1]).toBe('ok servers: site.example (all, 0.1.0)');
});

it.each([
  [5000, '5 s ahead of'],
  [-90_000, '90 s behind'],
])('a clock that is %i ms off', async (offByMs, words) => {
  const found = await find({}, { ...systemClock, now: () => systemClock.now() + offByMs });
  expect(found[2]).toMatch(/^degraded clock: \d+ s (?:ahead of|behind) the database's, .*NTP/);
  expect(found[2]).toContain(words);
});

it('one that can only be read', async () => {
  const name = new URL(place.url).pathname.slice(1);
  const readOnly = (value: 'on' | 'off') =>
    sql`alter database ${sql.id(name)} set default_transaction_read_only = ${sql.lit(value)}`.execute(
      (database as Database).db,
    );
  await readOnly('on');
  expect(await find()).toEqual([
    expect.stringMatching(
      /^missing database: PostgreSQL .* can only be read, .*: name the primary/,
    ),
  ]);
});

it('one that is not there, and never the password', async () => {
  const found = await find({ DATABASE_URL: 'postgres://user:canary@127.0.0.1:1/none' });
  expect(found).toEqual([
    expect.stringMatching(/^missing database: .*ECONNREFUSED.*: the server does not start$/),
  ]);
  expect(found[0]).not.toContain('canary');
});
