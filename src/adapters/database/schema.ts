// The database's tables as types.
import type { Kysely } from 'kysely';
import type { Block } from '../../core/blocks/ports.ts';
import type { Download } from '../../core/downloading/download.ts';
import type { AuditEntry } from '../../core/operators/audit.ts';
import type { ApiKey } from '../../core/operators/keys/api-key.ts';
import type { Outcome } from '../../core/outcomes/ports.ts';
import type { CounterNotice, TakedownState } from '../../core/takedowns/takedown.ts';
import type { TrendingVideo } from '../../core/trending/trending.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';

/** One row per attempt, without anything that identifies a visitor or an item. Milliseconds and bytes are integers. */
export type OutcomesTable = {
  platform: Outcome['platform'];
  step: Outcome['step'];
  code: Outcome['code'];
  duration_ms: number;
  bytes: number;
  hour: number;
};

/**
 * One row per server that uses this database, or did until it crashed. `key_fingerprint` identifies a key without
 * revealing it.
 */
export type ServersTable = {
  id: string;
  key_fingerprint: string;
  started_at: number;
  seen_at: number;
  facts: string | null;
};

/**
 * One row per download. `platform` is empty for an upload. `request` (link and task), `title`, `file_name` and `origin` are sealed, each for its place
 * in its row; `visitor` is a hash, `failure` is JSON. `server` is the id of the server that carries it out and has its
 * file. `only_open` is a mark of a request that a visitor may have open once;
 * null where that is not asked for.
 */
export type DownloadsTable = {
  id: string;
  visitor: string;
  state: Download['state'];
  platform: PlatformId | '';
  request: string;
  title: string | null;
  file_name: string | null;
  file_id: string | null;
  origin: string | null;
  failure: string | null;
  attempt: number;
  share_version: number;
  is_shared: number;
  created_at: number;
  expires_at: number | null;
  server: string;
  only_open: string | null;
};

/**
 * One row per trending video. `thumbnail` and `film` are names in the folder of trending files; with a film `video_url`
 * is empty.
 */
export type TrendingVideosTable = {
  id: string;
  title: string;
  description: string | null;
  video_url: string;
  film: string | null;
  thumbnail: string | null;
  platform: TrendingVideo['platform'];
  featured: number;
  view_count: number;
  created_at: number;
  is_available: number;
  position: number | null;
  version: number;
  /** When it was removed; it can be restored until it is purged. */
  removed_at: number | null;
};

/** One row per rating visitor: a pseudonym made for this table alone, and the UTC day. No address, no link. */
export type RatingsTable = { rater: string; stars: number; day: number };

/** One row per view of a trending video: a mark made of visitor, video and day, deleted after its day. */
export type TrendingViewMarksTable = { mark: string; day: number };

/** One row per checked trending video: `target` is the address or file it had then. */
export type TrendingChecksTable = {
  video: string;
  target: string;
  /** The target of a short address, as `canonicalItem` names it. */
  canonical_id: string | null;
  checked_at: number;
  check_misses: number;
};

/** The key of the current ISO week, which begins at `week`; earlier ones are destroyed. */
export type PopularWeeksTable = { week: number; key: string };

/** One row per visitor and item that fewer than five visitors had: pseudonyms made with the key of the week. */
export type PopularMarksTable = { mark: string; name: string; day: number };

/** One row per item that five visitors had; `id` as `canonicalItem` names it. */
export type PopularLinksTable = {
  id: string;
  platform: TrendingVideo['platform'] & string;
  link: string;
};

/** One row per such item and UTC day. */
export type PopularDaysTable = { id: string; day: number; downloads: number };

/** One row per item that ever was a trending video. */
export type ListedItemsTable = { id: string };

/** One row per UTC day, page and language. */
export type PageViewsTable = { day: number; path: string; language: string; views: number };

/** One row per operator. `email` is as `readEmail` gives it, `password` a PHC string. */
export type AdminsTable = { id: string; email: string; password: string; created_at: number };

/** One row per signed-in browser; `hash` is that of its session token. */
export type AdminSessionsTable = {
  hash: string;
  admin_id: string;
  created_at: number;
  seen_at: number;
};

