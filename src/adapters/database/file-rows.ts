// The list of files in an object store, in the database; behind the port `FileRows`.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FileRows, ListedFile } from '../../core/files/file-rows.ts';
import { receiptSchema } from '../../shared/api/receipt.ts';
import { asDatabaseError } from './connection/database-error.ts';
import type { FilesTable, Schema } from './schema.ts';

/** The port `FileRows` on either database. */
export function createFileRows(db: Kysely<Schema>): FileRows {
  const there = () => db.selectFrom('files').where('removed_at', 'is', null);
  const changing = (id: string) => db.updateTable('files').where('id', '=', id);
  return {
    async add(file) {
      const adding = db.insertInto('files').values(toRow(file)).execute();
      await adding.catch((error: unknown) => {
        throw asDatabaseError(error);
      });
    },
    async get(id) {
      const row = await there().selectAll().where('id', '=', id).executeTakeFirst();
      return row ? fromRow(row) : null;
    },
    async getMany(ids) {
      if (ids.length === 0) return [];
      return (await there().selectAll().where('id', 'in', ids).execute()).map(fromRow);
    },
    async newestOf(workKey, nowMs) {
      const row = await there()
        .selectAll()
        .where('work_key', '=', workKey)
        .where('expires_at', '>', nowMs)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? fromRow(row) : null;
    },
    async touch(id, { expiresAt, nowMs, usedAt }) {
      const { numUpdatedRows } = await changing(id)
        .set({ expires_at: laterOf('expires_at', expiresAt), used_at: laterOf('used_at', usedAt) })
        .where('removed_at', 'is', null)
        .where('expires_at', '>', nowMs)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async markUsed(id, usedAt) {
      await changing(id)
        .set({ used_at: laterOf('used_at', usedAt) })
        .execute();
    },
    async remove(id, nowMs) {
      const { numUpdatedRows } = await changing(id)
        .set({ removed_at: nowMs })
        .where('removed_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async removeExpired(nowMs) {
      const { numUpdatedRows } = await db
        .updateTable('files')
        .set({ removed_at: nowMs })
        .where('removed_at', 'is', null)
        .where('expires_at', '<=', nowMs)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },
    async leastRecentlyUsed(limit) {
      const rows = await there().selectAll().orderBy('used_at').limit(limit).execute();
      return rows.map(fromRow);
    },
    async totalBytes() {
      const { total } = await there()
        .select(({ fn }) => fn.sum<number | string | null>('bytes').as('total'))
        .executeTakeFirstOrThrow();
      // PostgreSQL returns a sum as text.
      return Number(total ?? 0);
    },
    async unusedSince(beforeMs, limit) {
      const rows = await db
        .selectFrom('files')
        .select('id')
        .where('removed_at', '<=', beforeMs)
        .where('used_at', '<=', beforeMs)
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
    async forget(id) {
      await db.deleteFrom('files').where('id', '=', id).execute();
    },
    async listed(ids) {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('files')
        .select(['id', 'removed_at'])
        .where('id', 'in', ids)
        .execute();
      return new Map(rows.map((row) => [row.id, { isRemoved: row.removed_at !== null }]));
    },
  };
}

function laterOf(column: 'expires_at' | 'used_at', time: number): RawBuilder<number> {
  return sql<number>`case when ${sql.ref(column)} < ${time} then ${time} else ${sql.ref(column)} end`;
}

function toRow(file: ListedFile): FilesTable {
  return {
    id: file.id,
    work_key: file.workKey,
    bytes: file.bytes,
    etag: file.etag,
    object_etag: file.objectEtag,
    sha256: file.sha256,
    crc32: file.crc32,
    receipt: JSON.stringify(file.receipt),
    created_at: file.createdAt,
    expires_at: file.expiresAt,
    used_at: file.createdAt,
    removed_at: null,
  };
}

function fromRow(row: FilesTable): ListedFile {
  return {
    id: row.id,
    workKey: row.work_key,
    bytes: row.bytes,
    etag: row.etag,
    objectEtag: row.object_etag,
    sha256: row.sha256,
    crc32: row.crc32,
    // A worker has written it.
    receipt: receiptSchema.parse(JSON.parse(row.receipt)),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
