// Trending videos in the database; behind the port `TrendingVideos`.
import type { Kysely } from 'kysely';
import type { ChangeResult, TrendingVideos } from '../../core/trending/ports.ts';
import {
  isValidTrendingVideo,
  type StoredTrendingVideo,
  type TrendingChange,
  type TrendingVideo,
} from '../../core/trending/trending.ts';
import { asDatabaseError } from './connection/database-error.ts';
import type { Schema, TrendingVideosTable } from './schema.ts';

/** The port `TrendingVideos` on either database. The driver refuses a duplicate id. */
export function createTrendingVideos(db: Kysely<Schema>): TrendingVideos {
  const get = async (id: string) => {
    const row = await db
      .selectFrom('trending_videos')
      .selectAll()
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    return row ? fromRow(row) : null;
  };

  /** Writes columns and increments the version in one statement. */
  const change = async (
    id: string,
    columns: Partial<TrendingVideosTable>,
    version: number | null,
  ): Promise<ChangeResult> => {
    const { numUpdatedRows } = await db
      .updateTable('trending_videos')
      .set((is) => ({ ...columns, version: is('version', '+', 1) }))
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .$if(version !== null, (query) => query.where('version', '=', version ?? 0))
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        throw asDatabaseError(error);
      });
    if (numUpdatedRows === 1n) return 'done';
    return (await get(id)) ? 'changed' : 'missing';
  };

  return {
    get,
    async list(limit) {
      const rows = await db
        .selectFrom('trending_videos')
        .selectAll()
        .where('removed_at', 'is', null)
        .orderBy('featured', 'desc')
        .orderBy('position', (order) => order.asc().nullsLast())
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(fromRow);
    },
    async add(video) {
      refuseUnsound(video);
      const { id, createdAt } = video;
      await db
        .insertInto('trending_videos')
        .values({ ...columnsOf(video), id, created_at: createdAt, version: 1, removed_at: null })
        .execute()
        .catch((error: unknown) => {
          throw asDatabaseError(error);
        });
    },
    async update(id, changes, version) {
      refuseUnsound(changes);
      return change(id, changedColumns(changes), version);
    },
    remove: (id, removedAt, version) => change(id, { removed_at: removedAt }, version),
    async restore(id, removedSince) {
      const { numUpdatedRows } = await db
        .updateTable('trending_videos')
        .set({ removed_at: null })
        .where('id', '=', id)
        .where('removed_at', '>=', removedSince)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async forgetRemoved(removedBefore) {
      const rows = await db
        .deleteFrom('trending_videos')
        .where('removed_at', '<', removedBefore)
        .returningAll()
        .execute();
      return rows.map(fromRow);
    },
    async countOf(which) {
      const { count } = await db
        .selectFrom('trending_videos')
        .where('removed_at', 'is', null)
        .$if(which === 'featured', (query) => query.where('featured', '=', 1))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}

type Changeable = Omit<TrendingVideosTable, 'id' | 'created_at' | 'version' | 'removed_at'>;

/** Listed column by column, so that nothing else in an object is ever stored. */
function columnsOf(video: Omit<TrendingVideo, 'id' | 'createdAt'>): Changeable {
  const { title, description, film, thumbnail, platform, viewCount, position } = video;
  return {
    title,
    description,
    film,
    thumbnail,
    platform,
    position,
    video_url: video.videoUrl ?? '',
    featured: video.featured ? 1 : 0,
    view_count: viewCount,
    is_available: video.isAvailable ? 1 : 0,
  };
}

function changedColumns(change: TrendingChange): Partial<Changeable> {
  const { title, description, thumbnail, platform } = change;
  const { featured, viewCount, isAvailable, position } = change;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...sourceColumns(change),
    ...(thumbnail !== undefined && { thumbnail }),
    ...(platform !== undefined && { platform }),
    ...(featured !== undefined && { featured: featured ? 1 : 0 }),
    ...(viewCount !== undefined && { view_count: viewCount }),
    ...(isAvailable !== undefined && { is_available: isAvailable ? 1 : 0 }),
    ...(position !== undefined && { position }),
  };
}

/** An address replaces an upload, and an upload an address. */
function sourceColumns({ videoUrl, film }: TrendingChange): Partial<Changeable> {
  if (film != null) return { film, video_url: '' };
  return videoUrl == null ? {} : { film: null, video_url: videoUrl };
}

function fromRow(row: TrendingVideosTable): StoredTrendingVideo {
  const { id, title, description, thumbnail, platform, position, version } = row;
  return {
    id,
    title,
    description,
    thumbnail,
    platform,
    position,
    version,
    videoUrl: row.film === null ? row.video_url : null,
    film: row.film,
    featured: row.featured === 1,
    viewCount: row.view_count,
    createdAt: row.created_at,
    isAvailable: row.is_available === 1,
  };
}

function refuseUnsound(video: TrendingChange): void {
  if (!isValidTrendingVideo(video)) throw new TypeError('This is no sound trending video');
}
