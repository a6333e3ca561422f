// The playlists of the lab's YouTube: which videos each holds, and the page and API data that show it.
import type { ErrorCode } from '../../../src/shared/errors.ts';
import { pictureAddress } from './addresses.ts';
import { ALBUM, ALBUM_LIST } from './album.ts';
import { bigVideo, longSoundId } from './long-video.ts';
import { VIDEOS } from './videos.ts';

/** One row of a playlist or a page of results. `gone` rows are shown only to clients that ask for unavailable videos. */
export type Row = {
  readonly id: string;
  readonly title: string;
  readonly seconds: number | null;
  readonly author?: string;
  readonly channelId?: string;
  readonly isGone?: boolean;
  readonly style?: 'LIVE' | 'UPCOMING' | 'members';
};

/** A playlist. `form` is the shape of its rows, which differs between builds of the site. */
export type Playlist = {
  readonly name: string;
  readonly id: string;
  readonly title: string;
  readonly author: string;
  readonly rows: readonly Row[];
  readonly form?: 'lockup';
  /** What a reader of the list must get. */
  readonly expect: {
    readonly ids: readonly string[];
    readonly unavailable: number;
    readonly omitted: number | null;
  };
};

/** A playlist that the site refuses to show, with its words. */
export type RefusedPlaylist = {
  readonly name: string;
  readonly id: string;
  readonly alert: string;
  readonly code: ErrorCode;
};

/** Rows of a page; more come with a continuation. */
const PAGE_ROWS = 100;

const SOME = ['labMain_001', 'labShort001', 'labUhd__001', 'labDubs_001'];
const rowsOf = (ids: readonly string[]): Row[] => ids.map((id) => rowOf(id));
const sounds = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => longSoundId(3, from + index));
const gone = (id: string, title: string): Row => ({ id, title, seconds: null, isGone: true });

const MANY = sounds(60, 1000);
const HUGE = sounds(250, 2000);
/** Two of them are private. */
const LONG = rowsOf(sounds(240, 3000)).map((row, index) =>
  index === 60 || index === 119 ? gone(row.id, '[Private video]') : row,
);

/** Every playlist that can be read. */
export const PLAYLISTS: readonly Playlist[] = [
  playlist('four videos', 'PLab0123456789abcdef', SOME),
  playlist('the rows of a newer page', 'PLabLockup0123456789', SOME, { form: 'lockup' }),
  playlist('an album', 'OLAK5uy_labAlbum0123456789', sounds(5, 500), { title: 'Album – Rain' }),
  playlist(
    'an album of twelve',
    ALBUM_LIST,
    ALBUM.map(({ id }) => id),
    {
      title: 'Album - Twelve Tones',
    },
  ),
  playlist('sixty videos', 'PLabSixty0123456789', MANY, {
    expect: { ids: MANY.slice(0, 50), unavailable: 0, omitted: 10 },
  }),
  playlist('more than a page', 'PLabPages0123456789', HUGE, {
    expect: { ids: HUGE.slice(0, 50), unavailable: 0, omitted: 200 },
  }),
  playlist('240 videos, two of them private', 'PLabLong_0123456789', [], {
    rows: LONG,
    expect: { ids: LONG.slice(0, 50).map(({ id }) => id), unavailable: 0, omitted: 190 },
  }),
  playlist('nothing', 'PLabEmpty0123456789', []),
  playlist(
    'the same video three times',
    'PLabTwice0123456789',
    ['labMain_001', ...SOME, 'labMain_001'],
    {
      expect: { ids: SOME, unavailable: 0, omitted: 0 },
    },
  ),
  playlist('some rows deleted, private, live, not begun, for members', 'PLabHoles0123456789', [], {
    rows: [
      rowOf('labMain_001'),
      gone('labGone_001', '[Deleted video]'),
      gone('labPriv_001', '[Private video]'),
      rowOf('labShort001'),
      { id: 'labLive_001', title: 'The pond, right now', seconds: null, style: 'LIVE' },
      { id: 'labPremr001', title: 'Tomorrow’s pond', seconds: null, style: 'UPCOMING' },
      { id: 'labMembr001', title: 'For friends', seconds: 60, style: 'members' },
    ],
    form: 'lockup',
    expect: { ids: ['labMain_001', 'labShort001'], unavailable: 5, omitted: 0 },
  }),
  playlist('only deleted rows', 'PLabVoid_0123456789', [], {
    rows: [gone('labGone_001', '[Deleted video]'), gone('labTermd001', '[Deleted video]')],
    expect: { ids: [], unavailable: 2, omitted: 0 },
  }),
  playlist('hostile titles and ids', 'PLabEvil_0123456789', [], {
    title: '\u202eevil\u0000<script>alert(1)</script>',
    rows: [
      { ...rowOf('labMain_001'), title: `\u202e4pm.exe ${'long '.repeat(2000)}` },
      { ...rowOf('labShort001'), title: '<img src=x onerror=alert(1)>' },
      { id: '../../admin', title: 'not an id', seconds: 10 },
      { id: 'labMain_001&x=', title: 'more than an id', seconds: 10 },
      { ...rowOf('labUhd__001'), seconds: 9e15 },
    ],
    expect: { ids: ['labMain_001', 'labShort001', 'labUhd__001'], unavailable: 2, omitted: 0 },
  }),
];

