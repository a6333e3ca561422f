// The tables of the database as types; used by every adapter that stores something.
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
