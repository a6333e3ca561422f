// Searches the site: guide, blog and pages of a language, and the titles of trending videos. Keeps nothing of a query.
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import type { Clock } from '../../async/clock.ts';
import type { InTurn } from '../../async/in-turn.ts';
import { rememberFor } from '../../async/remember-for.ts';
import { listTrending } from '../../trending/list-trending.ts';
import type { TrendingVideos } from '../../trending/ports.ts';
import type { TrendingVideo } from '../../trending/trending.ts';
import { excerptOf, type Mark, type MarkedText, marksIn } from './highlight.ts';
import type { DocumentKind, Library, SiteDocument } from './ports.ts';
import { rank, typedWords } from './rank.ts';
import { indexTexts, type WordIndex } from './word-index.ts';

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

const MAX_RESULTS = 30;
/** Trending videos are read again after this time. */
const TRENDING_KEPT_MS = 2000;
/** How much of a query a document or the title of a video has to have. */
const LEAST_SHARE = { documents: 0.34, videos: 0.6 };

type Indexed<T> = { readonly index: WordIndex; readonly all: readonly T[] };
type Ranked = { readonly score: number; readonly result: () => SearchResult };

/** Creates the service. `siteName` stands in texts where the build left a place for it. */
export function createSearching(needs: {
  readonly library: Library;
  readonly trendingVideos: Pick<TrendingVideos, 'list'>;
  readonly clock: Clock;
  readonly inTurn: InTurn;
  readonly siteName: string;
}): Searching {
  const opened = new Map<string, Indexed<SiteDocument>>();
  const open = async (language: string) => {
    const known = opened.get(language);
    if (known) return known;
    const all = await needs.library.read(language);
    if (!all) return null;
    const named: SiteDocument[] = all.map((one) => ({
      ...one,
      title: one.title.replaceAll('{{site_name}}', needs.siteName),
      description: one.description.replaceAll('{{site_name}}', needs.siteName),
      text: one.text.replaceAll('{{site_name}}', needs.siteName),
    }));
    const indexed = { index: await indexTexts(named), all: named };
    opened.set(language, indexed);
    return indexed;
  };
  const videos = rememberFor(TRENDING_KEPT_MS, needs.clock, async () => {
    const all = await listTrending(needs.trendingVideos);
    return { index: await indexTexts(all.map((one) => ({ title: titleOf(one) }))), all };
  });
  return {
    search: ({ text, source, language }) =>
      needs.inTurn(async () => {
        const typed = typedWords(text);
        if (typed.length === 0) return [];
        const documents = source === 'trending' ? null : await open(language);
        const asksTrending = source === 'all' || source === 'trending';
        const ranked = [
          ...(documents ? rankDocuments(documents, typed, source) : []),
          ...(asksTrending ? rankVideos(await videos(), typed) : []),
        ].sort((one, other) => other.score - one.score);
        return ranked.slice(0, MAX_RESULTS).map(({ result }) => result());
      }),
  };
}

function rankDocuments(
  { index, all }: Indexed<SiteDocument>,
  typed: readonly string[],
  source: SearchSource,
): Ranked[] {
  const { texts, words } = rank(index, typed, LEAST_SHARE.documents);
  return texts.flatMap(({ text, score }) => {
    const found = all[text];
    if (!found || (source !== 'all' && found.kind !== source)) return [];
    return [{ score, result: () => describe(found, words) }];
  });
}

function describe(document: SiteDocument, words: ReadonlySet<string>): SearchResult {
  const { kind, path, title, description } = document;
  return {
    kind,
    path,
    title: { text: title, marks: marksIn(title, words) },
    excerpt: excerptOf(document.text, words) ?? {
      text: description,
      marks: marksIn(description, words),
    },
  };
}

function titleOf({ title, platform }: TrendingVideo): string {
  return `${title} ${platform === null ? '' : PLATFORMS[platform].label}`;
}

function rankVideos({ index, all }: Indexed<TrendingVideo>, typed: readonly string[]): Ranked[] {
  const { texts, words } = rank(index, typed, LEAST_SHARE.videos);
  return texts.flatMap(({ text, score }) => {
    const video = all[text];
    if (!video) return [];
    return [
      { score, result: () => ({ kind: 'trending', video, marks: marksIn(video.title, words) }) },
    ];
  });
}
