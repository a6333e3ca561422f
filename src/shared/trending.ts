// Limits and rules of trending videos, shared by the server and the pages.
import { BASE_PATH } from './base-path.ts';
import { MAX_LINK_LENGTH } from './limits.ts';

/** Maximum videos on the trending page. */
export const MAX_TRENDING = 200;
/** Longest description of a trending video, in characters. */
export const MAX_TRENDING_DESCRIPTION_LENGTH = 2000;
/** Largest video that an operator may upload, in bytes: the 50 MB that pages state. */
export const MAX_FILM_BYTES = 50_000_000;
/** Shown for videos without a platform. */
export const UNKNOWN_PLATFORM = 'Unknown';

/** The file extensions of thumbnails and uploaded videos, with their media types. */
export const TRENDING_FILE_TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  webm: 'video/webm',
} as const;

const FILE_NAME = /^[a-z0-9][a-z0-9_-]{0,79}\.([a-z0-9]{3,4})$/;

/** The media type of a trending file by its name; null for a path, a dot file or another extension. */
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
    // The constructor throws for an invalid address.
    return null;
  }
}

/** Returns whether the video is a file of this site (`origin`), which is saved without an inspection. */
export function isOwnFile(videoUrl: string, origin: string): boolean {
  return ['', origin].some((site) => videoUrl.startsWith(`${site}${BASE_PATH}/trending-files/`));
}
