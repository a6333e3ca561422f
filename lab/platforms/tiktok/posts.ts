// The posts of the lab's TikTok: their files with colour and tone, and the expected results.
import type { ErrorCode } from '../../../src/shared/errors.ts';
import type { Variant } from '../../media/media.ts';
import type { Expected, ExpectedTrack } from '../../platform.ts';

/**
 * One file of a post. `key` is the middle of its UrlKey (`h264_540p`), or `play`, `download`, `music`. Where its
 * address serves `served` instead, the page still describes `variant`.
 */
export type PostFile = {
  readonly key: string;
  readonly variant: Variant;
  readonly served?: Variant;
};

/** A picture of a photo post, of one colour. */
export type PostPhoto = {
  readonly colour: string;
  readonly width: number;
  readonly height: number;
};

/** A post that is shown. */
export type Post = {
  readonly name: string;
  readonly id: string;
  readonly author: string;
  readonly text: string;
  readonly colour: string;
  readonly files: readonly PostFile[];
  readonly photos: readonly PostPhoto[];
  readonly hasSubtitles: boolean;
  /** Whether the page is behind the proof of work. */
  readonly isChallenged: boolean;
  readonly expect: Expected;
};

/** How the site refuses a visitor. `statusCode` is the one inside its page. */
export type Refused = {
  readonly name: string;
  readonly id: string;
  readonly code: ErrorCode;
  readonly answer:
    | { readonly kind: 'statusCode'; readonly statusCode: number; readonly statusMsg: string }
    | { readonly kind: 'classified' }
    | { readonly kind: 'login' }
    | { readonly kind: 'status'; readonly status: number }
    | { readonly kind: 'page'; readonly body: string };
};

type Codec = 'h264' | 'h265';

/** A video with AAC, or without audio if there is no tone. */
export function film(
  codec: Codec,
  width: number,
  height: number,
  colour: string,
  toneHz: number | null,
): Variant {
  const picture = { codec, width, height, fps: 30, colour };
  const film = { container: 'mp4', seconds: 10, picture } as const;
  if (toneHz === null) return film;
  return { ...film, sound: { codec: 'aac', toneHz, kilobitsPerSecond: 64 } };
}

function music(toneHz: number): PostFile {
  const sound = { codec: 'mp3', toneHz, kilobitsPerSecond: 64 } as const;
  return { key: 'music', variant: { container: 'mp3', seconds: 10, sound } };
}

const tall = (colour: string): PostPhoto => ({ colour, width: 1080, height: 1440 });
const wide = (colour: string): PostPhoto => ({ colour, width: 1440, height: 1080 });

const plain = { photos: [], hasSubtitles: false, isChallenged: false } as const;

/** All posts that are shown. Each line of `files` is one file with a colour and a tone of its own. */
export const POSTS: readonly Post[] = [
  post({
    name: 'H.264, H.265 and a watermarked file',
    id: '7512345678901234501',
    author: 'lab.dances',
    text: 'Learning the slow turn #dance',
    colour: '#e6194b',
    hasSubtitles: true,
    files: [
      { key: 'h264_540p', variant: film('h264', 576, 1024, '#e6194b', 262) },
      { key: 'h264_720p', variant: film('h264', 720, 1280, '#3cb44b', 277) },
      { key: 'bytevc1_720p', variant: film('h265', 720, 1280, '#4363d8', 294) },
      { key: 'bytevc1_1080p', variant: film('h265', 1080, 1920, '#f58231', 311) },
      { key: 'play', variant: film('h264', 576, 1024, '#911eb4', 330) },
      { key: 'download', variant: film('h264', 576, 1024, '#ffffff', 349) },
      music(1000),
    ],
  }),
  post({
    name: 'H.266 that plays nowhere beside H.264',
    id: '7512345678901234502',
    author: 'lab.codecs',
    text: 'One file too new',
    colour: '#46f0f0',
    files: [
      { key: 'h264_540p', variant: film('h264', 576, 1024, '#46f0f0', 370) },
      // No encoder here writes H.266: the file at the address is H.265.
      { key: 'bytevc2_720p', variant: film('h265', 720, 1280, '#bcf60c', 392) },
      music(1100),
    ],
  }),
  post({
    name: 'H.265 without sound beside H.264',
    id: '7512345678901234503',
    author: 'lab.silence',
    text: 'Hear the difference',
    colour: '#fabebe',
    files: [
      { key: 'h264_540p', variant: film('h264', 576, 1024, '#fabebe', 415) },
      { key: 'bytevc1_1080p_silent', variant: film('h265', 1080, 1920, '#008080', null) },
      music(1200),
    ],
  }),
  post({
    name: 'wide video',
    id: '7512345678901234504',
    author: 'lab.trains',
    text: 'Night train over the viaduct',
    colour: '#9a6324',
    files: [
      { key: 'h264_720p', variant: film('h264', 1280, 720, '#9a6324', 440) },
      { key: 'download', variant: film('h264', 1280, 720, '#fffac8', 466) },
    ],
  }),
  post({
    name: 'page behind a proof of work',
    id: '7512345678901234505',
    author: 'lab.puzzles',
    text: 'A cube in ten seconds',
    colour: '#808000',
    isChallenged: true,
    files: [{ key: 'h264_540p', variant: film('h264', 576, 1024, '#808000', 494) }, music(1300)],
  }),
  post({
    name: 'photo post: four pictures and their sound',
    id: '7512345678901234506',
    author: 'lab.photos',
    text: 'Four corners of the old town',
    colour: '#aaffc3',
    photos: [tall('#aaffc3'), tall('#ffd8b1'), tall('#000075'), tall('#808080')],
    files: [music(1400)],
  }),
  post({
    name: 'photo post: tall and wide pictures without a sound',
    id: '7512345678901234507',
    author: 'lab.photos',
    text: 'Two towers and the bridge between them',
    colour: '#e6beff',
    photos: [tall('#e6beff'), wide('#800000'), tall('#4363d8')],
    files: [],
  }),
];

