// When each trending video was last checked, and the result; behind the port `TrendingChecks`.
import type { Kysely } from 'kysely';
import { canonicalItem } from '../../core/blocks/canonical-item.ts';
import type { CheckedVideo, TrendingChecks } from '../../core/trending/ports.ts';
import { asDatabaseError } from './connection/database-error.ts';
import type { Schema } from './schema.ts';

/** The port `TrendingChecks` on either database. */
export function createTrendingChecks(db: Kysely<Schema>): TrendingChecks {
  return {
    async list() {
      const rows = await db
        .selectFrom('trending_videos')
        .leftJoin('trending_checks', 'trending_checks.video', 'trending_videos.id')
        .select(['id', 'version', 'is_available', 'removed_at', 'video_url', 'film'])
        .select(['target', 'canonical_id', 'checked_at', 'check_misses'])
        .execute();
      return rows.map((row) => {
        const { id, version, film } = row;
        const videoUrl = film === null ? row.video_url : null;
        // A result for another address or upload does not count.
        const isSame = row.target === targetOf({ videoUrl, film });
        const { checked_at: checkedAt, check_misses: misses } = row;
        return {
          id,
          version,
          film,
          videoUrl,
          isAvailable: row.is_available === 1,
          isRemoved: row.removed_at !== null,
          itemId: itemOf(videoUrl) ?? (isSame ? row.canonical_id : null),
          check: isSame && checkedAt !== null && misses !== null ? { checkedAt, misses } : null,
        };
      });
    },
    async note(seen, { checkedAt, misses, itemId, isAvailable }) {
      await db
        .transaction()
        .execute(async (inner) => {
          // Also a lock: a concurrent edit comes before or after.
          const { numUpdatedRows } = await inner
            .updateTable('trending_videos')
            .set((is) => ({
              is_available: isAvailable === null ? is.ref('is_available') : is.val(+isAvailable),
            }))
            .where('id', '=', seen.id)
            .where('version', '=', seen.version)
            .where('removed_at', 'is', null)
            .executeTakeFirstOrThrow();
          if (numUpdatedRows !== 1n) return;
          const check = {
            target: targetOf(seen),
            canonical_id: itemId,
            checked_at: checkedAt,
            check_misses: misses,
          };
          await inner
            .insertInto('trending_checks')
            .values({ video: seen.id, ...check })
            .onConflict((conflict) => conflict.column('video').doUpdateSet(check))
            .execute();
        })
        .catch((error: unknown) => {
          throw asDatabaseError(error);
        });
    },
    async forgetGone() {
      await db
        .deleteFrom('trending_checks')
        .where('video', 'not in', (query) => query.selectFrom('trending_videos').select('id'))
        .execute();
    },
  };
}

function targetOf({ videoUrl, film }: Pick<CheckedVideo, 'videoUrl' | 'film'>): string {
  return film ?? videoUrl ?? '';
}

function itemOf(videoUrl: string | null): string | null {
  return videoUrl === null ? null : (canonicalItem(videoUrl)?.id ?? null);
}
