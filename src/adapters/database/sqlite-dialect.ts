// Lets Kysely speak to Node's own SQLite; used by `openDatabase`.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';

/** How long a statement waits for another process to finish writing, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;
const SQLITE_BUSY = 5;
const RETRY_MS = 5;
const SLEEP = new Int32Array(new SharedArrayBuffer(4));
/** Statements kept ready; more than the product has, few enough to cost nothing. */
const MAX_CACHED_STATEMENTS = 200;

/** SQLite rolls a failed schema change back like any other, so a migration is all or nothing. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Transactions take the write lock when they begin and wait for it. A plain `begin` takes it at the first write and
 * then fails at once, without waiting, if another process has written since the transaction's first read.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }
}

/**
 * A Kysely dialect on one file, or on memory when `path` is `:memory:`. Numbers are JavaScript numbers; reading
 * one beyond 2^53 throws instead of losing digits, and bigints may be written.
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: { readonly database: () => Promise<SqliteDatabase> };

  constructor(path: string) {
    const config = { database: async () => openFile(path) };
    super(config);
    this.#config = config;
  }

  override createDriver(): ImmediateDriver {
    return new ImmediateDriver(this.#config);
  }

  override createAdapter(): TransactionalAdapter {
    return new TransactionalAdapter();
  }
}

function openFile(path: string): SqliteDatabase {
  const database = new DatabaseSync(path, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
    allowExtension: false,
  });
  try {
    // secure_delete: what was deleted is overwritten. synchronous NORMAL: safe with WAL; a power cut may lose
    // the last commits but never breaks the file.
    startWal(database);
    database.exec('pragma synchronous = normal; pragma secure_delete = on');
  } catch (error) {
    database.close();
    throw error;
  }
  return withStatementCache(database);
}

/** SQLite does not wait by itself where several servers do this to a new file at the same moment. Waits as long as any statement. */
function startWal(database: DatabaseSync): void {
  const givesUpAt = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      const isBusy = (error as { readonly errcode?: number }).errcode === SQLITE_BUSY;
      if (!isBusy || performance.now() > givesUpAt) throw error;
      Atomics.wait(SLEEP, 0, 0, RETRY_MS);
    }
  }
}

function withStatementCache(database: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const cached = cache.get(sql);
      if (cached) return cached;
      const statement = toKysely(database.prepare(sql));
      const oldest = cache.size >= MAX_CACHED_STATEMENTS ? cache.keys().next().value : undefined;
      if (oldest !== undefined) cache.delete(oldest);
      cache.set(sql, statement);
      return statement;
    },
  };
}

function toKysely(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}
