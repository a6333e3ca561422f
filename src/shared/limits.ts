// The limits that are not settings.

/** Longest text accepted where a link is expected, in characters. */
export const MAX_LINK_LENGTH = 2048;
/** Longest query of a search, in characters. */
export const MAX_QUERY_LENGTH = 100;
/** Longest title kept, in code points. */
export const MAX_TITLE_LENGTH = 200;
/** Longest description kept, in code points. */
export const MAX_DESCRIPTION_LENGTH = 5000;
/** Longest author name kept, in code points. */
export const MAX_AUTHOR_LENGTH = 100;
/** Maximum artists kept of a song. */
export const MAX_ARTISTS = 10;
/** Highest number of a track or a disc. */
export const MAX_TRACK_NUMBER = 999;
/** Maximum offered items per post. */
export const MAX_ITEMS = 50;
/** Maximum formats read per item. */
export const MAX_TRACKS = 500;
/** Maximum tracks per post; its items share them evenly. */
export const MAX_POST_TRACKS = 2500;
/** Maximum subtitle tracks per item. */
export const MAX_SUBTITLES = 200;
/** Maximum chapters per item. */
export const MAX_CHAPTERS = 300;
/** Maximum files of an archive. */
export const MAX_ARCHIVE_FILES = 100;
/** Longest video whose file is checked, in seconds; `MAX_DURATION_MINUTES` does not go beyond. */
export const MAX_MEDIA_SECONDS = 100 * 3600;
/** Maximum DASH fragments per track. */
export const MAX_FRAGMENTS = 20_000;
/** Longest address of a source, in characters. */
export const MAX_SOURCE_ADDRESS_LENGTH = 16_384;
/** Fewest attempts from which the status of a platform is derived and its figures are shown. */
export const MIN_ATTEMPTS = 5;
/** Maximum redirects followed per short link. */
export const MAX_REDIRECTS = 5;
/** Largest image fetched for the thumbnail proxy, in bytes. */
export const MAX_THUMBNAIL_BYTES = 5 * 1024 * 1024;
/** Maximum entries of a page of a list. */
export const MAX_LIST_ENTRIES = 50;
/** Maximum pages of a list. */
export const MAX_LIST_PAGES = 20;
/** The highest place in a list: a thousand entries. */
export const MAX_PLACE = MAX_LIST_PAGES * MAX_LIST_ENTRIES;
/** Maximum results of a search on a platform. */
export const MAX_SEARCH_RESULTS = 10;
/** How long a page of a list is cached, in milliseconds; feeds are read anew no sooner. */
export const LIST_TTL_MS = 15 * 60_000;
/** How long the results of a search on a platform are cached, in milliseconds. */
export const SEARCH_TTL_MS = 10 * 60_000;
/** How long an inspection is cached, in milliseconds. */
export const INSPECTION_TTL_MS = 5 * 60_000;
