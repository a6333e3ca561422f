// Operators pick the trending videos. Every change is audited and made to a known version; a removal can be undone.
import { AppError } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import { readVideoAddress } from '../../shared/trending.ts';
import type { Clock } from '../async/clock.ts';
import type { BlockList } from '../blocks/block-list.ts';
import type { Thumbnails } from '../inspecting/ports.ts';
import { OWN_NETWORK } from '../limits/networks.ts';
import type { AuditEntry } from '../operators/audit.ts';
import type { AuditLog } from '../operators/ports.ts';
import type { TrendingFiles, TrendingVideos } from './ports.ts';
import type { StoredTrendingVideo } from './trending.ts';
import {
  assertChanged,
  assertValid,
  editDetails,
  getVersion,
  namedTexts,
  type TextEdit,
  updateVersion,
} from './trending-edit.ts';

/** How long a removal can be undone, in milliseconds, plus a grace period for slow connections. */
const UNDO_MS = 10_000;
const GRACE_MS = 5000;
const MAX_LISTED = 10_000;

/** The fields of a new video. `thumbnailUrl` is an external address, which is fetched once. */
export type NewTrendingVideo = {
  readonly title: string;
  readonly description: string | null;
  readonly videoUrl: string;
  readonly thumbnailUrl: string | null;
  readonly platform: PlatformId | null;
  readonly featured: boolean;
};

/** The fields that may be edited; absent ones stay. */
export type TrendingEdit = TextEdit & {
  readonly thumbnailUrl?: string | null | undefined;
  /** The name of the video's current thumbnail, which stays; any other is refused. */
  readonly ownThumbnail?: string | undefined;
};

/** The service behind the dashboard's table. `admin` is the operator's email address. */
export type Curating = {
  readonly list: () => Promise<readonly StoredTrendingVideo[]>;
  readonly count: () => Promise<number>;
  /** Throws `invalid_request` for invalid fields, `taken_down`, and what fetching the thumbnail throws. */
  readonly add: (
    admin: string,
    video: NewTrendingVideo,
    signal: AbortSignal,
  ) => Promise<StoredTrendingVideo>;
  /** `version` is the one that the operator saw; null is any. Throws as `add`, `not_found_page`, and `changed_meanwhile`. */
  readonly edit: (
    admin: string,
    id: string,
    edit: TrendingEdit,
    version: number | null,
    signal: AbortSignal,
  ) => Promise<StoredTrendingVideo>;
  /** Removes the video from all lists. Throws `not_found_page`, `changed_meanwhile`. */
  readonly remove: (admin: string, id: string, version: number | null) => Promise<void>;
  /** Undoes a removal of the last ten seconds. Throws `not_found_page`. */
  readonly restore: (admin: string, id: string) => Promise<StoredTrendingVideo>;
  /** Deletes videos whose removal can no longer be undone, with their files. */
  readonly sweep: () => Promise<void>;
};

export type CuratingNeeds = {
  readonly videos: TrendingVideos;
  readonly files: Pick<TrendingFiles, 'add' | 'remove'>;
  readonly thumbnails: Thumbnails;
  readonly blockList: Pick<BlockList, 'hasAddress'>;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly clock: Clock;
  readonly newId: () => string;
};

/** Creates the service. */
export function createCurating(needs: CuratingNeeds): Curating {
  const { videos, clock } = needs;
  return {
    list: () => videos.list(MAX_LISTED),
    count: () => videos.countOf('all'),
    add: (admin, video, signal) => addVideo(needs, admin, video, signal),
    edit: (admin, id, edit, version, signal) => editVideo(needs, admin, id, edit, version, signal),
    async remove(admin, id, version) {
      const { title } = await getVersion(videos, id, version);
      assertChanged(await videos.remove(id, clock.now(), version));
      await note(needs, admin, 'trending_deleted', id, { video: title });
    },
    async restore(admin, id) {
      if (!(await videos.restore(id, clock.now() - UNDO_MS - GRACE_MS)))
        throw new AppError('not_found_page');
      const video = await getVersion(videos, id, null);
      await note(needs, admin, 'trending_restored', id, { video: video.title });
      return video;
    },
    sweep: () => forgetRemoved(needs),
  };
}

