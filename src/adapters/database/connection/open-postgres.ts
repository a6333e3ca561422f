// PostgreSQL behind Kysely; loaded by `openDatabase` on demand.
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database, Schema } from '../schema.ts';
import { asDatabaseError } from './database-error.ts';

/** Timeout of a PostgreSQL connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 10;

/** Creates the pool without connecting. Throws TypeError for another address. */
export function openPostgres(url: string): Database {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new TypeError('The address of a PostgreSQL database begins with postgres://');
  }
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'keepreel',
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: readIntegersAsNumbers },
  });
  // A connection that the server ends: a running query fails on its own, the pool drops the connection and the next
  // query opens another. Without listeners on both, for idle and for busy connections, Node would end the process.
  pool.on('error', ignore);
  pool.on('connect', (client) => {
    client.on('error', ignore);
    translateErrors(client);
  });
  const lent = {
    connect: () => pool.connect().catch(fail),
    end: () => pool.end(),
    options: pool.options,
    Client: pg.Client,
  };
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: lent }) });
  return {
    db,
    kind: 'postgres',
    checkpoint: () => Promise.resolve(),
    isInPlace: () => Promise.resolve(true),
    close: () => db.destroy(),
  };
}

/** Whatever is asked while the database is away fails with a code that says so. */
function translateErrors(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const answer = query(...args);
    return answer instanceof Promise ? answer.catch(fail) : answer;
  }) as typeof client.query;
}

function fail(error: unknown): never {
  throw asDatabaseError(error);
}

function ignore(): void {
  // The affected query reports it.
}

/**
 * By default pg returns `bigint` as text, since it may exceed a number; the product's values do not, and larger ones
 * throw.
 */
const readIntegersAsNumbers = ((oid, format) => {
  if (oid !== pg.types.builtins.INT8) return pg.types.getTypeParser(oid, format);
  return (text: string) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
    return value;
  };
}) as typeof pg.types.getTypeParser;