/** One row per action of an operator; `details` is JSON. */
export type AuditLogTable = {
  id: string;
  at: number;
  admin: string | null;
  action: AuditEntry['action'];
  subject: string | null;
  details: string;
};

/** One row per setting that operators change at run time; `value` is JSON. */
export type SettingsTable = { name: string; value: string };

/**
 * One row per notice. `content` (what its sender wrote) and `links` are JSON, `token_hash` is that of its case token.
 */
export type TakedownsTable = {
  id: string;
  token_hash: string;
  state: TakedownState;
  content: string;
  links: string;
  received_at: number;
  waiting_until: number | null;
  closed_at: number | null;
  version: number;
};

/** One row per step of a notice; `version` is the one that it created. */
export type TakedownStepsTable = {
  notice: string;
  version: number;
  state: TakedownState;
  at: number;
  admin: string | null;
  reason: string | null;
};

/** One row per counter-notice; `content` is JSON. */
export type TakedownCountersTable = {
  id: string;
  notice: string;
  token_hash: string;
  subject: string;
  content: string;
  received_at: number;
  outcome: CounterNotice['outcome'];
};

/** One row per current or former entry of the block list. */
export type BlocksTable = {
  id: string;
  kind: Block['kind'];
  subject: string;
  parent: string | null;
  reason: string;
  notice: string | null;
  admin: string | null;
  created_at: number;
  removed_at: number | null;
};

/** One row per key; `hash` is the SHA-256 of its secret, `used_on` the start of a UTC day. */
export type ApiKeysTable = {
  id: string;
  hash: string;
  name: string;
  kind: ApiKey['kind'];
  made_by: string | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  used_on: number | null;
  used_bytes: number;
  open_jobs: number | null;
  per_hour: number | null;
  bytes_per_day: number | null;
};

/** One row per origin from which browsers may use a key. */
export type ApiKeyOriginsTable = { key_id: string; origin: string };

/**
 * One row per finished file in an object store, whose object bears the id of the row. `etag` is the file's own, `object_etag`
 * the object's; `receipt` is JSON. With `removed_at` it is found no more, and its object goes when its readers have ended.
 */
export type FilesTable = {
  id: string;
  work_key: string;
  bytes: number;
  etag: string;
  object_etag: string;
  sha256: string;
  crc32: number;
  receipt: string;
  created_at: number;
  expires_at: number;
  used_at: number;
  removed_at: number | null;
};

/**
 * All tables. The same on SQLite and PostgreSQL, so: ids are text, times are epoch milliseconds, booleans are 0 or 1,
 * JSON is text, and integers stay below 2^53 (reading a larger one throws).
 */
export type Schema = {
  outcomes: OutcomesTable;
  servers: ServersTable;
  downloads: DownloadsTable;
  trending_videos: TrendingVideosTable;
  ratings: RatingsTable;
  trending_view_marks: TrendingViewMarksTable;
  trending_checks: TrendingChecksTable;
  popular_weeks: PopularWeeksTable;
  popular_marks: PopularMarksTable;
  popular_links: PopularLinksTable;
  popular_days: PopularDaysTable;
  listed_items: ListedItemsTable;
  page_views: PageViewsTable;
  admins: AdminsTable;
  admin_sessions: AdminSessionsTable;
  audit_log: AuditLogTable;
  settings: SettingsTable;
  takedowns: TakedownsTable;
  takedown_steps: TakedownStepsTable;
  takedown_counters: TakedownCountersTable;
  blocks: BlocksTable;
  api_keys: ApiKeysTable;
  api_key_origins: ApiKeyOriginsTable;
  files: FilesTable;
};

/** An open database with the current schema. */
export type Database = {
  readonly db: Kysely<Schema>;
  readonly kind: 'sqlite' | 'postgres';
  /**
   * Truncates SQLite's write-ahead log, where deleted rows linger until then. What another process is using stays until
   * the next time. Does nothing on PostgreSQL.
   */
  readonly checkpoint: () => Promise<void>;
  /** Whether the file that SQLite opened is still the one at its path. True on PostgreSQL. */
  readonly isInPlace: () => Promise<boolean>;
  /** Closes all connections. Idempotent. */
  readonly close: () => Promise<void>;
};
