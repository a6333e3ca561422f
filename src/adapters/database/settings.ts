// Settings that operators change at run time; behind the port `Settings`.
import type { Kysely } from 'kysely';
import type { Settings } from '../../core/settings/ports.ts';
import type { Schema } from './schema.ts';

/** The port `Settings` on either database. */
export function createSettings(db: Kysely<Schema>): Settings {
  return {
    async read(name) {
      const row = await db
        .selectFrom('settings')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirst();
      return row ? JSON.parse(row.value) : null;
    },
    async write(name, value) {
      const row = { name, value: JSON.stringify(value) };
      await db
        .insertInto('settings')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value }))
        .execute();
    },
    async replace(name, before, value) {
      const row = { name, value: JSON.stringify(value) };
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('settings')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ value: row.value })
            // JSON that was parsed serializes to the same text again.
            .where('settings.value', '=', JSON.stringify(before)),
        )
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
  };
}
