// What a failed statement means for a visitor: a full disk and a locked database have codes, everything else is a fault of ours.
import { serverFull } from '../../../core/files/disk-error.ts';
import { AppError } from '../../../shared/errors.ts';

/** SQLITE_FULL, and SQLITE_IOERR, which SQLite gives when its log or its journal finds no room. */
const SQLITE_NO_ROOM = new Set([10, 13]);
const SQLITE_BUSY = 5;
/** `disk_full` and `insufficient_resources` of PostgreSQL. */
const POSTGRES_NO_ROOM = new Set(['53100', '53000']);
const LOCKED_RETRY_SECONDS = 5;

/**
 * The failure as an AppError: `server_full` when there was no room, `server_busy` when another process kept SQLite's lock;
 * unchanged otherwise.
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

/** The lower byte of SQLite's own code is the kind, the rest says where; -1 for what is not SQLite's. */
function sqliteKind(error: unknown): number {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : -1;
}
