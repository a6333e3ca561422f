// The databases that every contract suite on stored data runs on: one table, one fresh database per call.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '../../src/adapters/database/connection/open-database.ts';
import type { Database } from '../../src/adapters/database/schema.ts';
import type { LentServer } from '../support/run/global-setup.ts';

/** Whether the tests on PostgreSQL run. Off with `KEEPREEL_TEST_POSTGRES=off`; otherwise a missing PostgreSQL fails them. */
export const postgresAvailable = inject('postgres') !== 'off';

/** A database of its own for one test; `end` closes and removes it. */
export type TestDatabase = Database & { readonly end: () => Promise<void> };

/** Each kind of database with the function that makes a fresh one. */
export const databases: readonly (readonly [Database['kind'], () => Promise<TestDatabase>])[] = [
  [
    'sqlite',
    // In a file, like the product's: in memory there would be one connection instead of two.
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'keepreel-database-'));
      const database = await openDatabase({ url: null, dataDir });
      const end = async () => {
        await database.close();
        await rm(dataDir, { recursive: true });
      };
      return { ...database, end };
    },
  ],
  ...(postgresAvailable
    ? ([
        [
          'postgres',
          async () => {
            const empty = await createPostgresDatabase();
            const database = await openDatabase({ url: empty.url, dataDir: ':memory:' });
            const end = async () => {
              await database.close();
              await empty.remove();
            };
            return { ...database, end };
          },
        ],
      ] as const)
    : []),
];

/** An empty database on the tests' PostgreSQL. Throws the remedy where there is no PostgreSQL. */
export async function createPostgresDatabase(): Promise<{
  url: string;
  remove: () => Promise<void>;
}> {
  const answer = (await json(connect(inject('postgres')))) as LentServer;
  if ('missing' in answer) throw new Error(answer.missing);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await ask(answer.url, `create database ${name}`);
  return {
    url: answer.url.replace(/postgres$/, name),
    remove: () => ask(answer.url, `drop database ${name} with (force)`),
  };
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
