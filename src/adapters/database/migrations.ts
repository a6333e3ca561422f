// The migrations of both databases, run by `openDatabase`.
import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Schema } from './schema.ts';

/** `text` and `int` are never null, those with a question mark may be; a `key` is the primary key, alone or with others. */
type Column = 'key' | 'int key' | 'unique' | 'text' | 'text?' | 'int' | 'int?';

const TABLES: {
  readonly [Table in keyof Schema]: { readonly [Name in keyof Schema[Table]]: Column };
} = {
  outcomes: {
    platform: 'text',
    step: 'text',
    code: 'text',
    duration_ms: 'int',
    bytes: 'int',
    hour: 'int',
  },
  servers: {
    id: 'key',
    key_fingerprint: 'text',
    started_at: 'int',
    seen_at: 'int',
    facts: 'text?',
  },
  downloads: {
    id: 'key',
    visitor: 'text',
    state: 'text',
    platform: 'text',
    request: 'text',
    title: 'text?',
    file_name: 'text?',
    file_id: 'text?',
    origin: 'text?',
    failure: 'text?',
    attempt: 'int',
    share_version: 'int',
    is_shared: 'int',
    created_at: 'int',
    expires_at: 'int?',
    server: 'text',
    only_open: 'text?',
  },
  trending_videos: {
    id: 'key',
    title: 'text',
    description: 'text?',
    video_url: 'text',
    film: 'text?',
    thumbnail: 'text?',
    platform: 'text?',
    featured: 'int',
    view_count: 'int',
    created_at: 'int',
    is_available: 'int',
    position: 'int?',
    version: 'int',
    removed_at: 'int?',
  },
  ratings: { rater: 'key', stars: 'int', day: 'int' },
  trending_view_marks: { mark: 'key', day: 'int' },
  trending_checks: {
    video: 'key',
    target: 'text',
    canonical_id: 'text?',
    checked_at: 'int',
    check_misses: 'int',
  },
  popular_weeks: { week: 'int key', key: 'text' },
  popular_marks: { mark: 'key', name: 'text', day: 'int' },
  popular_links: { id: 'key', platform: 'text', link: 'text' },
  popular_days: { id: 'key', day: 'int key', downloads: 'int' },
  listed_items: { id: 'key' },
  page_views: { day: 'int key', path: 'key', language: 'key', views: 'int' },
  admins: { id: 'key', email: 'unique', password: 'text', created_at: 'int' },
  admin_sessions: { hash: 'key', admin_id: 'text', created_at: 'int', seen_at: 'int' },
  audit_log: {
    id: 'key',
    at: 'int',
    admin: 'text?',
    action: 'text',
    subject: 'text?',
    details: 'text',
  },
  settings: { name: 'key', value: 'text' },
  takedowns: {
    id: 'key',
    token_hash: 'unique',
    state: 'text',
    content: 'text',
    links: 'text',
    received_at: 'int',
    waiting_until: 'int?',
    closed_at: 'int?',
    version: 'int',
  },
  takedown_steps: {
    notice: 'key',
    version: 'int key',
    state: 'text',
    at: 'int',
    admin: 'text?',
    reason: 'text?',
  },
  takedown_counters: {
    id: 'key',
    notice: 'text',
    token_hash: 'unique',
    subject: 'text',
    content: 'text',
    received_at: 'int',
    outcome: 'text?',
  },
  blocks: {
    id: 'key',
    kind: 'text',
    subject: 'text',
    parent: 'text?',
    reason: 'text',
    notice: 'text?',
    admin: 'text?',
    created_at: 'int',
    removed_at: 'int?',
  },
  api_keys: {
    id: 'key',
    hash: 'unique',
    name: 'text',
    kind: 'text',
    made_by: 'text?',
    created_at: 'int',
    expires_at: 'int?',
    revoked_at: 'int?',
    used_on: 'int?',
    used_bytes: 'int',
    open_jobs: 'int?',
    per_hour: 'int?',
    bytes_per_day: 'int?',
  },
  api_key_origins: { origin: 'key', key_id: 'key' },
  files: {
    id: 'key',
    work_key: 'text',
    bytes: 'int',
    etag: 'text',
    object_etag: 'text',
    sha256: 'text',
    crc32: 'int',
    receipt: 'text',
    created_at: 'int',
    expires_at: 'int',
    used_at: 'int',
    removed_at: 'int?',
  },
};

const INDEXES: {
  readonly [Table in keyof Schema]?: readonly (readonly (keyof Schema[Table] & string)[])[];
} = {
  outcomes: [['hour', 'platform']],
  downloads: [['visitor', 'created_at'], ['state'], ['file_id'], ['expires_at']],
  trending_view_marks: [['day']],
  popular_marks: [['name']],
  admin_sessions: [['admin_id']],
  audit_log: [['at']],
  takedowns: [['state', 'received_at']],
  takedown_counters: [['notice']],
  blocks: [['subject', 'kind'], ['notice'], ['parent']],
  api_keys: [['made_by', 'kind']],
  api_key_origins: [['key_id']],
  files: [['work_key'], ['used_at']],
};

/** Every released step, by name. A released step is never changed or removed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-initial': {
    async up(db) {
      for (const [table, columns] of Object.entries(TABLES))
        await withColumns(db.schema.createTable(table), table, columns).execute();
      for (const [table, indexes] of Object.entries<readonly (readonly string[])[]>(INDEXES))
        for (const columns of indexes)
          await db.schema
            .createIndex(`${table}_${columns.join('_')}`)
            .on(table)
            .columns([...columns])
            .execute();
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

function withColumns(
  builder: CreateTableBuilder<string, string>,
  table: string,
  columns: Readonly<Record<string, Column>>,
) {
  let built = builder;
  const keys: string[] = [];
  for (const [name, column] of Object.entries(columns)) {
    if (column.endsWith('key')) keys.push(name);
    built = built.addColumn(name, column.startsWith('int') ? 'bigint' : 'text', (definition) => {
      const bounded = column.endsWith('?') ? definition : definition.notNull();
      return column === 'unique' ? bounded.unique() : bounded;
    });
  }
  return keys.length > 0 ? built.addPrimaryKeyConstraint(`${table}_key`, keys) : built;
}

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
