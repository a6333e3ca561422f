// What an open database promises beyond its tables, on every kind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/adapters/database/connection/open-database.ts';
import { migrate, migrations } from '../../src/adapters/database/migrations.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';
import {
  createPostgresDatabase,
  databases,
  postgresAvailable,
  type TestDatabase,
} from './databases.ts';
import { createTwoSteps, TWO_STEPS } from './two-steps.ts';

const longer = { ...migrations, ...createTwoSteps() };

type Numbers = { numbers: { n: number | bigint } };

describe.each(databases)('a database on %s', (kind, make) => {
  let database: TestDatabase;
  let numbers: Kysely<Numbers>;
  const all = async () =>
    (await numbers.selectFrom('numbers').select('n').orderBy('n').execute()).map(({ n }) => n);

  beforeEach(async () => {
    database = await make();
    numbers = database.db as unknown as Kysely<Numbers>;
    return database.end;
  });

  const addTable = () => numbers.schema.createTable('numbers').addColumn('n', 'bigint').execute();

  it('names its kind', () => {
    expect(database.kind).toBe(kind);
  });

  it('commits all of a transaction or nothing', async () => {
    await addTable();
    await numbers
      .transaction()
      .execute((trx) => trx.insertInto('numbers').values({ n: 1 }).execute());
    const broken = numbers.transaction().execute(async (trx) => {
      await trx.insertInto('numbers').values({ n: 2 }).execute();
      throw new Error('changed my mind');
    });
    await expect(broken).rejects.toThrow('changed my mind');
    expect(await all()).toEqual([1]);
  });

  it('runs concurrent transactions, in sequence or in parallel, and loses none', async () => {
    await addTable();
    const one = (n: number) =>
      numbers.transaction().execute(async (trx) => {
        await trx.insertInto('numbers').values({ n }).execute();
        await trx.selectFrom('numbers').selectAll().execute();
      });
    await Promise.all(Array.from({ length: 30 }, (_, n) => one(n)));
    expect(await all()).toEqual(Array.from({ length: 30 }, (_, n) => n));
  });

  it('shows a transaction to others only after its commit, and blocks no reader', async () => {
    await addTable();
    await numbers.transaction().execute(async (trx) => {
      await trx.insertInto('numbers').values({ n: 1 }).execute();
      expect(await trx.selectFrom('numbers').selectAll().execute()).toEqual([{ n: 1 }]);
      expect(await all()).toEqual([]);
    });
    expect(await all()).toEqual([1]);
    await numbers.insertInto('numbers').values({ n: 2 }).execute();
    expect(await all()).toEqual([1, 2]);
  });

  it('works after a transaction whose rollback had nothing to roll back', async () => {
    await addTable();
    const broken = numbers.transaction().execute(async (trx) => {
      await sql`rollback`.execute(trx);
      throw new Error('changed my mind');
    });
    await expect(broken).rejects.toThrow('changed my mind');
    await numbers.insertInto('numbers').values({ n: 1 }).execute();
    expect(await all()).toEqual([1]);
  });

  it('reads whole numbers as numbers, and throws rather than lose a digit', async () => {
    await addTable();
    await numbers.insertInto('numbers').values({ n: Number.MAX_SAFE_INTEGER }).execute();
    expect(await all()).toEqual([Number.MAX_SAFE_INTEGER]);
    await numbers
      .insertInto('numbers')
      .values({ n: 2n ** 53n })
      .execute();
    await expect(all()).rejects.toThrow(RangeError);
  });

  it('returns the number of changed rows, and the rows of `returning`', async () => {
    await addTable();
    const added = await numbers
      .insertInto('numbers')
      .values([{ n: 1 }, { n: 2 }])
      .returning('n')
      .execute();
    expect(added).toEqual([{ n: 1 }, { n: 2 }]);
    const { numUpdatedRows } = await numbers
      .updateTable('numbers')
      .set({ n: 3 })
      .executeTakeFirstOrThrow();
    expect(numUpdatedRows).toBe(2n);
  });

  it('sees a column that was added after a query on its table had run', async () => {
    await addTable();
    await numbers.insertInto('numbers').values({ n: 1 }).execute();
    const everything = () => numbers.selectFrom('numbers').selectAll().execute();
    expect(await everything()).toEqual([{ n: 1 }]);
    await numbers.schema.alterTable('numbers').addColumn('more', 'text').execute();
    expect(await everything()).toEqual([{ n: 1, more: null }]);
  });

  it('runs each migration once', async () => {
    expect(await migrate(database.db, migrations)).toEqual([]);
    expect(await migrate(database.db, longer)).toEqual(TWO_STEPS);
    expect(await migrate(database.db, longer)).toEqual([]);
    expect(await all()).toEqual([1]);
  });

  it('rolls back all migrations when one fails', async () => {
    const fail = () => {
      throw new Error('the disk is full');
    };
    await expect(migrate(database.db, { ...migrations, ...createTwoSteps(fail) })).rejects.toThrow(
      'the disk is full',
    );
    await expect(all()).rejects.toThrow(/numbers/);
    expect(await migrate(database.db, longer)).toEqual(TWO_STEPS);
  });

  it('refuses a database that a newer release has changed', async () => {
    await migrate(database.db, longer);
    await expect(migrate(database.db, migrations)).rejects.toThrow('9998-first is missing');
  });

  it('can checkpoint its log, and be closed twice', async () => {
    await database.checkpoint();
    await database.close();
    await database.close();
    await expect(sql`select 1`.execute(database.db)).rejects.toThrow('destroyed');
  });

  it('runs each migration once when several servers start at the same moment', async () => {
    const place = kind === 'sqlite' ? await makeFolder() : await makePostgres();
    try {
      const servers = await Promise.all([1, 2, 3].map(() => startInstance(place)));
      await Promise.all(servers.map((go) => go()));
      const url = kind === 'sqlite' ? null : place.url;
      const { db, close } = await openDatabase({ ...place, url, steps: longer });
      const { rows } = await sql`select n from numbers`.execute(db);
      await close();
      expect(rows).toEqual([{ n: 1 }]);
    } finally {
      await place.remove();
    }
  });
});

