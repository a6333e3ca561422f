// The migration that creates the tables of keys for programs; part of migrations.ts.
import type { Migration } from 'kysely/migration';

/** Like those in `migrations`: never changed once released. */
export const keySteps: Readonly<Record<string, Migration>> = {
  '0014-api-keys': {
    up: async (db) => {
      await db.schema
        .createTable('api_keys')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('hash', 'text', (column) => column.notNull().unique())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('made_by', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint')
        .addColumn('revoked_at', 'bigint')
        .addColumn('used_on', 'bigint')
        .addColumn('used_bytes', 'bigint', (column) => column.notNull())
        .addColumn('open_jobs', 'bigint')
        .addColumn('per_hour', 'bigint')
        .addColumn('bytes_per_day', 'bigint')
        .execute();
      await db.schema
        .createIndex('api_keys_made_by')
        .on('api_keys')
        .columns(['made_by', 'kind'])
        .execute();
      await db.schema
        .createTable('api_key_origins')
        .addColumn('key_id', 'text', (column) => column.notNull())
        .addColumn('origin', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('api_key_origins_key', ['origin', 'key_id'])
        .execute();
      await db.schema
        .createIndex('api_key_origins_key_id')
        .on('api_key_origins')
        .column('key_id')
        .execute();
    },
  },
};
