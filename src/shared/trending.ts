// Limits and rules of trending videos, shared by the server and the pages.
import { MAX_LINK_LENGTH } from './limits.ts';

/** Most videos that the trending page shows. */
export const MAX_TRENDING = 200;
/** Longest description of a trending video, in characters. */
export const MAX_TRENDING_DESCRIPTION_LENGTH = 2000;
/** Largest film that an operator may upload, in bytes: 50 MB as every page says it. */
export const MAX_FILM_BYTES = 52_428_800;
/** Shown for videos without a platform. */
export const UNKNOWN_PLATFORM = 'Unknown';

/** The endings of files that may lie beside a trending video, with their types. */
export const TRENDING_FILE_TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  webm: 'video/webm',
} as const;

const FILE_NAME = /^[a-z0-9][a-z0-9_-]{0,79}\.([a-z0-9]{3,4})$/;

/** The type of a file beside a trending video by its name, or null for what can be no such file: a path, a dot file, another ending. */
export function trendingFileType(name: string): string | null {
  const ending = FILE_NAME.exec(name)?.[1] ?? '';
  return Object.hasOwn(TRENDING_FILE_TYPES, ending)
    ? TRENDING_FILE_TYPES[ending as keyof typeof TRENDING_FILE_TYPES]
    : null;
}

/** The address of a video as it may be linked to: http or https, without a user name; null for anything else. */
export function readVideoAddress(text: string): string | null {
  if (text.length > MAX_LINK_LENGTH || /[\p{Cc}\s]/u.test(text) || !/^https?:\/\//i.test(text))
    return null;
  try {
    const { href, username, hostname } = new URL(text);
    return username === '' && hostname !== '' && href.length <= MAX_LINK_LENGTH ? href : null;
  } catch {
    // The class throws for whatever is no address.
    return null;
  }
}

/** Returns whether the video is a file of this site (`origin`), which is saved without an inspection. */
export function isOwnFile(videoUrl: string, origin: string): boolean {
  return ['', origin].some((site) => videoUrl.startsWith(`${site}/trending-files/`));
}
