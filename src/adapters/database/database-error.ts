// What a failed statement means for a visitor: a full disk has a code of its own, everything else is a fault of ours.
import { AppError } from '../../shared/errors.ts';

/** SQLITE_FULL, and SQLITE_IOERR, which SQLite gives when its log or its journal finds no room. */
const SQLITE_NO_ROOM = new Set([10, 13]);
/** `disk_full` and `insufficient_resources` of PostgreSQL. */
const POSTGRES_NO_ROOM = new Set(['53100', '53000']);
const RETRY_AFTER_SECONDS = 60;

/** The failure as an AppError `server_full` when there was no room; unchanged otherwise. */
export function asDatabaseError(error: unknown): unknown {
  const { errcode, code } = (error ?? {}) as { errcode?: unknown; code?: unknown };
  // The lower byte is the kind, the rest says where.
  const isSqlite = typeof errcode === 'number' && SQLITE_NO_ROOM.has(errcode & 0xff);
  const isPostgres = typeof code === 'string' && POSTGRES_NO_ROOM.has(code);
  if (!isSqlite && !isPostgres) return error;
  return new AppError('server_full', {
    params: { retryAfterSeconds: RETRY_AFTER_SECONDS },
    cause: error,
  });
}
