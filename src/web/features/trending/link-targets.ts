// The link targets of a video's buttons.
import { inLanguage, pathOf } from '../../../shared/routes.ts';

/** Returns the URL of the downloader with a link filled in; `home` is the home page in the visitor's language. */
export function downloaderFor(videoUrl: string, home: string): string {
  return `${home}?${new URLSearchParams({ u: videoUrl })}`;
}

/** Other titles rarely have more words of one. */
const MAX_WORDS = 3;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Words that say nothing about a video: of Latin letters all short ones, and these. */
const SHORT = /^[\p{Script=Latin}\p{N}]{1,3}$/u;
const STOP_WORDS = new Set(
  (
    'about after best clip ever from have here into just like made more most over post reel short shorts some that then there they through ' +
    'this very video videos what when where which will with your auch dass diese dieser eine einem einen einer nicht oder sich wenn ' +
    'wird como cuando donde este esta esto para pero porque avec cette comme dans elle leur mais pour sans sont tout alla anche come ' +
    'degli della delle nella perché quando quella quello questa questo sono enim quae quam quod sunt ' +
    'في من على إلى عن مع هذا هذه التي الذي ما لا كل'
  ).split(' '),
);

/** Returns the URL of the search for other trending videos like this one, by the longest words of its title. */
export function searchLike({ id, title }: { id: string; title: string }, prefix: string): string {
  const words = title.match(WORD) ?? [];
  const telling = words.filter((word) => !SHORT.test(word) && !STOP_WORDS.has(word.toLowerCase()));
  const longest = telling.toSorted((a, b) => b.length - a.length).slice(0, MAX_WORDS);
  const q = telling.filter((word) => longest.includes(word)).join(' ');
  const query = new URLSearchParams({ q, source: 'trending', not: id });
  return `${inLanguage(prefix, pathOf('search'))}?${query}`;
}
