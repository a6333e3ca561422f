// The migrations of both databases, run by `openDatabase`.
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { countingSteps } from './counting-steps.ts';
import { fileSteps } from './file-steps.ts';
import { keySteps } from './key-steps.ts';
import type { Schema } from './schema.ts';
import { takedownSteps } from './takedown-steps.ts';

/** Every released step, by name. A released step is never changed or removed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-outcomes': {
    up: async (db) => {
      await db.schema
        .createTable('outcomes')
        .addColumn('platform', 'text', (column) => column.notNull())
        .addColumn('step', 'text', (column) => column.notNull())
        .addColumn('code', 'text', (column) => column.notNull())
        .addColumn('duration_ms', 'bigint', (column) => column.notNull())
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .addColumn('hour', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('outcomes_hour_platform')
        .on('outcomes')
        .columns(['hour', 'platform'])
        .execute();
    },
  },
  '0002-downloads': {
    up: async (db) => {
      await db.schema
        .createTable('downloads')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('visitor', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('platform', 'text', (column) => column.notNull())
        .addColumn('wish', 'text', (column) => column.notNull())
        .addColumn('title', 'text')
        .addColumn('file_name', 'text')
        .addColumn('file_id', 'text')
        .addColumn('failure', 'text')
        .addColumn('attempt', 'bigint', (column) => column.notNull())
        .addColumn('share_version', 'bigint', (column) => column.notNull())
        .addColumn('is_shared', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint')
        .execute();
      const indexes = {
        downloads_visitor_created: ['visitor', 'created_at'],
        downloads_state: ['state'],
        downloads_file: ['file_id'],
        downloads_expires: ['expires_at'],
      };
      for (const [name, columns] of Object.entries(indexes)) {
        await db.schema.createIndex(name).on('downloads').columns(columns).execute();
      }
    },
  },
  '0003-trending-ratings-views': {
    up: async (db) => {
      await db.schema
        .createTable('trending_videos')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('description', 'text')
        .addColumn('video_url', 'text', (column) => column.notNull())
        .addColumn('thumbnail', 'text')
        .addColumn('platform', 'text')
        .addColumn('featured', 'bigint', (column) => column.notNull())
        .addColumn('view_count', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('is_available', 'bigint', (column) => column.notNull())
        .addColumn('position', 'bigint')
        .execute();
      await db.schema
        .createTable('ratings')
        .addColumn('rater', 'text', (column) => column.primaryKey().notNull())
        .addColumn('stars', 'bigint', (column) => column.notNull())
        .addColumn('day', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('page_views')
        .addColumn('day', 'bigint', (column) => column.notNull())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('views', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('page_views_key', ['day', 'path', 'language'])
        .execute();
    },
  },
  '0004-operators': {
    up: async (db) => {
      await db.schema
        .createTable('admins')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('email', 'text', (column) => column.notNull().unique())
        .addColumn('password', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('admin_sessions')
        .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
        .addColumn('admin_id', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('admin_sessions_admin')
        .on('admin_sessions')
        .column('admin_id')
        .execute();
      await db.schema
        .createTable('audit_log')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('admin', 'text')
        .addColumn('action', 'text', (column) => column.notNull())
        .addColumn('subject', 'text')
        .addColumn('details', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('audit_log_at').on('audit_log').column('at').execute();
    },
  },
  '0005-trending-versions': {
    up: async (db) => {
      await db.schema
        .alterTable('trending_videos')
        .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
        .execute();
      await db.schema.alterTable('trending_videos').addColumn('removed_at', 'bigint').execute();
    },
  },
  '0006-settings': {
    up: async (db) => {
      await db.schema
        .createTable('settings')
        .addColumn('name', 'text', (column) => column.primaryKey().notNull())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0007-trending-films': {
    up: async (db) => {
      await db.schema.alterTable('trending_videos').addColumn('film', 'text').execute();
    },
  },
  ...countingSteps,
  ...takedownSteps,
  '0012-download-origins': {
    up: async (db) => {
      await db.schema.alterTable('downloads').addColumn('origin', 'text').execute();
    },
  },
  '0013-servers': {
    up: async (db) => {
      await db.schema
        .createTable('servers')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('key_fingerprint', 'text', (column) => column.notNull())
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.alterTable('downloads').addColumn('server', 'text').execute();
    },
  },
  ...keySteps,
  ...fileSteps,
  '0017-server-facts': {
    up: async (db) => {
      await db.schema.alterTable('servers').addColumn('facts', 'text').execute();
    },
  },
  '0018-open-once': {
    up: async (db) => {
      await db.schema.alterTable('downloads').addColumn('only_open', 'text').execute();
      await db.schema
        .createIndex('downloads_only_open')
        .unique()
        .on('downloads')
        .columns(['visitor', 'only_open'])
        .where(sql.ref('state'), '=', sql.lit('open'))
        .execute();
    },
  },
};

/**
 * Runs the steps that this database has not seen, all or none of them, and returns their names. Instances that start
 * together wait for one another and run each step once. Throws the error of a failed step, and when the database was
 * made by a newer release.
 */
export async function migrate(
  db: Kysely<Schema>,
  steps: Readonly<Record<string, Migration>>,
): Promise<readonly string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...steps }) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