/** Every playlist that cannot be read. */
export const REFUSED_PLAYLISTS: readonly RefusedPlaylist[] = [
  {
    name: 'a private list',
    id: 'PLabPriv_0123456789',
    alert: 'This playlist is private.',
    code: 'private',
  },
  {
    name: 'a list that does not exist',
    id: 'PLabNever0123456789',
    alert: 'The playlist does not exist.',
    code: 'not_found',
  },
  {
    name: 'a list that only its viewer sees',
    id: 'TLlabMix__0123456789',
    alert: 'This playlist type is unviewable.',
    code: 'not_a_list',
  },
];

/** The playlist with this id, or the refusal. */
export function playlistOf(id: string | null): Playlist | RefusedPlaylist | undefined {
  return [...PLAYLISTS, ...REFUSED_PLAYLISTS].find((each) => each.id === id);
}

/** The rows that a continuation of a playlist names; all of them, since only the API gives such continuations. */
export function playlistRows(token: string): unknown {
  const [id = null, from = ''] = Buffer.from(token, 'base64url').toString().split(' ');
  const list = playlistOf(id);
  if (!list || 'alert' in list) return null;
  const start = Number(from);
  const shown = list.rows.slice(start, start + PAGE_ROWS).map((row) => renderRow(row, list.form));
  const more =
    list.rows.length > start + PAGE_ROWS ? [continuation(list.id, start + PAGE_ROWS)] : [];
  const appendContinuationItemsAction = { continuationItems: [...shown, ...more] };
  return { onResponseReceivedActions: [{ appendContinuationItemsAction }] };
}

/** The data of a playlist's page; `all` includes the rows that are gone. */
export function playlistData(list: Playlist | RefusedPlaylist, all: boolean): unknown {
  if ('alert' in list) {
    return {
      alerts: [{ alertRenderer: { type: 'ERROR', text: { runs: [{ text: list.alert }] } } }],
    };
  }
  const rows = list.rows.filter(({ isGone }) => all || isGone !== true);
  const shown = rows.slice(0, PAGE_ROWS).map((row) => renderRow(row, list.form));
  const more = rows.length > PAGE_ROWS ? [continuation(list.id, PAGE_ROWS)] : [];
  const content =
    list.form === 'lockup'
      ? { itemSectionRenderer: { contents: [...shown, ...more] } }
      : { itemSectionRenderer: { contents: [videoList(list, [...shown, ...more])] } };
  const tab = { selected: true, content: { sectionListRenderer: { contents: [content] } } };
  return {
    contents: { twoColumnBrowseResultsRenderer: { tabs: [{ tabRenderer: tab }] } },
    header: {
      playlistHeaderRenderer: {
        playlistId: list.id,
        title: { simpleText: list.title },
        byline: [
          { playlistBylineRenderer: { text: { simpleText: `${list.rows.length} videos` } } },
        ],
        ownerText: { runs: [{ text: list.author }] },
        privacy: 'PUBLIC',
      },
    },
    metadata: { playlistMetadataRenderer: { title: list.title } },
  };
}

