// What the doctor finds of PostgreSQL and of the servers that use it; nothing with SQLite, which is a file in DATA_DIR.
import { sql } from 'kysely';
import { systemClock } from '../adapters/clock/system.ts';
import type { Database } from '../adapters/database/schema.ts';
import { databaseNow, listServers } from '../adapters/database/servers.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../core/async/clock.ts';
import { type ListedServer, SERVER_TIMES } from '../core/servers/server-registry.ts';
import { AppError } from '../shared/errors.ts';
import type { Finding } from './doctor-shared.ts';

const LONGEST_REASON = 200;
/** A server with a clock that is further off goes by the database's. */
const CLOCK_MS = 1000;

/** Reads it, and changes nothing. */
export async function databaseFindings(
  { DATABASE_URL }: Pick<Config, 'DATABASE_URL'>,
  clock: Pick<Clock, 'now'> = systemClock,
): Promise<Finding[]> {
  if (DATABASE_URL === undefined) return [];
  const name = 'database';
  try {
    const { openPostgres } = await import('../adapters/database/connection/open-postgres.ts');
    const database = openPostgres(DATABASE_URL);
    try {
      return await findingsIn(database, clock);
    } finally {
      await database.close();
    }
  } catch (error) {
    return [{ state: 'missing', name, message: `${reasonOf(error)}: the server does not start` }];
  }
}

async function findingsIn(database: Database, clock: Pick<Clock, 'now'>): Promise<Finding[]> {
  const name = 'database';
  const { version, isReadOnly, isSetUp } = await lookAt(database);
  const product = `PostgreSQL ${version}`;
  if (isReadOnly)
    return [
      {
        state: 'missing',
        name,
        message: `${product} can only be read, as a standby can: name the primary in DATABASE_URL`,
      },
    ];
  if (!isSetUp)
    return [
      { state: 'ok', name, message: `${product}, which the first server of this release sets up` },
    ];
  const servers = await listServers(database, '');
  // Connected by now, so that the question takes no time.
  const askedAt = clock.now();
  const now = await timeOf(database);
  const offByMs = now - (askedAt + clock.now()) / 2;
  const living = servers.filter(({ seenAt }) => seenAt > now - SERVER_TIMES.lostAfterMs);
  return [
    { state: 'ok', name, message: product },
    serversFinding(living),
    ...(Math.abs(offByMs) > CLOCK_MS ? [clockFinding(offByMs)] : []),
  ];
}

async function lookAt({ db }: Pick<Database, 'db'>) {
  const { rows } = await sql<{
    version: string;
    isReadOnly: boolean;
    isSetUp: boolean;
  }>`select current_setting('server_version') as version,
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      exists (
        select from information_schema.columns
        where table_schema = current_schema() and table_name = 'servers' and column_name = 'facts'
      ) as "isSetUp"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('it did not answer');
  return row;
}

async function timeOf({ db, kind }: Database): Promise<number> {
  const { time } = await db.selectNoFrom(databaseNow(kind).as('time')).executeTakeFirstOrThrow();
  return Number(time);
}

function serversFinding(living: readonly ListedServer[]): Finding {
  const named = living.map(({ facts }) =>
    facts ? `${facts.name} (${facts.role}, ${facts.version})` : 'one that has only begun',
  );
  const message = named.length === 0 ? 'none runs now' : named.join(', ');
  return { state: 'ok', name: 'servers', message };
}

function clockFinding(offByMs: number): Finding {
  const seconds = Math.round(Math.abs(offByMs) / 1000);
  return {
    state: 'degraded',
    name: 'clock',
    message: `${seconds} s ${offByMs > 0 ? 'behind' : 'ahead of'} the database's, by which servers go: set it (NTP)`,
  };
}

/** Words of the driver or the system; they hold no password. */
function reasonOf(error: unknown): string {
  const said = error instanceof AppError ? error.cause : error;
  return said instanceof Error ? said.message.slice(0, LONGEST_REASON) : 'the reason is unknown';
}
