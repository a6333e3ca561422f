import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { holdWriteLock } from '../../../../tests/support/run/hold-write-lock.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Database, Schema } from '../schema.ts';
import { createSettings } from '../settings.ts';
import { openDatabase } from './open-database.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';

describe('a database in a file that another process writes to', () => {
  let folder: string;
  let file: string;
  let database: Database;
  let letGo: () => Promise<void>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keepreel-locked-'));
    file = join(folder, 'keepreel.sqlite');
    database = await openDatabase({ url: null, dataDir: folder });
    await createSettings(database.db).write('platforms', 1);
    letGo = await holdWriteLock(file);
    return async () => {
      await letGo();
      await database.close();
      await rm(folder, { recursive: true });
    };
  });

  const read = (name: 'platforms' | 'canaries' = 'platforms') =>
    createSettings(database.db).read(name);
  /** Whether `work` is pending after twenty reads, each in a separate turn of the event loop. */
  const isWaitingWhileWeRead = async (work: Promise<unknown>) => {
    let hasEnded = false;
    const ends = () => {
      hasEnded = true;
    };
    work.then(ends, ends);
    for (let turn = 0; turn < 20; turn += 1) {
      expect(await read()).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return !hasEnded;
  };

  it('can be read meanwhile, and is written once the lock is released', async () => {
    const written = createSettings(database.db).write('canaries', 2);
    expect(await isWaitingWhileWeRead(written)).toBe(true);
    await letGo();
    await written;
    expect(await read('canaries')).toBe(2);
  });

  it('makes a transaction wait at its start, and runs it once', async () => {
    let runs = 0;
    const done = database.db.transaction().execute(async (inner) => {
      runs += 1;
      await createSettings(inner).write('canaries', 2);
    });
    expect(await isWaitingWhileWeRead(done)).toBe(true);
    expect(runs).toBe(0);
    await letGo();
    await done;
    expect([runs, await read('canaries')]).toEqual([1, 2]);
  });

  it('keeps the order of waiting writes', async () => {
    const { write } = createSettings(database.db);
    const writes = [1, 2, 3, 4].map((n) => write('canaries', n));
    expect(await isWaitingWhileWeRead(Promise.all(writes))).toBe(true);
    await letGo();
    await Promise.all(writes);
    expect(await read('canaries')).toBe(4);
  });

  it('refuses each write after its own timeout, however many wait', async () => {
    const db = new Kysely<Schema>({
      dialect: new NodeSqliteDialect(file, { lockTimeoutMs: 2000 }),
    });
    const refusals: { readonly error: unknown; readonly at: number }[] = [];
    const note = (error: unknown) => refusals.push({ error, at: performance.now() });
    const { write } = createSettings(db);
    const transaction = db
      .transaction()
      .execute(async (inner) => createSettings(inner).read('platforms'));
    await Promise.all(
      [...[1, 2, 3].map((n) => write('canaries', n)), transaction].map((one) => one.catch(note)),
    );
    expect(refusals.map(({ error }) => error)).toEqual(refusals.map(() => expect.any(AppError)));
    expect(refusals).toHaveLength(4);
    expect(refusals[0]?.error).toMatchObject({
      code: 'server_busy',
      params: { retryAfterSeconds: expect.any(Number) },
    });
    const [first, last] = [refusals.at(0)?.at ?? 0, refusals.at(-1)?.at ?? 0];
    expect(last - first).toBeLessThan(1500);
    await letGo();
    await write('canaries', 5);
    expect(await createSettings(db).read('canaries')).toBe(5);
    await db.destroy();
  });

  it('can be opened meanwhile, and is up to date once the lock is released', async () => {
    const opened = openDatabase({ url: null, dataDir: folder });
    expect(await isWaitingWhileWeRead(opened)).toBe(true);
    await letGo();
    const second = await opened;
    expect(await createSettings(second.db).read('platforms')).toBe(1);
    await second.close();
  });

  it('postpones emptying its log', async () => {
    // It returns although the lock is still held.
    await database.checkpoint();
    expect(await read()).toBe(1);
  });
});
