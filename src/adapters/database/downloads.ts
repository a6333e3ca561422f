// Visitors' downloads in the database, private columns encrypted; behind the port `Downloads`.
import type { Kysely } from 'kysely';
import type { Download } from '../../core/downloading/download.ts';
import type { DownloadChange, Downloads } from '../../core/downloading/ports.ts';
import { requestKey } from '../../core/downloading/start-download.ts';
import { asDatabaseError } from './connection/database-error.ts';
import { fromRow, type Seal, toChangedRow, toRow } from './download-row.ts';
import type { DownloadsTable, Schema } from './schema.ts';

const MAX_OF_VISITOR = 50;

/**
 * The port `Downloads` on either database, for the server with the id `server`. A row that `seal` cannot open (another
 * secret, a corrupt row) is skipped and stays until it expires. Adding throws AppError `server_full` when the disk is
 * full; other failures are the driver's, including the refusal of a duplicate id.
 */
export function createDownloads(db: Kysely<Schema>, seal: Seal, server: string): Downloads {
  const readAll = (rows: readonly DownloadsTable[]): Download[] =>
    rows.flatMap((row) => fromRow(row, seal) ?? []);
  // One statement, and one column per sealed text: concurrent changes do not overwrite each other.
  const changing = (id: string, from: Download['state'], change: DownloadChange) =>
    db
      .updateTable('downloads')
      .set({ state: from, ...toChangedRow(id, change, seal) })
      .where('id', '=', id)
      .where('state', '=', from);

  const inserting = (download: Download, mark: string | null) =>
    db.insertInto('downloads').values({ ...toRow(download, seal), server, only_open: mark });

  const allOpen = () =>
    db
      .selectFrom('downloads')
      .selectAll()
      .where('state', '=', 'open')
      .orderBy('created_at')
      .orderBy('id');

  return {
    add: async (download) => {
      await inserting(download, null)
        .execute()
        .catch((error: unknown) => {
          throw asDatabaseError(error);
        });
    },

    addOnce: async (download) => {
      const mark = seal.mark(requestKey(download), `${download.visitor}/only_open`);
      const { numInsertedOrUpdatedRows } = await inserting(download, mark)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
        .catch((error: unknown) => {
          throw asDatabaseError(error);
        });
      return numInsertedOrUpdatedRows === 1n;
    },

    get: async (id) => {
      const rows = await db.selectFrom('downloads').selectAll().where('id', '=', id).execute();
      return readAll(rows)[0] ?? null;
    },

    getMany: async (ids) => readAll(await rowsOf(db, ids)),

    countReady: (ids) => countReady(db, ids),

    ofVisitor: async (visitor) =>
      readAll(await newestOf(db, visitor).limit(MAX_OF_VISITOR).execute()),

    openOf: async (visitor) =>
      readAll(await newestOf(db, visitor).where('state', '=', 'open').execute()),

    open: async () => readAll(await allOpen().where('server', '=', server).execute()),

    openAnywhere: async (most) => readAll(await allOpen().limit(most).execute()),

    ready: async () =>
      readAll(
        await db
          .selectFrom('downloads')
          .selectAll()
          .where('state', '=', 'ready')
          .where('file_id', 'is not', null)
          .where('server', '=', server)
          .orderBy('created_at')
          .orderBy('id')
          .execute(),
      ),

    isFileHeld: (fileId, exceptId) => isFileHeld(db, fileId, exceptId),

    change: async (id, from, change) => {
      const matching = changing(id, from, change);
      const { numUpdatedRows } = await (from === 'open'
        ? matching.where('server', '=', server)
        : matching
      ).executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    endAny: async (id, change) => {
      const { numUpdatedRows } = await changing(id, 'open', change).executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    remove: async (id) => void (await db.deleteFrom('downloads').where('id', '=', id).execute()),

    forgetExpired: (nowMs) => forgetExpired(db, nowMs),
  };
}

async function rowsOf(db: Kysely<Schema>, ids: readonly string[]): Promise<DownloadsTable[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('downloads').selectAll().where('id', 'in', ids).execute();
}

function newestOf(db: Kysely<Schema>, visitor: string) {
  return db
    .selectFrom('downloads')
    .selectAll()
    .where('visitor', '=', visitor)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
}

async function countReady(db: Kysely<Schema>, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { count } = await db
    .selectFrom('downloads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', 'in', ids)
    .where('state', '=', 'ready')
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function isFileHeld(db: Kysely<Schema>, fileId: string, exceptId: string): Promise<boolean> {
  const holder = await db
    .selectFrom('downloads')
    .select('id')
    .where('file_id', '=', fileId)
    .where('id', '!=', exceptId)
    .limit(1)
    .executeTakeFirst();
  return holder !== undefined;
}

async function forgetExpired(db: Kysely<Schema>, nowMs: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('downloads')
    .where('state', '!=', 'open')
    .where('expires_at', '<', nowMs)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