it.runIf(postgresAvailable)(
  'reconnects after PostgreSQL has ended all connections, as a restart does',
  async () => {
    const { url, remove } = await createPostgresDatabase();
    const watched = await openDatabase({ url, dataDir: ':memory:' });
    const other = await openDatabase({ url, dataDir: ':memory:' });
    const ask = () => sql<{ n: number }>`select 1 as n`.execute(watched.db);
    const running = expect(sql`select pg_sleep(20)`.execute(watched.db)).rejects.toThrow();
    const endOthers = () =>
      sql<{ ended: number }>`
        select count(pg_terminate_backend(pid)) as ended from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      `.execute(other.db);
    try {
      await vi.waitUntil(
        async () => (await endOthers()).rows[0]?.ended === 1,
        SLOW_MACHINE_TIMEOUT,
      );
      await running;
      await vi.waitUntil(
        async () => (await ask().catch(() => undefined))?.rows[0]?.n === 1,
        SLOW_MACHINE_TIMEOUT,
      );
    } finally {
      await Promise.all([watched.close(), other.close()]);
      await remove();
    }
  },
);

type Place = { url: string; dataDir: string; remove: () => Promise<void> };

async function makeFolder(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keepreel-database-'));
  return { url: '', dataDir, remove: () => rm(dataDir, { recursive: true }) };
}

async function makePostgres(): Promise<Place> {
  const { url, remove } = await createPostgresDatabase();
  return { url, dataDir: ':memory:', remove };
}

/** Starts a process and waits until it is about to open the database; the answer lets it, and throws what it says. */
async function startInstance({ url, dataDir }: Place): Promise<() => Promise<void>> {
  const script = join(import.meta.dirname, 'boot-instance.ts');
  const child = spawn(process.execPath, [script, url, dataDir], { stdio: 'pipe' });
  const exited = once(child, 'exit');
  const errors = text(child.stderr);
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.end('go\n');
    const [code] = await exited;
    if (code !== 0) throw new Error(await errors);
  };
}