/** All posts that refuse the visitor. */
export const REFUSED: readonly Refused[] = [
  refused('private post', '7512345678901234601', 10216, 'private'),
  refused('private account', '7512345678901234602', 10222, 'private'),
  refused('address blocked', '7512345678901234603', 10204, 'blocked'),
  refused('removed', '7512345678901234604', 10231, 'not_found'),
  {
    name: 'login wanted',
    id: '7512345678901234605',
    code: 'login_required',
    answer: { kind: 'login' },
  },
  {
    name: 'not for everybody',
    id: '7512345678901234606',
    code: 'age_restricted',
    answer: { kind: 'classified' },
  },
  {
    name: 'too many requests',
    id: '7512345678901234607',
    code: 'rate_limited',
    answer: { kind: 'status', status: 429 },
  },
  {
    name: 'forbidden',
    id: '7512345678901234608',
    code: 'blocked',
    answer: { kind: 'status', status: 403 },
  },
  {
    name: 'page without its data',
    id: '7512345678901234609',
    code: 'platform_changed',
    answer: { kind: 'page', body: '<html><head><title>TikTok</title></head><body></body></html>' },
  },
  {
    name: 'waiting page without a puzzle',
    id: '7512345678901234610',
    code: 'platform_changed',
    answer: { kind: 'page', body: '<html><body><p>Please wait...</p></body></html>' },
  },
];

/** Width and height of a post's video, from its first file. */
export function sizeOf({ files }: Post): { readonly width: number; readonly height: number } {
  return files[0]?.variant.picture ?? { width: 0, height: 0 };
}

/** A post with its expected result. */
export function post(parts: Omit<Post, 'expect' | keyof typeof plain> & Partial<Post>): Post {
  const { text, author, files, photos = [], hasSubtitles = false } = parts;
  const media = {
    kind: photos.length === 0 ? ('video' as const) : ('sound' as const),
    durationSeconds: 10,
    tracks: files.map(expectedTrack),
    ...(hasSubtitles ? { subtitles: ['en-US'] } : {}),
  };
  const pictures = photos.map(({ width, height }) => ({
    kind: 'photo' as const,
    tracks: [{ width, height, delivery: 'file' as const, watermarked: false }],
  }));
  const items = [...pictures, ...(files.length === 0 ? [] : [media])];
  return { ...plain, ...parts, expect: { title: text, author, items } };
}

function expectedTrack({ key, variant }: PostFile): ExpectedTrack {
  if (key === 'music') return { audioCodec: 'mp3', delivery: 'file', watermarked: false };
  const { codec = 'h264', width = 0, height = 0 } = variant.picture ?? {};
  const videoCodec = key.startsWith('bytevc2') ? 'h266' : codec;
  const sound = variant.sound === undefined ? {} : { audioCodec: 'aac' };
  // The page does not give the size of the watermarked file.
  const size = key === 'download' ? {} : { width, height };
  return { ...size, videoCodec, ...sound, delivery: 'file', watermarked: key === 'download' };
}

function refused(name: string, id: string, statusCode: number, code: ErrorCode): Refused {
  const statusMsg = statusCode === 10231 ? "item doesn't exist" : 'not available';
  return { name, id, code, answer: { kind: 'statusCode', statusCode, statusMsg } };
}
