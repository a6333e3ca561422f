// The searches of the lab's YouTube: which rows answer which words, and the API data that shows them.
import { pictureAddress } from './addresses.ts';
import { longSoundId } from './long-video.ts';
import { type Row, renderer, rowOf } from './playlists.ts';

/** Something else than a video among the results; sent only to clients that do not ask for videos alone. */
type Other = { readonly kind: 'channel' | 'playlist'; readonly id: string; readonly title: string };

/** A search and what it finds. */
export type Search = {
  readonly name: string;
  readonly query: string;
  readonly rows: readonly (Row | Other)[];
  /** Whether other results come although videos alone were asked for, as some builds of the site do. */
  readonly ignoresParams?: boolean;
  /** Whether each page is followed by another one. */
  readonly isEndless?: boolean;
  /** The ids that a searcher must get. */
  readonly ids: readonly string[];
};

/** The channel of all rows of {@link BLOCKED_SEARCH} but the first. */
export const SEARCH_CHANNEL = 'UClabLabLabLabLabLabLabL';

const SOME = ['labMain_001', 'labShort001', 'labUhd__001', 'labDubs_001'];
const MANY = Array.from({ length: 20 }, (_, index) => longSoundId(3, 700 + index));
const CHANNEL: Other = { kind: 'channel', id: SEARCH_CHANNEL, title: 'Platform Lab' };
const PLAYLIST: Other = {
  kind: 'playlist',
  id: 'PLab0123456789abcdef',
  title: 'List: four videos',
};
const titled = (id: string, title: string): Row => ({ ...rowOf(id), title });

/** What any other search finds: a video that is called as it was searched for, and some others. */
const otherwise = (query: string): Search => ({
  name: 'any other words',
  query,
  rows: [titled('labMain_001', query), ...SOME.slice(1).map(rowOf)],
  ids: SOME,
});

/** The results of which all but one are of one channel. */
export const BLOCKED_SEARCH: Search = {
  name: 'one channel',
  query: 'one channel',
  rows: [
    rowOf('labMain_001'),
    ...SOME.slice(1).map((id) => ({ ...rowOf(id), channelId: SEARCH_CHANNEL })),
  ],
  ids: SOME,
};

/** The searches that are answered. */
export const SEARCHES: readonly Search[] = [
  { name: 'four videos', query: 'colour garden', rows: SOME.map(rowOf), ids: SOME },
  { name: 'more than ten', query: 'rain', rows: MANY.map(rowOf), ids: MANY.slice(0, 10) },
  { name: 'nothing', query: 'nothing at all', rows: [], ids: [] },
  {
    name: 'a channel and a playlist, to those who want them',
    query: 'platform lab',
    rows: [CHANNEL, rowOf('labMain_001'), PLAYLIST, rowOf('labShort001')],
    ids: ['labMain_001', 'labShort001'],
  },
  {
    name: 'a channel and a playlist, to everyone',
    query: 'platform lab again',
    rows: [CHANNEL, rowOf('labMain_001'), PLAYLIST, rowOf('labShort001')],
    ignoresParams: true,
    ids: ['labMain_001', 'labShort001'],
  },
  {
    name: 'live, announced, private, deleted, twice',
    query: 'pond',
    rows: [
      { id: 'labLive_001', title: 'The pond, right now', seconds: null, style: 'LIVE' },
      { id: 'labPremr001', title: 'Tomorrow’s pond', seconds: null, style: 'UPCOMING' },
      rowOf('labMain_001'),
      { id: 'labPriv_001', title: '[Private video]', seconds: null },
      { id: 'labGone_001', title: '[Deleted video]', seconds: null },
      rowOf('labMain_001'),
      rowOf('labShort001'),
    ],
    ids: ['labMain_001', 'labShort001'],
  },
  {
    name: 'titles in other scripts',
    query: 'حديقة 🐈',
    rows: [
      titled('labMain_001', 'حديقة الألوان – جولة 1'),
      titled('labShort001', '𝒢𝒶𝓇𝒹𝑒𝓃 🐈‍⬛ 𠮷野家'),
      titled('labUhd__001', 'גן הצבעים'),
    ],
    ids: ['labMain_001', 'labShort001', 'labUhd__001'],
  },
  {
    name: 'hostile titles and ids',
    query: 'evil',
    rows: [
      titled('labMain_001', `\u202e4pm.exe ${'long '.repeat(2000)}`),
      titled('labShort001', '<img src=x onerror=alert(1)>\u0000'),
      { id: '../../admin', title: 'not an id', seconds: 10 },
      { id: 'labMain_001&x=', title: 'more than an id', seconds: 10 },
      { ...rowOf('labUhd__001'), seconds: 9e15, author: '<script>\u202ealert(1)</script>' },
    ],
    ids: ['labMain_001', 'labShort001', 'labUhd__001'],
  },
  {
    name: 'pages without a video, without end',
    query: 'channels only',
    rows: [CHANNEL],
    ignoresParams: true,
    isEndless: true,
    ids: [],
  },
  BLOCKED_SEARCH,
];

/** Words whose answer is not understood. */
export const ODD_SEARCH = 'no page of results';
/** Words whose answer is larger than a search may be. */
export const HUGE_SEARCH = 'a page of many megabytes';
const HUGE_BYTES = 6e6;

/** What the API is asked for. */
type SearchRequest = {
  readonly query?: string;
  readonly params?: string;
  readonly continuation?: string;
};

/** The answer to a search; null without words. */
export function searchResults({ query, params, continuation }: SearchRequest): unknown {
  if (query === undefined) return null;
  if (query === ODD_SEARCH) return { trackingParams: 'lab' };
  const found = SEARCHES.find((each) => each.query === query) ?? otherwise(query);
  const rows = found.rows.filter(
    (row) => !('kind' in row) || params === undefined || found.ignoresParams,
  );
  const contents = rows.length === 0 ? [NONE] : rows.map(renderResult);
  const sections = [
    { itemSectionRenderer: { contents } },
    ...(found.isEndless ? [more(query)] : []),
  ];
  if (continuation !== undefined) {
    const appendContinuationItemsAction = { continuationItems: sections };
    return { onResponseReceivedCommands: [{ appendContinuationItemsAction }] };
  }
  const primaryContents = { sectionListRenderer: { contents: sections } };
  return {
    estimatedResults: String(rows.length),
    contents: { twoColumnSearchResultsRenderer: { primaryContents } },
    ...(query === HUGE_SEARCH && { trackingParams: 'x'.repeat(HUGE_BYTES) }),
  };
}

const NONE = {
  backgroundPromoRenderer: {
    title: { runs: [{ text: 'No results found' }] },
    bodyText: { runs: [{ text: 'Try different keywords or remove search filters' }] },
  },
};

function renderResult(row: Row | Other): unknown {
  if (!('kind' in row)) {
    const video = renderer(row);
    return { videoRenderer: { ...video, ownerText: video.shortBylineText } };
  }
  const { id, title } = row;
  const thumbnail = { thumbnails: [{ url: pictureAddress('labMain_001', 'mqdefault') }] };
  return row.kind === 'channel'
    ? { channelRenderer: { channelId: id, title: { simpleText: title }, thumbnail } }
    : { playlistRenderer: { playlistId: id, title: { simpleText: title }, videoCount: '4' } };
}

function more(query: string) {
  const token = Buffer.from(query).toString('base64url');
  const continuationCommand = { token, request: 'CONTINUATION_REQUEST_TYPE_SEARCH' };
  return { continuationItemRenderer: { continuationEndpoint: { continuationCommand } } };
}
