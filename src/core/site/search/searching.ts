// Searches the site: guide, blog and pages of a language, and the titles of trending videos. Keeps nothing of a query.
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import type { Clock } from '../../async/clock.ts';
import type { InTurn } from '../../async/in-turn.ts';
import { rememberFor } from '../../async/remember-for.ts';
import { listTrending } from '../../trending/list-trending.ts';
import type { TrendingVideos } from '../../trending/ports.ts';
import type { TrendingVideo } from '../../trending/trending.ts';
import { excerptOf, type Mark, type MarkedText, marksIn } from './highlight.ts';
import type { LanguageLibrary, Library } from './ports.ts';
import { rankDocuments } from './rank-documents.ts';
import { rankTitles, type SplitTitles, splitTitles } from './rank-titles.ts';
import { tokensOf } from './tokens.ts';
import type { DocumentKind, IndexedDocument } from './word-index.ts';

/** Where to search. */
export type SearchSource = 'all' | 'trending' | DocumentKind;

/** A query. `language` is the code of one of the site's languages. */
export type SearchQuery = {
  readonly text: string;
  readonly source: SearchSource;
  readonly language: string;
};

/** A result: a document with the part of its text that answers, or a trending video. */
export type SearchResult =
  | {
      readonly kind: DocumentKind;
      readonly path: string;
      readonly title: MarkedText;
      readonly excerpt: MarkedText;
    }
  | { readonly kind: 'trending'; readonly video: TrendingVideo; readonly marks: readonly Mark[] };

/** The service behind `GET /api/search`. */
export type Searching = {
  /** At most 30 results, best first. */
  readonly search: (query: SearchQuery) => Promise<readonly SearchResult[]>;
};

const MAX_WORDS = 12;
const MAX_RESULTS = 30;
/** Trending videos are read again after this time. */
const TRENDING_KEPT_MS = 2000;

type Ranked = { readonly score: number; readonly result: () => Promise<SearchResult> };

/** Creates the service. `siteName` stands in texts where the build left a place for it. */
export function createSearching(needs: {
  readonly library: Library;
  readonly trendingVideos: Pick<TrendingVideos, 'list'>;
  readonly clock: Clock;
  readonly inTurn: InTurn;
  readonly siteName: string;
}): Searching {
  const named = (text: string) => text.replaceAll('{{site_name}}', needs.siteName);
  const titles = rememberFor(TRENDING_KEPT_MS, needs.clock, async () =>
    splitTitles((await listTrending(needs.trendingVideos)).map(titleOf)),
  );
  return {
    search: ({ text, source, language }) =>
      needs.inTurn(async () => {
        const typed = [...new Set(tokensOf(text).map(({ word }) => word))].slice(0, MAX_WORDS);
        if (typed.length === 0) return [];
        const library = source === 'trending' ? null : await needs.library.open(language);
        const documents = library ? rankPages(library, typed, source, named) : [];
        const asksTrending = source === 'all' || source === 'trending';
        const videos = asksTrending ? rankVideos(await titles(), typed) : [];
        const ranked = [...documents, ...videos].sort((one, other) => other.score - one.score);
        return Promise.all(ranked.slice(0, MAX_RESULTS).map(({ result }) => result()));
      }),
  };
}

function rankPages(
  library: LanguageLibrary,
  typed: readonly string[],
  source: SearchSource,
  named: (text: string) => string,
): Ranked[] {
  const { documents, words } = rankDocuments(library.index, typed);
  return documents.flatMap(({ document, score }) => {
    const found = library.index.documents[document];
    if (!found || (source !== 'all' && found.kind !== source)) return [];
    return [{ score, result: () => describe(library, found, words, named) }];
  });
}

async function describe(
  library: LanguageLibrary,
  document: IndexedDocument,
  words: ReadonlySet<string>,
  named: (text: string) => string,
): Promise<SearchResult> {
  const { kind, path } = document;
  const title = named(document.title);
  const description = named(document.description);
  const excerpt = excerptOf(named(await library.textOf(document)), words);
  return {
    kind,
    path,
    title: { text: title, marks: marksIn(title, words) },
    excerpt: excerpt ?? { text: description, marks: marksIn(description, words) },
  };
}

function titleOf(video: TrendingVideo) {
  const platform = video.platform === null ? '' : PLATFORMS[video.platform].label;
  return { text: `${video.title} ${platform}`, of: video };
}

function rankVideos(titles: SplitTitles<TrendingVideo>, typed: readonly string[]): Ranked[] {
  return rankTitles(titles, typed).map(({ of: video, score, words }) => ({
    score,
    result: async () => ({ kind: 'trending', video, marks: marksIn(video.title, words) }),
  }));
}
