// The migrations of the tables for counts of trending videos and popular links; part of migrations.ts.
import type { Migration } from 'kysely/migration';

/** Steps like those in `migrations`: never changed once released. */
export const countingSteps: Readonly<Record<string, Migration>> = {
  '0008-trending-view-marks': {
    up: async (db) => {
      await db.schema
        .createTable('trending_view_marks')
        .addColumn('mark', 'text', (column) => column.primaryKey().notNull())
        .addColumn('day', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('trending_view_marks_day')
        .on('trending_view_marks')
        .column('day')
        .execute();
    },
  },
  '0009-trending-checks': {
    up: async (db) => {
      await db.schema
        .createTable('trending_checks')
        .addColumn('video', 'text', (column) => column.primaryKey().notNull())
        .addColumn('target', 'text', (column) => column.notNull())
        .addColumn('canonical_id', 'text')
        .addColumn('checked_at', 'bigint', (column) => column.notNull())
        .addColumn('check_misses', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '0010-popular': {
    up: async (db) => {
      await db.schema
        .createTable('popular_weeks')
        .addColumn('week', 'bigint', (column) => column.primaryKey().notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('popular_marks')
        .addColumn('mark', 'text', (column) => column.primaryKey().notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('day', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('popular_marks_name')
        .on('popular_marks')
        .column('name')
        .execute();
      await db.schema
        .createTable('popular_links')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('platform', 'text', (column) => column.notNull())
        .addColumn('link', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('popular_days')
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('day', 'bigint', (column) => column.notNull())
        .addColumn('downloads', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('popular_days_key', ['id', 'day'])
        .execute();
      await db.schema
        .createTable('listed_items')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .execute();
    },
  },
};
