// Finds downloads whose server is gone; behind the port `OrphanedDownloads`.
import { type ExpressionBuilder, sql } from 'kysely';
import type { OrphanedDownloads } from '../../core/servers/orphaned-downloads.ts';
import { fromRow, type Seal } from './download-row.ts';
import type { Database, DownloadsTable, Schema } from './schema.ts';
import { databaseNow } from './servers.ts';

/**
 * The port `OrphanedDownloads` for one server on either database; a server is gone when it was not seen for
 * `lostAfterMs`.
 */
export function createOrphanedDownloads(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  self: { readonly id: string; readonly seal: Seal; readonly lostAfterMs: number },
): OrphanedDownloads {
  const isLeft = ({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'downloads'>) =>
    not(
      exists(
        selectFrom('servers')
          .select('servers.id')
          .whereRef('servers.id', '=', 'downloads.server')
          .where('servers.seen_at', '>', sql<number>`${databaseNow(kind)} - ${self.lostAfterMs}`),
      ),
    );
  const isReadable = (row: DownloadsTable) => fromRow(row, self.seal) !== null;

  /** Of several servers that claim it, only the first one's update matches the row. */
  const take = ({ id, server }: DownloadsTable) =>
    db
      .updateTable('downloads')
      .set({ server: self.id })
      .where('id', '=', id)
      .where('server', '=', server);

  return {
    async adopt() {
      const rows = await db
        .selectFrom('downloads')
        .selectAll()
        .where('state', '=', 'open')
        .where('server', '!=', self.id)
        .where(isLeft)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      let adopted = 0;
      for (const row of rows) {
        if (!isReadable(row)) continue;
        const { numUpdatedRows } = await take(row)
          .where('state', '=', 'open')
          .where(isLeft)
          .executeTakeFirstOrThrow();
        adopted += Number(numUpdatedRows);
      }
      return adopted;
    },

    async countUnreadable() {
      const rows = await db.selectFrom('downloads').selectAll().execute();
      return rows.filter((row) => !isReadable(row)).length;
    },

    async forgetOpen(beforeMs) {
      const { numDeletedRows } = await db
        .deleteFrom('downloads')
        .where('state', '=', 'open')
        .where('created_at', '<', beforeMs)
        .where(isLeft)
        .executeTakeFirstOrThrow();
      let forgotten = Number(numDeletedRows);
      const own = await db
        .selectFrom('downloads')
        .selectAll()
        .where('state', '=', 'open')
        .where('created_at', '<', beforeMs)
        .where('server', '=', self.id)
        .execute();
      for (const row of own) {
        if (isReadable(row)) continue;
        await db.deleteFrom('downloads').where('id', '=', row.id).execute();
        forgotten += 1;
      }
      return forgotten;
    },
  };
}
