// The link targets of a video's buttons.
import { inLanguage, pathOf } from '../../../shared/routes.ts';

/** Returns the URL of the downloader with a link filled in; `home` is the home page in the visitor's language. */
export function downloaderFor(videoUrl: string, home: string): string {
  return `${home}?${new URLSearchParams({ u: videoUrl })}`;
}

/** Longer titles say what is not in others. */
const MAX_WORDS = 6;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Returns the URL of the search for videos like one with this title. */
export function searchLike(title: string, prefix: string): string {
  const words = title.match(WORD)?.slice(0, MAX_WORDS) ?? [];
  return `${inLanguage(prefix, pathOf('search'))}?${new URLSearchParams({ q: words.join(' ') })}`;
}
