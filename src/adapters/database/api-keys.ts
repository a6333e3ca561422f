// Keys for programs in the database; behind the port `ApiKeys`.
import { type Kysely, sql } from 'kysely';
import type { ApiKey } from '../../core/operators/keys/api-key.ts';
import type { ApiKeys } from '../../core/operators/keys/ports.ts';
import { asDatabaseError } from './connection/database-error.ts';
import type { ApiKeysTable, Schema } from './schema.ts';

/** The port `ApiKeys` on either database. */
export function createApiKeyStore(db: Kysely<Schema>): ApiKeys {
  return {
    add: (key, hash) => addKey(db, key, hash),
    find: (hash) => findKey(db, 'hash', hash),
    get: (id) => findKey(db, 'id', id),
    list: (kind, options) => listKeys(db, kind, options),
    async countActive(kind, now) {
      const { count } = await active(db, now)
        .where('kind', '=', kind)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
    async hasOrigin(origin, now) {
      const row = await active(db, now)
        .innerJoin('api_key_origins', 'api_key_origins.key_id', 'api_keys.id')
        .where('api_key_origins.origin', '=', origin)
        .select('api_keys.id')
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    async revoke(id, revokedAt) {
      const { numUpdatedRows } = await db
        .updateTable('api_keys')
        .set({ revoked_at: revokedAt })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    noteUse: (id, day, bytes) => noteUse(db, { id, day, bytes }),
    forgetBefore: (kind, before) => forgetBefore(db, kind, before),
  };
}

function active(db: Kysely<Schema>, now: number) {
  return db
    .selectFrom('api_keys')
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]));
}

async function addKey(db: Kysely<Schema>, key: ApiKey, hash: string): Promise<void> {
  const origins = key.origins.map((origin) => ({ key_id: key.id, origin }));
  const adding = db.transaction().execute(async (inner) => {
    await inner.insertInto('api_keys').values(toRow(key, hash)).execute();
    if (origins.length > 0) await inner.insertInto('api_key_origins').values(origins).execute();
  });
  await adding.catch((error: unknown) => {
    throw asDatabaseError(error);
  });
}

/** One query, because every request with a key asks for it. */
async function findKey(
  db: Kysely<Schema>,
  column: 'id' | 'hash',
  value: string,
): Promise<ApiKey | null> {
  const rows = await db
    .selectFrom('api_keys')
    .leftJoin('api_key_origins', 'api_key_origins.key_id', 'api_keys.id')
    .selectAll('api_keys')
    .select('api_key_origins.origin as origin')
    .where(`api_keys.${column}`, '=', value)
    .orderBy('api_key_origins.origin')
    .execute();
  const [row] = rows;
  const origins = rows.flatMap(({ origin }) => origin ?? []);
  return row ? fromRow(row, origins) : null;
}

async function listKeys(
  db: Kysely<Schema>,
  kind: ApiKey['kind'],
  { madeBy, limit }: { readonly madeBy?: string; readonly limit: number },
): Promise<readonly ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('kind', '=', kind)
    .$if(madeBy !== undefined, (query) => query.where('made_by', '=', madeBy ?? null))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const origins = await db
    .selectFrom('api_key_origins')
    .selectAll()
    .where('key_id', 'in', ids)
    .orderBy('origin')
    .execute();
  const byKey = Map.groupBy(origins, ({ key_id }) => key_id);
  return rows.map((row) =>
    fromRow(
      row,
      (byKey.get(row.id) ?? []).map(({ origin }) => origin),
    ),
  );
}

async function noteUse(
  db: Kysely<Schema>,
  { id, day, bytes }: { readonly id: string; readonly day: number; readonly bytes: number },
): Promise<void> {
  const sum = sql<number>`case when used_on = ${day} then used_bytes else 0 end + ${bytes}`;
  await db
    .updateTable('api_keys')
    .set({ used_on: day, used_bytes: sql<number>`case when ${sum} > 0 then ${sum} else 0 end` })
    .where('id', '=', id)
    .execute();
}

function forgetBefore(db: Kysely<Schema>, kind: ApiKey['kind'], before: number): Promise<number> {
  return db.transaction().execute(async (inner) => {
    const rows = await inner
      .deleteFrom('api_keys')
      .where('kind', '=', kind)
      .where((is) => is.or([is('expires_at', '<', before), is('revoked_at', '<', before)]))
      .returning('id')
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      await inner.deleteFrom('api_key_origins').where('key_id', 'in', ids).execute();
    return ids.length;
  });
}

function toRow(key: ApiKey, hash: string): ApiKeysTable {
  const { id, name, kind, limits } = key;
  return {
    id,
    hash,
    name,
    kind,
    made_by: key.madeBy,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    used_on: key.usedOn,
    used_bytes: key.usedBytes,
    open_jobs: limits.openJobs,
    per_hour: limits.perHour,
    bytes_per_day: limits.bytesPerDay,
  };
}

function fromRow(row: ApiKeysTable, origins: readonly string[]): ApiKey {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    madeBy: row.made_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    usedOn: row.used_on,
    usedBytes: row.used_bytes,
    limits: { openJobs: row.open_jobs, perHour: row.per_hour, bytesPerDay: row.bytes_per_day },
    origins,
  };
}
