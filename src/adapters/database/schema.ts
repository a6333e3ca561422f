// The tables of the database as types; used by every adapter that stores something.
import type { Kysely } from 'kysely';
import type { AuditEntry } from '../../core/audit.ts';
import type { Download } from '../../core/download.ts';
import type { Outcome } from '../../core/ports.ts';
import type { TrendingVideo } from '../../core/trending.ts';

/** One row per attempt: nothing in it leads back to a visitor or an item. Milliseconds and bytes are whole numbers. */
export type OutcomesTable = {
  platform: Outcome['platform'];
  step: Outcome['step'];
  code: Outcome['code'];
  duration_ms: number;
  bytes: number;
  hour: number;
};

/**
 * One row per download. `wish` (link and choice), `title` and `file_name` are sealed, each for its own place in its own
 * row; `visitor` is a hash, `failure` is JSON.
 */
export type DownloadsTable = {
  id: string;
  visitor: string;
  state: Download['state'];
  platform: Download['platform'];
  wish: string;
  title: string | null;
  file_name: string | null;
  file_id: string | null;
  failure: string | null;
  attempt: number;
  share_version: number;
  is_shared: number;
  created_at: number;
  expires_at: number | null;
};

/** One row per trending video. `thumbnail` is the name of a file in the folder of trending files. */
export type TrendingVideosTable = {
  id: string;
  title: string;
  description: string | null;
  video_url: string;
  thumbnail: string | null;
  platform: TrendingVideo['platform'];
  featured: number;
  view_count: number;
  created_at: number;
  is_available: number;
  position: number | null;
  version: number;
  /** When it was removed; until it is forgotten it can be put back. */
  removed_at: number | null;
};

/** One row per visitor who rated: a name made for this table alone, and the UTC day. No address, no link. */
export type RatingsTable = { rater: string; stars: number; day: number };

/** One row per UTC day, page and language. */
export type PageViewsTable = { day: number; path: string; language: string; views: number };

/** One row per operator. `email` is as `readEmail` gives it, `password` a PHC string. */
export type AdminsTable = { id: string; email: string; password: string; created_at: number };

/** One row per browser that is signed in; `hash` is that of what the browser holds. */
export type AdminSessionsTable = {
  hash: string;
  admin_id: string;
  created_at: number;
  seen_at: number;
};

/** One row per thing that an operator did; `details` is JSON. */
export type AuditLogTable = {
  id: string;
  at: number;
  admin: string | null;
  action: AuditEntry['action'];
  subject: string | null;
  details: string;
};

/**
 * All tables. The same on SQLite and PostgreSQL, so: ids are text, times are epoch milliseconds,
 * booleans are 0 or 1, JSON is text, and whole numbers stay below 2^53 (reading a larger one throws).
 */
export type Schema = {
  outcomes: OutcomesTable;
  downloads: DownloadsTable;
  trending_videos: TrendingVideosTable;
  ratings: RatingsTable;
  page_views: PageViewsTable;
  admins: AdminsTable;
  admin_sessions: AdminSessionsTable;
  audit_log: AuditLogTable;
};

/** An open database with the present schema. */
export type Database = {
  readonly db: Kysely<Schema>;
  readonly kind: 'sqlite' | 'postgres';
  /** Empties SQLite's write-ahead log, where deleted rows linger until then. Does nothing on PostgreSQL. */
  readonly checkpoint: () => Promise<void>;
  /** Ends all connections; safe to call twice. */
  readonly close: () => Promise<void>;
};
