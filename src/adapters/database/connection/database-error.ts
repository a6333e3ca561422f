// Maps database errors: a full disk and a locked database have codes, everything else is internal.
import { serverFull } from '../../../core/files/disk-error.ts';
import { AppError } from '../../../shared/errors.ts';

/** SQLITE_FULL, and SQLITE_IOERR, which SQLite reports when there is no disk space for its log or journal. */
const SQLITE_NO_ROOM = new Set([10, 13]);
const SQLITE_BUSY = 5;
/** `disk_full` and `insufficient_resources` of PostgreSQL. */
const POSTGRES_NO_ROOM = new Set(['53100', '53000']);
const LOCKED_RETRY_SECONDS = 5;

/**
 * Returns the failure as an AppError: `server_full` when the disk is full, `server_busy` when another process holds
 * SQLite's lock; any other unchanged.
 */
export function asDatabaseError(error: unknown): unknown {
  if (isLocked(error)) {
    const params = { retryAfterSeconds: LOCKED_RETRY_SECONDS };
    return new AppError('server_busy', { params, cause: error });
  }
  const { code } = (error ?? {}) as { code?: unknown };
  const isSqliteFull = SQLITE_NO_ROOM.has(sqliteKind(error));
  const isPostgresFull = typeof code === 'string' && POSTGRES_NO_ROOM.has(code);
  if (!isSqliteFull && !isPostgresFull) return error;
  return serverFull({ cause: error });
}

/** Whether another connection holds a lock that SQLite needed. */
export function isLocked(error: unknown): boolean {
  return sqliteKind(error) === SQLITE_BUSY;
}

/** The lower byte of SQLite's error code is its kind; -1 for other errors. */
function sqliteKind(error: unknown): number {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : -1;
}
