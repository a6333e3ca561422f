// The migration that creates the table of files in an object store; part of migrations.ts.
import type { Migration } from 'kysely/migration';

/** Like those in `migrations`: never changed once released. */
export const fileSteps: Readonly<Record<string, Migration>> = {
  '0016-files': {
    up: async (db) => {
      await db.schema
        .createTable('files')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('work_key', 'text', (column) => column.notNull())
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .addColumn('etag', 'text', (column) => column.notNull())
        .addColumn('object_etag', 'text', (column) => column.notNull())
        .addColumn('sha256', 'text', (column) => column.notNull())
        .addColumn('crc32', 'bigint', (column) => column.notNull())
        .addColumn('receipt', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('used_at', 'bigint', (column) => column.notNull())
        .addColumn('removed_at', 'bigint')
        .execute();
      await db.schema.createIndex('files_work_key').on('files').column('work_key').execute();
      await db.schema.createIndex('files_used_at').on('files').column('used_at').execute();
    },
  },
};
