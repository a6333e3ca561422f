// The type of trending videos, and its validation.
import { MAX_TITLE_LENGTH } from '../../shared/limits.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import {
  MAX_TRENDING_DESCRIPTION_LENGTH,
  readVideoAddress,
  trendingFileType,
} from '../../shared/trending.ts';

/** A trending video. `createdAt` is epoch milliseconds. */
export type TrendingVideo = {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  /** An http or https address; null for an uploaded video. */
  readonly videoUrl: string | null;
  /** The file name of an uploaded video, mp4 or webm; null if there is an address. */
  readonly film: string | null;
  /** The file name of the thumbnail, or null. */
  readonly thumbnail: string | null;
  readonly platform: PlatformId | null;
  readonly featured: boolean;
  readonly viewCount: number;
  readonly createdAt: number;
  /** False once a check found that the video is gone. */
  readonly isAvailable: boolean;
  /** The position that an operator gave it, from 0; null to order by age. */
  readonly position: number | null;
};

/** A stored video. `version` starts at 1 and grows with each change, so that concurrent edits are detected. */
export type StoredTrendingVideo = TrendingVideo & { readonly version: number };

/** The fields that may change. */
export type TrendingChange = Partial<Omit<TrendingVideo, 'id' | 'createdAt'>>;

/** The name of an invalid field of a video or a change; null if all are valid. */
export function invalidField(video: TrendingChange): string | null {
  const { title, description, thumbnail, viewCount, position } = video;
  const isValid: Readonly<Record<string, boolean>> = {
    title: title === undefined || isTitle(title),
    description:
      description == null ||
      (description.length <= MAX_TRENDING_DESCRIPTION_LENGTH && isStorable(description)),
    videoUrl: hasOneSource(video),
    thumbnailUrl: thumbnail == null || isFile(thumbnail, 'image'),
    viewCount: viewCount === undefined || isCount(viewCount),
    position: position == null || isCount(position),
  };
  return Object.keys(isValid).find((field) => !isValid[field]) ?? null;
}

/** Whether all fields of a video or a change are valid. */
export function isValidTrendingVideo(video: TrendingChange): boolean {
  return invalidField(video) === null;
}

/** Either an address or a file, or neither is given. */
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

/** PostgreSQL refuses NUL, and lone surrogates are replaced on the way. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
