// Every bound that is not an operator's setting, in one place, with its unit in its name.

/** Longest text accepted where a link is expected, in characters. */
export const MAX_LINK_LENGTH = 2048;
/** Longest title kept, in code points. */
export const MAX_TITLE_LENGTH = 200;
/** Longest description kept, in code points. */
export const MAX_DESCRIPTION_LENGTH = 5000;
/** Longest author name kept, in code points. */
export const MAX_AUTHOR_LENGTH = 100;
/** Most items of one post that are offered. */
export const MAX_ITEMS = 50;
/** Most formats of one item that are read. */
export const MAX_TRACKS = 500;
/** Most tracks of all items of one post together that are kept; its items share them evenly. */
export const MAX_POST_TRACKS = 2500;
/** Most subtitles of one item that are kept. */
export const MAX_SUBTITLES = 200;
/** Most chapters of one item that are kept. */
export const MAX_CHAPTERS = 300;
/** Longest media that are processed, in seconds; the maximum of `MAX_DURATION_MINUTES`. */
export const MAX_MEDIA_SECONDS = 100 * 3600;
/** Most DASH fragments of one track. */
export const MAX_FRAGMENTS = 20_000;
/** Longest address of a source, in characters. */
export const MAX_SOURCE_ADDRESS_LENGTH = 16_384;
/** Most redirects followed for one short link. */
export const MAX_REDIRECTS = 5;
/** Largest picture fetched for the thumbnail proxy, in bytes. */
export const MAX_THUMBNAIL_BYTES = 5 * 1024 * 1024;
/** How long an inspection is cached, in milliseconds. */
export const INSPECTION_TTL_MS = 5 * 60_000;