async function addVideo(
  needs: CuratingNeeds,
  admin: string,
  { thumbnailUrl, title, ...given }: NewTrendingVideo,
  signal: AbortSignal,
): Promise<StoredTrendingVideo> {
  const { videos } = needs;
  const video = {
    ...given,
    id: needs.newId(),
    title: title.trim(),
    thumbnail: null,
    film: null,
    viewCount: 0,
    createdAt: needs.clock.now(),
    isAvailable: true,
    position: null,
  };
  assertValid(video);
  if (needs.blockList.hasAddress(given.videoUrl)) throw new AppError('taken_down');
  const thumbnail = await keepThumbnail(needs, thumbnailUrl, given.platform, signal);
  await orDrop(needs, thumbnail, videos.add({ ...video, thumbnail }));
  await note(needs, admin, 'trending_added', video.id, { title: video.title });
  return getVersion(videos, video.id, null);
}

async function editVideo(
  needs: CuratingNeeds,
  admin: string,
  id: string,
  { thumbnailUrl, ownThumbnail, ...edit }: TrendingEdit,
  version: number | null,
  signal: AbortSignal,
): Promise<StoredTrendingVideo> {
  const { videos } = needs;
  const texts = namedTexts(edit);
  assertValid(texts);
  const { platform, thumbnail: shown } = await getVersion(videos, id, version);
  if (ownThumbnail !== undefined && ownThumbnail !== shown) throw wrongThumbnail();
  const isNew = thumbnailUrl !== undefined;
  const thumbnail = isNew ? await keepThumbnail(needs, thumbnailUrl, platform, signal) : null;
  const change = { ...texts, ...(isNew && { thumbnail }) };
  const before = await orDrop(needs, thumbnail, updateVersion(videos, id, change, version));
  const details = { ...editDetails(before, texts), ...(isNew && { thumbnail }) };
  await note(needs, admin, 'trending_changed', id, details);
  if (isNew) await drop(needs, before.thumbnail);
  return getVersion(videos, id, null);
}

async function forgetRemoved(needs: CuratingNeeds): Promise<void> {
  const gone = await needs.videos.forgetRemoved(needs.clock.now() - UNDO_MS - GRACE_MS);
  for (const { film, thumbnail } of gone)
    for (const name of [film, thumbnail]) await drop(needs, name);
}

/** Fetches, re-encodes and keeps a picture; returns the name of its file. */
async function keepThumbnail(
  { files, thumbnails, newId }: CuratingNeeds,
  thumbnailUrl: string | null,
  platform: PlatformId | null,
  signal: AbortSignal,
): Promise<string | null> {
  if (thumbnailUrl === null) return null;
  const address = readVideoAddress(thumbnailUrl);
  if (address === null) throw wrongThumbnail();
  const source = { address, headers: {}, platform: platform ?? 'youtube' };
  const name = `${newId()}.jpg`;
  await files.add(name, await thumbnails.render(source, OWN_NETWORK, signal));
  return name;
}

/** Awaits a write that uses a new file, and removes the file when the write fails. */
async function orDrop<T>(
  needs: CuratingNeeds,
  name: string | null,
  written: Promise<T>,
): Promise<T> {
  try {
    return await written;
  } catch (error) {
    await drop(needs, name);
    throw error;
  }
}

async function drop({ files }: CuratingNeeds, name: string | null): Promise<void> {
  if (name !== null) await files.remove(name);
}

function note(
  { audit, newId, clock }: CuratingNeeds,
  admin: string,
  action: AuditEntry['action'],
  subject: string,
  details: AuditEntry['details'] = {},
): Promise<void> {
  return audit.add({ id: newId(), at: clock.now(), admin, action, subject, details });
}

function wrongThumbnail(): AppError {
  return new AppError('invalid_request', { params: { field: 'thumbnailUrl' } });
}
