// One open SQLite connection with its prepared statements.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';

/** Prepared statements to keep; more than the product has, few enough to cost nothing. */
const MAX_CACHED_STATEMENTS = 200;

type Prepared = { readonly statement: StatementSync; readonly returnsRows: boolean };

/** Everything here is synchronous and waits for no lock: SQLite's error 5 (busy) is thrown at once. */
export class SqliteHandle {
  readonly #database: DatabaseSync;
  readonly #prepared = new LRUCache<string, Prepared>({ max: MAX_CACHED_STATEMENTS });

  /** Opens the file, or a database in memory for `:memory:`. */
  constructor(path: string) {
    this.#database = new DatabaseSync(path, {
      timeout: 0,
      enableForeignKeyConstraints: true,
      allowExtension: false,
    });
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  exec(statements: string): void {
    this.#database.exec(statements);
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, returnsRows } = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (returnsRows) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return {
      rows: [],
      insertId: BigInt(lastInsertRowid),
      numAffectedRows: BigInt(changes),
    };
  }

  /** Row by row. Uses a statement of its own, so that the same one may run concurrently. */
  iterate<R>({ sql, parameters }: CompiledQuery): Iterable<R> {
    const rows = this.#database.prepare(sql).iterate(...(parameters as SQLInputValue[]));
    return rows as Iterable<unknown> as Iterable<R>;
  }

  close(): void {
    this.#prepared.clear();
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
