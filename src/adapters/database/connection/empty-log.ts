// Empties SQLite's write-ahead log every few minutes, so that deleted data does not stay in it for long.
import type { Duties, EndDuty } from '../../../core/async/duties.ts';
import type { Database } from '../schema.ts';

const EVERY_MS = 5 * 60_000;

/** Starts the duty. What another process keeps in use is left for the next time. */
export function keepLogEmpty(database: Pick<Database, 'checkpoint'>, duties: Duties): EndDuty {
  return duties.every('empty-database-log', EVERY_MS, database.checkpoint, {
    failure: 'the log of the database was not emptied',
  });
}
