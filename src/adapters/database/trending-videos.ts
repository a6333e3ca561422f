// Keeps the trending videos in the database; behind the port `TrendingVideos`.
import type { Kysely } from 'kysely';
import type { TrendingVideos } from '../../core/site-ports.ts';
import {
  isSoundTrendingVideo,
  type TrendingChange,
  type TrendingVideo,
} from '../../core/trending.ts';
import { asDatabaseError } from './database-error.ts';
import type { Schema, TrendingVideosTable } from './schema.ts';

/** The port `TrendingVideos` on either database. An id that is there already is refused by the driver. */
export function createTrendingVideos(db: Kysely<Schema>): TrendingVideos {
  return {
    async list(limit) {
      const rows = await db
        .selectFrom('trending_videos')
        .selectAll()
        .orderBy('featured', 'desc')
        .orderBy('position', (order) => order.asc().nullsLast())
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(fromRow);
    },
    async get(id) {
      const row = await db
        .selectFrom('trending_videos')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row ? fromRow(row) : null;
    },
    async add(video) {
      refuseUnsound(video);
      const { id, createdAt } = video;
      await db
        .insertInto('trending_videos')
        .values({ ...columnsOf(video), id, created_at: createdAt })
        .execute()
        .catch((error: unknown) => {
          throw asDatabaseError(error);
        });
    },
    async update(id, change) {
      refuseUnsound(change);
      // With the id in it the statement is one even when nothing changes.
      const { numUpdatedRows } = await db
        .updateTable('trending_videos')
        .set({ id, ...changedColumns(change) })
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
        .catch((error: unknown) => {
          throw asDatabaseError(error);
        });
      return numUpdatedRows === 1n;
    },
    async remove(id) {
      const { numDeletedRows } = await db
        .deleteFrom('trending_videos')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    },
    async countOf(which) {
      const { count } = await db
        .selectFrom('trending_videos')
        .$if(which === 'featured', (query) => query.where('featured', '=', 1))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}

type Changeable = Omit<TrendingVideosTable, 'id' | 'created_at'>;

/** Column by column, so that nothing else an object may carry is ever stored. */
function columnsOf(video: Omit<TrendingVideo, 'id' | 'createdAt'>): Changeable {
  const { title, description, videoUrl, thumbnail, platform, viewCount, position } = video;
  return {
    ...{ title, description, thumbnail, platform, position },
    video_url: videoUrl,
    featured: video.featured ? 1 : 0,
    view_count: viewCount,
    is_available: video.isAvailable ? 1 : 0,
  };
}

function changedColumns(change: TrendingChange): Partial<Changeable> {
  const { title, description, videoUrl, thumbnail, platform } = change;
  const { featured, viewCount, isAvailable, position } = change;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(videoUrl !== undefined && { video_url: videoUrl }),
    ...(thumbnail !== undefined && { thumbnail }),
    ...(platform !== undefined && { platform }),
    ...(featured !== undefined && { featured: featured ? 1 : 0 }),
    ...(viewCount !== undefined && { view_count: viewCount }),
    ...(isAvailable !== undefined && { is_available: isAvailable ? 1 : 0 }),
    ...(position !== undefined && { position }),
  };
}

function fromRow(row: TrendingVideosTable): TrendingVideo {
  const { id, title, description, thumbnail, platform, position } = row;
  return {
    ...{ id, title, description, thumbnail, platform, position },
    videoUrl: row.video_url,
    featured: row.featured === 1,
    viewCount: row.view_count,
    createdAt: row.created_at,
    isAvailable: row.is_available === 1,
  };
}

function refuseUnsound(video: TrendingChange): void {
  if (!isSoundTrendingVideo(video)) throw new TypeError('This is no sound trending video');
}