function playlist(
  name: string,
  id: string,
  ids: readonly string[],
  part: Partial<Playlist> = {},
): Playlist {
  const rows = part.rows ?? rowsOf(ids);
  const expect = { ids, unavailable: 0, omitted: 0 };
  return { name, id, title: `List: ${name}`, author: 'Platform Lab', rows, expect, ...part };
}

/** The row of a video of the lab. */
export function rowOf(id: string): Row {
  const video = [...VIDEOS, ...ALBUM].find((each) => each.id === id) ?? bigVideo(id);
  if (!video) throw new TypeError(`The lab has no video ${id}.`);
  return { id, title: video.title, seconds: video.seconds, author: video.author };
}

function videoList({ id }: Playlist, contents: readonly unknown[]) {
  return { playlistVideoListRenderer: { playlistId: id, contents } };
}

function renderRow(row: Row, form: Playlist['form']): unknown {
  return form === 'lockup' ? lockup(row) : { playlistVideoRenderer: renderer(row) };
}

/** A row as older pages and pages of results show it. */
export function renderer({ id, title, seconds, author, channelId, style }: Row) {
  const channel = channelId && { navigationEndpoint: { browseEndpoint: { browseId: channelId } } };
  return {
    videoId: id,
    title: { runs: [{ text: title }] },
    ...(seconds === null ? {} : { lengthSeconds: String(seconds) }),
    ...(author === undefined ? {} : { shortBylineText: { runs: [{ text: author, ...channel }] } }),
    ...(style === 'UPCOMING' ? { upcomingEventData: { startTime: '1900000000' } } : {}),
    thumbnail: { thumbnails: pictures(id) },
    thumbnailOverlays: style ? [{ thumbnailOverlayTimeStatusRenderer: { style } }] : [],
  };
}

function lockup({ id, title, seconds, style }: Row) {
  const badge =
    style === 'LIVE'
      ? { text: 'LIVE', badgeStyle: 'THUMBNAIL_OVERLAY_BADGE_STYLE_LIVE' }
      : { text: style === 'UPCOMING' ? 'Upcoming' : clock(seconds), badgeStyle: 'DEFAULT' };
  const members = { badges: [{ badgeViewModel: { badgeStyle: 'BADGE_MEMBERS_ONLY' } }] };
  const rows = style === 'members' ? [members] : [];
  return {
    lockupViewModel: {
      contentId: id,
      contentType: 'LOCKUP_CONTENT_TYPE_VIDEO',
      contentImage: {
        thumbnailViewModel: {
          image: { sources: pictures(id) },
          overlays: [
            { thumbnailBottomOverlayViewModel: { badges: [{ thumbnailBadgeViewModel: badge }] } },
          ],
        },
      },
      metadata: {
        lockupMetadataViewModel: {
          title: { content: title },
          metadata: { contentMetadataViewModel: { metadataRows: rows } },
        },
      },
    },
  };
}

function pictures(id: string) {
  return [
    { url: pictureAddress(id, 'mqdefault'), width: 320, height: 180 },
    { url: pictureAddress(id, 'hqdefault'), width: 480, height: 360 },
  ];
}

function clock(seconds: number | null): string {
  if (seconds === null) return '';
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function continuation(id: string, from: number) {
  const token = Buffer.from(`${id} ${from}`).toString('base64url');
  const continuationCommand = { token, request: 'CONTINUATION_REQUEST_TYPE_BROWSE' };
  return {
    continuationItemRenderer: { continuationEndpoint: { continuationCommand } },
  };
}
