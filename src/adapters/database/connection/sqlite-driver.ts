// Runs Kysely's statements on one writing and one read-only connection.

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  type TransactionSettings,
} from 'kysely';
import pLimit, { type LimitFunction } from 'p-limit';
import { retryLocked } from './retry-locked.ts';
import { SqliteHandle } from './sqlite-handle.ts';

/** The reader is the writer where a second connection would see another database: in memory. */
type Handles = { readonly writer: SqliteHandle; readonly reader: SqliteHandle };

/**
 * Writes and transactions take turns on the writer, in their order. A `select` outside a transaction runs at once on
 * the reader and sees committed data, so readers never wait for writers. While another process holds a lock, a
 * statement is retried until `lockTimeoutMs` after its start. In a transaction only its beginning is: it takes the write
 * lock, after which nothing waits.
 */
export class SqliteFileDriver implements Driver {
  readonly #path: string;
  readonly #lockTimeoutMs: number;
  readonly #inTurn = pLimit(1);
  #handles: Handles | null = null;

  constructor(path: string, lockTimeoutMs: number) {
    this.#path = path;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  async init(): Promise<void> {
    const givesUpAt = this.#givesUpAt();
    const writer = new SqliteHandle(this.#path);
    try {
      // secure_delete: overwrites deleted data. synchronous NORMAL: safe with WAL; a power cut may lose the last
      // commits but never corrupts the file.
      await retryLocked(givesUpAt, () =>
        writer.exec(
          'pragma journal_mode = wal; pragma synchronous = normal; pragma secure_delete = on',
        ),
      );
      this.#handles = { writer, reader: await this.#openReader(writer, givesUpAt) };
    } catch (error) {
      writer.close();
      throw error;
    }
  }

  async acquireConnection(): Promise<Connection> {
    if (!this.#handles) throw new TypeError('The driver was not initialized');
    return new Connection(this.#handles, this.#inTurn, () => this.#givesUpAt());
  }

  async beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    await connection.begin(settings.accessMode === 'read only' ? beginReading : beginWriting);
  }

  async commitTransaction(connection: Connection): Promise<void> {
    connection.commit();
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    connection.rollback();
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.rollback();
  }

  /** Waits for pending writes. Closes the writer last: the last connection to close empties the log. */
  async destroy(): Promise<void> {
    await this.#inTurn(async () => {
      const { writer, reader } = this.#handles ?? {};
      if (reader !== writer) reader?.close();
      writer?.close();
    });
  }

  async #openReader(writer: SqliteHandle, givesUpAt: number): Promise<SqliteHandle> {
    if (this.#path === ':memory:') return writer;
    const reader = new SqliteHandle(this.#path);
    try {
      await retryLocked(givesUpAt, () => reader.exec('pragma query_only = on'));
      return reader;
    } catch (error) {
      reader.close();
      throw error;
    }
  }

  #givesUpAt(): number {
    return performance.now() + this.#lockTimeoutMs;
  }
}

/** Kysely's connection, which owns the writer during a transaction. */
class Connection implements DatabaseConnection {
  readonly #handles: Handles;
  readonly #inTurn: LimitFunction;
  readonly #givesUpAt: () => number;
  #endTurn: (() => void) | null = null;

  constructor(handles: Handles, inTurn: LimitFunction, givesUpAt: () => number) {
    this.#handles = handles;
    this.#inTurn = inTurn;
    this.#givesUpAt = givesUpAt;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { writer, reader } = this.#handles;
    if (this.#endTurn) return writer.run<R>(query);
    const givesUpAt = this.#givesUpAt();
    if (reader !== writer && SelectQueryNode.is(query.query))
      return retryLocked(givesUpAt, () => reader.run<R>(query));
    return this.#inTurn(() => retryLocked(givesUpAt, () => writer.run<R>(query)));
  }

  /** In transactions only: the rows are a snapshot, and no other statement writes until the last one is read. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    if (!this.#endTurn) throw new TypeError('Rows are streamed within a transaction');
    for (const row of this.#handles.writer.iterate<R>(query)) yield { rows: [row] };
  }

  async begin(begin: (writer: SqliteHandle) => void): Promise<void> {
    const givesUpAt = this.#givesUpAt();
    const endTurn = await this.#takeTurn();
    try {
      await retryLocked(givesUpAt, () => begin(this.#handles.writer));
      this.#endTurn = endTurn;
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  commit(): void {
    this.#handles.writer.exec('commit');
    this.#end();
  }

  /** Does nothing without a transaction; SQLite rolls back on its own when its disk is full. */
  rollback(): void {
    if (!this.#endTurn) return;
    try {
      if (this.#handles.writer.isInTransaction) this.#handles.writer.exec('rollback');
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#endTurn?.();
    this.#endTurn = null;
  }

  #takeTurn(): Promise<() => void> {
    return new Promise((taken) => {
      void this.#inTurn(() => new Promise<void>(taken));
    });
  }
}

function beginWriting(writer: SqliteHandle): void {
  writer.exec('begin immediate');
}

/** Reads at once: the first read, not `begin`, fixes the snapshot of the transaction. */
function beginReading(writer: SqliteHandle): void {
  writer.exec('begin');
  try {
    writer.exec('select count(*) from sqlite_schema');
  } catch (error) {
    writer.exec('rollback');
    throw error;
  }
}
