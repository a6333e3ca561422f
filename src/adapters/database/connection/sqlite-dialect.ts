// A Kysely dialect for Node's built-in SQLite.
import {
  type DatabaseIntrospector,
  type Dialect,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { SqliteFileDriver } from './sqlite-driver.ts';

/** How long a statement waits for another process to finish writing, in milliseconds. */
const LOCK_TIMEOUT_MS = 5_000;

class FileAdapter extends SqliteAdapter {
  /** SQLite rolls back a failed schema change like any other, so a migration is all or nothing. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver serializes what must not run concurrently, so Kysely need not. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * A Kysely dialect on one file, or on memory when `path` is `:memory:`. Numbers are JavaScript numbers; reading one
 * beyond 2^53 throws instead of losing digits, and bigints may be written. A statement that waits for another process
 * for longer than `lockTimeoutMs` throws AppError `server_busy`; the event loop is never blocked.
 */
export class NodeSqliteDialect implements Dialect {
  readonly #path: string;
  readonly #lockTimeoutMs: number;

  constructor(
    path: string,
    { lockTimeoutMs = LOCK_TIMEOUT_MS }: { readonly lockTimeoutMs?: number } = {},
  ) {
    this.#path = path;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  createDriver(): SqliteFileDriver {
    return new SqliteFileDriver(this.#path, this.#lockTimeoutMs);
  }

  createAdapter(): SqliteAdapter {
    return new FileAdapter();
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}
