// Maps database errors: a full disk, a locked database and one that is away have codes, everything else is internal.
import { serverFull } from '../../../core/files/disk-error.ts';
import { AppError } from '../../../shared/errors.ts';

/** SQLITE_FULL, and SQLITE_IOERR, which SQLite reports when there is no disk space for its log or journal. */
const SQLITE_NO_ROOM = new Set([10, 13]);
const SQLITE_BUSY = 5;
/** `disk_full` and `insufficient_resources` of PostgreSQL. */
const POSTGRES_NO_ROOM = new Set(['53100', '53000']);
/**
 * PostgreSQL ends or begins (57P01 to 57P03), or is a standby that was not promoted yet (25006); the system's codes of a
 * connection that is refused or breaks; class 08 are connections as well.
 */
const AWAY =
  /^(08...|57P0[123]|25006|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOENT|E(HOST|NET)UNREACH|EAI_AGAIN|ENOTFOUND)$/;
/** The driver's own words about connections have no code. */
const AWAY_WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;
const RETRY_SECONDS = 5;

/**
 * Returns the failure as an AppError: `server_full` when the disk is full, `server_busy` when another process holds
 * SQLite's lock or PostgreSQL cannot be reached; any other unchanged.
 */
export function asDatabaseError(error: unknown): unknown {
  if (isLocked(error) || isAway(error)) {
    const params = { retryAfterSeconds: RETRY_SECONDS };
    const detail = error instanceof Error ? error.message : '';
    return new AppError('server_busy', { params, detail, cause: error });
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

/** Whether PostgreSQL could not be reached, or ended the connection. It may have done what it was asked for. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppError) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? AWAY.test(code) : AWAY_WORDS.test(error.message);
}

/** The lower byte of SQLite's error code is its kind; -1 for other errors. */
function sqliteKind(error: unknown): number {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : -1;
}
