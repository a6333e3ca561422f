// The migration that creates the takedown tables; part of migrations.ts.
import type { Migration } from 'kysely/migration';

/** Like those in `migrations`: never changed once released. */
export const takedownSteps: Readonly<Record<string, Migration>> = {
  '0011-takedowns': {
    up: async (db) => {
      await db.schema
        .createTable('takedowns')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('token_hash', 'text', (column) => column.notNull().unique())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('links', 'text', (column) => column.notNull())
        .addColumn('received_at', 'bigint', (column) => column.notNull())
        .addColumn('waiting_until', 'bigint')
        .addColumn('closed_at', 'bigint')
        .addColumn('version', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('takedowns_state_received')
        .on('takedowns')
        .columns(['state', 'received_at'])
        .execute();
      await db.schema
        .createTable('takedown_steps')
        .addColumn('notice', 'text', (column) => column.notNull())
        .addColumn('version', 'bigint', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('admin', 'text')
        .addColumn('reason', 'text')
        .addPrimaryKeyConstraint('takedown_steps_key', ['notice', 'version'])
        .execute();
      await db.schema
        .createTable('takedown_counters')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('notice', 'text', (column) => column.notNull())
        .addColumn('token_hash', 'text', (column) => column.notNull().unique())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('received_at', 'bigint', (column) => column.notNull())
        .addColumn('outcome', 'text')
        .execute();
      await db.schema
        .createIndex('takedown_counters_notice')
        .on('takedown_counters')
        .column('notice')
        .execute();
      await db.schema
        .createTable('blocks')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('parent', 'text')
        .addColumn('reason', 'text', (column) => column.notNull())
        .addColumn('notice', 'text')
        .addColumn('admin', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('removed_at', 'bigint')
        .execute();
      await db.schema
        .createIndex('blocks_subject')
        .on('blocks')
        .columns(['subject', 'kind'])
        .execute();
      for (const column of ['notice', 'parent'])
        await db.schema.createIndex(`blocks_${column}`).on('blocks').column(column).execute();
    },
  },
};
