// Keeps the visitors' downloads in the database, private parts sealed; behind the port `Downloads`.
import type { Kysely } from 'kysely';
import type { Download } from '../../core/download.ts';
import type { Downloads } from '../../core/ports.ts';
import { asDatabaseError } from './database-error.ts';
import { fromRow, type Seal, toChangedRow, toRow } from './download-row.ts';
import type { DownloadsTable, Schema } from './schema.ts';

const MAX_OF_VISITOR = 50;

/**
 * The port `Downloads` on either database. A row that `seal` cannot open (the secret is another, the row is broken) is
 * removed and passed over. Adding throws AppError `server_full` when there is no room; other failures are the driver's, and so
 * is the refusal of an id that is there already.
 */
export function createDownloads(db: Kysely<Schema>, seal: Seal): Downloads {
  // Only as it was read: nobody's newer row goes with it.
  const removeUnreadable = ({ id, wish }: DownloadsTable) =>
    db.deleteFrom('downloads').where('id', '=', id).where('wish', '=', wish).execute();

  const readAll = async (rows: readonly DownloadsTable[]): Promise<Download[]> => {
    const downloads: Download[] = [];
    for (const row of rows) {
      const download = fromRow(row, seal);
      if (download) downloads.push(download);
      else await removeUnreadable(row);
    }
    return downloads;
  };

  return {
    add: async (download) => {
      await db
        .insertInto('downloads')
        .values(toRow(download, seal))
        .execute()
        .catch((error: unknown) => {
          throw asDatabaseError(error);
        });
    },

    get: async (id) => {
      const rows = await db.selectFrom('downloads').selectAll().where('id', '=', id).execute();
      return (await readAll(rows))[0] ?? null;
    },

    ofVisitor: async (visitor) =>
      readAll(
        await db
          .selectFrom('downloads')
          .selectAll()
          .where('visitor', '=', visitor)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(MAX_OF_VISITOR)
          .execute(),
      ),

    open: async () =>
      readAll(
        await db
          .selectFrom('downloads')
          .selectAll()
          .where('state', '=', 'open')
          .orderBy('created_at')
          .orderBy('id')
          .execute(),
      ),

    ready: async () =>
      readAll(
        await db
          .selectFrom('downloads')
          .selectAll()
          .where('state', '=', 'ready')
          .where('file_id', 'is not', null)
          .orderBy('created_at')
          .orderBy('id')
          .execute(),
      ),

    isFileHeld: async (fileId, exceptId) => {
      const holder = await db
        .selectFrom('downloads')
        .select('id')
        .where('file_id', '=', fileId)
        .where('id', '!=', exceptId)
        .limit(1)
        .executeTakeFirst();
      return holder !== undefined;
    },

    // One statement, and each sealed text in a column of its own: two changes at once lose nothing of one another.
    change: async (id, from, change) => {
      const { numUpdatedRows } = await db
        .updateTable('downloads')
        .set({ state: from, ...toChangedRow(id, change, seal) })
        .where('id', '=', id)
        .where('state', '=', from)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    remove: async (id) => {
      await db.deleteFrom('downloads').where('id', '=', id).execute();
    },

    forgetExpired: async (nowMs) => {
      const { numDeletedRows } = await db
        .deleteFrom('downloads')
        .where('state', '!=', 'open')
        .where('expires_at', '<', nowMs)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
