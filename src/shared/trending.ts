// What a trending video may be, the same for whoever shows, stores or enters one.
import { MAX_LINK_LENGTH } from './limits.ts';

/** Most videos that the trending page shows. */
export const MAX_TRENDING = 200;
/** Longest description of a trending video, in characters. */
export const MAX_TRENDING_DESCRIPTION_LENGTH = 2000;
/** Largest film that an operator may upload, in bytes: 50 MB as every page says it. */
export const MAX_FILM_BYTES = 52_428_800;
/** Shown in the place of a platform that nobody named. */
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

/** Whether the video is a file of this very site (`origin`): nothing to look at first, it is saved as it is. */
export function isOwnFile(videoUrl: string, origin: string): boolean {
  return ['', origin].some((site) => videoUrl.startsWith(`${site}/trending-files/`));
}
