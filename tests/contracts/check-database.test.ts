// What readiness finds out about a database, on every kind.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { checkDatabase } from '../../src/adapters/database/connection/check-database.ts';
import { createManualClock } from '../support/run/manual-clock.ts';
import { databases } from './databases.ts';

it.each(databases)('%s is healthy only while it can be written', async (kind, make) => {
  const database = await make();
  const clock = createManualClock();
  const check = () => checkDatabase(database, clock);
  const setReadOnly = (value: 'on' | 'off') =>
    sql
      .raw(
        kind === 'sqlite'
          ? `pragma query_only = ${value}`
          : `set default_transaction_read_only = ${value}`,
      )
      .execute(database.db);
  try {
    await check();
    clock.advance(1);
    await check();
    await setReadOnly('on');
    clock.advance(1);
    await expect(check()).rejects.toThrow(/read.?only/);
    await setReadOnly('off');
    await check();
    await sql`drop table settings`.execute(database.db);
    await expect(check()).rejects.toThrow(/settings/);
  } finally {
    await database.end();
  }
});
