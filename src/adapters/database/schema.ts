// The tables of the database as types; used by every adapter that stores something.
import type { Kysely } from 'kysely';
import type { Outcome } from '../../core/ports.ts';

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
 * All tables. The same on SQLite and PostgreSQL, so: ids are text, times are epoch milliseconds,
 * booleans are 0 or 1, JSON is text, and whole numbers stay below 2^53 (reading a larger one throws).
 */
export type Schema = {
  outcomes: OutcomesTable;
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
