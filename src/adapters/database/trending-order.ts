// The operator's order of featured videos; behind the port `TrendingOrder`.
import type { Kysely } from 'kysely';
import type { TrendingOrder } from '../../core/trending/ports.ts';
import { AppError } from '../../shared/errors.ts';
import { asDatabaseError } from './connection/database-error.ts';
import type { Schema } from './schema.ts';

/** The port `TrendingOrder` on either database. */
export function createTrendingOrder(db: Kysely<Schema>): TrendingOrder {
  return {
    put: (ids, versions) =>
      db
        .transaction()
        .execute((inner) => putAll(inner, ids, versions))
        .catch((error: unknown) => {
          throw asDatabaseError(error);
        }),
  };
}

/** An error rolls the transaction back. */
async function putAll(
  db: Kysely<Schema>,
  ids: readonly string[],
  versions: Readonly<Record<string, number>>,
): Promise<void> {
  const rows = await db
    .selectFrom('trending_videos')
    .select(['id', 'version', 'position', 'featured', 'removed_at'])
    .where(({ eb, or }) =>
      or([
        ...(ids.length > 0 ? [eb('id', 'in', [...ids])] : []),
        eb('featured', '=', 1).and('removed_at', 'is', null),
      ]),
    )
    // Everyone locks rows in the same order, to avoid deadlocks.
    .orderBy('id')
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) {
    const row = known.get(id);
    if (row && row.version !== versions[id]) throw new AppError('changed_meanwhile');
    if (row?.featured !== 1 || row.removed_at !== null) {
      throw new AppError('invalid_request', { params: { field: 'ids' } });
    }
  }
  // Another operator has featured one more.
  if (known.size !== ids.length) throw new AppError('changed_meanwhile');
  const places = new Map(ids.map((id, place) => [id, place]));
  for (const { id, version, position } of rows) {
    const place = places.get(id) ?? null;
    if (place === position) continue;
    const { numUpdatedRows } = await db
      .updateTable('trending_videos')
      .set({ position: place, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw new AppError('changed_meanwhile');
  }
}
