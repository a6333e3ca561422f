// Operators pick the trending videos: every change is written down, none overwrites what its maker has not seen, and a removal can be undone.
import { AppError } from '../shared/errors.ts';
import type { PlatformId } from '../shared/platforms/platform.ts';
import { readVideoAddress } from '../shared/trending.ts';
import type { AuditEntry } from './audit.ts';
import type { AuditLog } from './operator-ports.ts';
import type { Clock, Thumbnails } from './ports.ts';
import type { Changed, TrendingFiles, TrendingVideos } from './site-ports.ts';
import { isSoundTrendingVideo, type KeptTrendingVideo, type TrendingChange } from './trending.ts';

/** How long a removal can be undone, in milliseconds, and how much longer a slow connection may take to say so. */
const UNDO_MS = 10_000;
const GRACE_MS = 5000;
const MOST_LISTED = 10_000;

/** What an operator says of a new video. `thumbnailUrl` is an address elsewhere, which is fetched once. */
export type NewTrendingVideo = {
  readonly title: string;
  readonly description: string | null;
  readonly videoUrl: string;
  readonly thumbnailUrl: string | null;
  readonly platform: PlatformId | null;
  readonly featured: boolean;
};

/** What may be edited; what is not named stays. */
export type TrendingEdit = {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly thumbnailUrl?: string | null | undefined;
  readonly featured?: boolean | undefined;
  readonly position?: number | null | undefined;
};

/** The service behind the dashboard's table. `admin` is the address of whoever does it. */
export type Curating = {
  readonly list: () => Promise<readonly KeptTrendingVideo[]>;
  readonly count: () => Promise<number>;
  /** Throws `invalid_request` for what no list may hold, and what fetching the thumbnail throws. */
  readonly add: (
    admin: string,
    video: NewTrendingVideo,
    signal: AbortSignal,
  ) => Promise<KeptTrendingVideo>;
  /** `version` is the one that the operator saw; null is any. Throws as `add`, `not_found_page`, and `changed_meanwhile`. */
  readonly edit: (
    admin: string,
    id: string,
    edit: TrendingEdit,
    version: number | null,
    signal: AbortSignal,
  ) => Promise<KeptTrendingVideo>;
  /** Takes it out of every list. Throws `not_found_page`, `changed_meanwhile`. */
  readonly remove: (admin: string, id: string, version: number | null) => Promise<void>;
  /** Undoes a removal of the last ten seconds. Throws `not_found_page`. */
  readonly restore: (admin: string, id: string) => Promise<KeptTrendingVideo>;
  /** Forgets, with their files, those whose removal can no longer be undone. */
  readonly sweep: () => Promise<void>;
};

/** Makes the service. */
export function createCurating(needs: {
  readonly videos: TrendingVideos;
  readonly files: Pick<TrendingFiles, 'add' | 'remove'>;
  readonly thumbnails: Thumbnails;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly clock: Clock;
  readonly newId: () => string;
}): Curating {
  const { videos, files, clock, newId } = needs;

  const note = (
    admin: string,
    action: AuditEntry['action'],
    subject: string,
    details: AuditEntry['details'] = {},
  ) => needs.audit.add({ id: newId(), at: clock.now(), admin, action, subject, details });

  const get = async (id: string): Promise<KeptTrendingVideo> => {
    const video = await videos.get(id);
    if (!video) throw new AppError('not_found_page');
    return video;
  };

  /** Fetches, checks and keeps a picture; the name of its file. */
  const keepThumbnail = async (
    thumbnailUrl: string | null,
    platform: PlatformId | null,
    signal: AbortSignal,
  ): Promise<string | null> => {
    if (thumbnailUrl === null) return null;
    const address = readVideoAddress(thumbnailUrl);
    if (address === null) throw new AppError('invalid_request', { detail: 'thumbnailUrl' });
    const source = { address, headers: {}, platform: platform ?? 'youtube' };
    const name = `${newId()}.jpg`;
    await files.add(name, await needs.thumbnails.render(source, signal));
    return name;
  };

  /** A picture that no video names any more. */
  const dropThumbnail = async (name: string | null) => {
    if (name !== null) await files.remove(name);
  };

  /** What is written with a new picture; a failure leaves none behind. */
  const orDrop = async <T>(name: string | null, written: Promise<T>): Promise<T> => {
    try {
      return await written;
    } catch (error) {
      await dropThumbnail(name);
      throw error;
    }
  };

  return {
    list: () => videos.list(MOST_LISTED),
    count: () => videos.countOf('all'),
    async add(admin, { thumbnailUrl, title, ...wish }, signal) {
      const video = {
        ...{ ...wish, id: newId(), title: title.trim(), thumbnail: null },
        ...{ viewCount: 0, createdAt: clock.now(), isAvailable: true, position: null },
      };
      refuseUnsound(video);
      const thumbnail = await keepThumbnail(thumbnailUrl, wish.platform, signal);
      await orDrop(thumbnail, videos.add({ ...video, thumbnail }));
      await note(admin, 'trending_added', video.id, { title: video.title });
      return get(video.id);
    },
    async edit(admin, id, { thumbnailUrl, ...edit }, version, signal) {
      const before = await get(id);
      const texts = named({ ...edit, title: edit.title?.trim() });
      refuseUnsound(texts);
      if (version !== null && version !== before.version) throw new AppError('changed_meanwhile');
      const thumbnail =
        thumbnailUrl === undefined
          ? before.thumbnail
          : await keepThumbnail(thumbnailUrl, before.platform, signal);
      const change: TrendingChange = { ...texts, thumbnail };
      const isNew = thumbnail !== before.thumbnail;
      const changed = await orDrop(isNew ? thumbnail : null, videos.update(id, change, version));
      if (isNew) await dropThumbnail(changed === 'done' ? before.thumbnail : thumbnail);
      refuseUnlessDone(changed);
      await note(admin, 'trending_changed', id, detailsOf(texts, isNew ? thumbnail : undefined));
      return get(id);
    },
    async remove(admin, id, version) {
      refuseUnlessDone(await videos.remove(id, clock.now(), version));
      await note(admin, 'trending_deleted', id);
    },
    async restore(admin, id) {
      if (!(await videos.restore(id, clock.now() - UNDO_MS - GRACE_MS)))
        throw new AppError('not_found_page');
      await note(admin, 'trending_restored', id);
      return get(id);
    },
    async sweep() {
      const gone = await videos.forgetRemoved(clock.now() - UNDO_MS - GRACE_MS);
      for (const { thumbnail } of gone) await dropThumbnail(thumbnail);
    },
  };
}

/** Which fields have which new values; a description is long, so that it changed is enough. */
function detailsOf(
  { title, description, featured, position }: Omit<TrendingChange, 'thumbnail'>,
  thumbnail: string | null | undefined,
): AuditEntry['details'] {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description: true }),
    ...(featured !== undefined && { featured }),
    ...(position !== undefined && { position }),
    ...(thumbnail !== undefined && { thumbnail }),
  };
}

/** Without what is not named. */
function named(edit: Omit<TrendingEdit, 'thumbnailUrl'>): Omit<TrendingChange, 'thumbnail'> {
  const { title, description, featured, position } = edit;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(featured !== undefined && { featured }),
    ...(position !== undefined && { position }),
  };
}

function refuseUnsound(video: TrendingChange): void {
  if (!isSoundTrendingVideo(video)) throw new AppError('invalid_request');
}

function refuseUnlessDone(changed: Changed): void {
  if (changed === 'missing') throw new AppError('not_found_page');
  if (changed === 'changed') throw new AppError('changed_meanwhile');
}
