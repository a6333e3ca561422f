// The trending videos: what one is, and the list of them as visitors see it.
import { MAX_TITLE_LENGTH } from '../../shared/limits.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import {
  MAX_TRENDING_DESCRIPTION_LENGTH,
  readVideoAddress,
  trendingFileType,
} from '../../shared/trending.ts';

/** A video that operators picked. `createdAt` is epoch milliseconds. */
export type TrendingVideo = {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  /** A http or https address; null for a film of ours. */
  readonly videoUrl: string | null;
  /** The name of a file of ours, mp4 or webm, in the place of an address; null where there is an address. */
  readonly film: string | null;
  /** The name of a file of ours, or null. */
  readonly thumbnail: string | null;
  readonly platform: PlatformId | null;
  readonly featured: boolean;
  readonly viewCount: number;
  readonly createdAt: number;
  /** False once the video behind the address was found to be gone. */
  readonly isAvailable: boolean;
  /** A place in the list that an operator gave it, from 0; null when it goes by its age. */
  readonly position: number | null;
};

/** A video as it is kept. `version` counts its changes from 1 on, so that nobody overwrites what they have not seen. */
export type StoredTrendingVideo = TrendingVideo & { readonly version: number };

/** What may change in a trending video. */
export type TrendingChange = Partial<Omit<TrendingVideo, 'id' | 'createdAt'>>;

/** The field of a video, or of a change to one, that may not be stored and shown; null where all may. */
export function invalidField(video: TrendingChange): string | null {
  const { title, description, thumbnail, viewCount, position } = video;
  const isSound: Readonly<Record<string, boolean>> = {
    title: title === undefined || isTitle(title),
    description:
      description == null ||
      (description.length <= MAX_TRENDING_DESCRIPTION_LENGTH && isStorable(description)),
    videoUrl: hasOneSource(video),
    thumbnailUrl: thumbnail == null || isFile(thumbnail, 'image'),
    viewCount: viewCount === undefined || isCount(viewCount),
    position: position == null || isCount(position),
  };
  return Object.keys(isSound).find((field) => !isSound[field]) ?? null;
}

/** Whether the texts, the address, the file name and the numbers of a video, or of a change to one, may be stored and shown. */
export function isValidTrendingVideo(video: TrendingChange): boolean {
  return invalidField(video) === null;
}

/** Either an address or a film, or no word of both. */
function hasOneSource({ videoUrl, film }: TrendingChange): boolean {
  if (videoUrl === undefined && film === undefined) return true;
  if (videoUrl == null) return film != null && isFile(film, 'video');
  return film == null && readVideoAddress(videoUrl) !== null;
}

function isFile(name: string, kind: 'image' | 'video'): boolean {
  return trendingFileType(name)?.startsWith(`${kind}/`) === true;
}

function isTitle(title: string): boolean {
  return title.trim() !== '' && [...title].length <= MAX_TITLE_LENGTH && isStorable(title);
}

/** PostgreSQL takes no NUL, and halves of letters become others on the way. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
