// The link targets of a video's buttons.
import type { TrendingItem } from '../../shared/api/site.ts';
import { inLanguage, pathOf } from '../../shared/routes.ts';

/** Returns the URL of the downloader with a link filled in; `home` is the home page in the visitor's language. */
export function downloaderFor(videoUrl: string, home: string): string {
  return `${home}?${new URLSearchParams({ u: videoUrl })}`;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Words that say nothing about a video: of Latin letters all short ones, and these. */
const SHORT = /^[\p{Script=Latin}\p{N}]{1,4}$/u;
const STOP_WORDS = new Set(
  (
    'about after short shorts their there these through video videos where which diese dieser einem einen einer nicht cuando donde ' +
    'porque cette comme anche degli della delle nella perché quando quella quello questa questo ' +
    'في من على إلى عن مع هذا هذه التي الذي ما لا كل'
  ).split(' '),
);

type Video = Pick<TrendingItem, 'id' | 'title' | 'platform' | 'platformId' | 'available'>;

/**
 * Returns the URL of the search for other trending videos like this one: by the telling words that its title shares with
 * the most similar one, or by its platform; null if there is none.
 */
export function searchLike(
  { id, title, platform, platformId }: Video,
  all: readonly Video[],
  prefix: string,
): string | null {
  const words = title.match(WORD) ?? [];
  const telling = words.filter((word) => !SHORT.test(word) && !STOP_WORDS.has(word.toLowerCase()));
  const others = all.filter((one) => one.available && one.id !== id);
  const shared = others.map((other) => {
    const own: readonly string[] = other.title.toLowerCase().match(WORD) ?? [];
    return telling.filter((word) => own.includes(word.toLowerCase())).join(' ');
  });
  const [most] = shared.sort((a, b) => b.length - a.length);
  const isOfPlatform = platformId && others.some((other) => other.platformId === platformId);
  const q = most || (isOfPlatform && platform);
  if (!q) return null;
  return `${inLanguage(prefix, pathOf('search'))}?${new URLSearchParams({ q, source: 'trending', not: id })}`;
}
