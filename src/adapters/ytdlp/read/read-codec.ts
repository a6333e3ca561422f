// Maps yt-dlp's codec strings to the product's codecs, with facts about platforms that omit them.
import type { AudioCodec, VideoCodec } from '../../../shared/media/media.ts';

const VIDEO: readonly (readonly [RegExp, VideoCodec])[] = [
  [/^(?:avc[1-4]|h\.?264|x264)/u, 'h264'],
  [/^(?:hvc1|hev[12]|h\.?265|hevc|bytevc1|dvh1|dvhe)/u, 'h265'],
  [/^(?:vvc|vvi1|h\.?266|bytevc2)/u, 'h266'],
  [/^vp0?9/u, 'vp9'],
  [/^vp0?8/u, 'vp8'],
  [/^av0?1/u, 'av1'],
];

const AUDIO: readonly (readonly [RegExp, AudioCodec])[] = [
  // MP3 hides behind mp4a too: object types 0x69 and 0x6B, and 40.34.
  [/^(?:mp3|mp4a\.(?:69|6b|40\.34))/u, 'mp3'],
  [/^(?:mp4a|aac)/u, 'aac'],
  [/^opus/u, 'opus'],
  [/^vorbis/u, 'vorbis'],
  [/^ac-?3/u, 'ac3'],
  [/^e(?:c|ac)-?3/u, 'eac3'],
  [/^flac/u, 'flac'],
];

/** `none` when yt-dlp reports that there is no video, null when it does not know. */
export function videoCodec(vcodec: string | null): VideoCodec | 'none' | null {
  return codecIn(VIDEO, vcodec);
}

/** `none` when yt-dlp reports that there is no audio, null when it does not know. */
export function audioCodec(acodec: string | null): AudioCodec | 'none' | null {
  return codecIn(AUDIO, acodec);
}

function codecIn<C extends string>(
  table: readonly (readonly [RegExp, C])[],
  codec: string | null,
): C | 'other' | 'none' | null {
  const name = (codec ?? '').trim().toLowerCase();
  if (name === '') return null;
  if (name === 'none') return 'none';
  return table.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';
}

/** Whether the video has a high dynamic range: by yt-dlp's field, or by VP9 profile 2 and Dolby's codec names. */
export function isHdr(dynamicRange: string | null, vcodec: string | null): boolean {
  const range = (dynamicRange ?? '').toUpperCase();
  if (range.startsWith('HDR') || range === 'DV' || range === 'HLG') return true;
  return /^(?:vp0?9\.0?2\b|dvh1|dvhe)/u.test((vcodec ?? '').toLowerCase());
}

/** Names of codecs with a profile of more than 8 bits or 4:2:0: H.264 in hexadecimal or, of old, in decimal figures. */
const RICHER = [
  /^avc[1-4]\.(?:(?:2c|6e|7a|f4)[\da-f]{4}|(?:44|110|122|244)\.)/u,
  /^(?:hvc1|hev[12])\.[a-c]?(?!1\.|3\.)\d+\./u,
  /^dvh[1e]/u,
  /^vp0?9\.0?[1-3]\b/u,
  /^av01\.(?:[12]|\d\.\d+[mh]\.1[02])/u,
];

/** Whether the name of the codec means more than 8 bits or 4:2:0. */
export function isRicher(vcodec: string | null): boolean {
  const name = (vcodec ?? '').trim().toLowerCase();
  return RICHER.some((pattern) => pattern.test(name));
}

/**
 * A fact about files whose platform names no codec. `picture` is the codec that their MP4 files were observed to have.
 */
type Fact = {
  readonly extractor: string;
  readonly formatId: RegExp;
  readonly address?: RegExp;
  readonly picture: VideoCodec;
  readonly silent?: true;
};

// Only where the platform names no codec; the first match counts. Whether such a file has audio is not a fact: all of
// these platforms accept silent uploads. The check of the finished file decides.
const FACTS: readonly Fact[] = [
  // X writes the codec into the path of its files (/vid/avc1/1280x720/), and "GIFs" (/tweet_video/) never have audio.
  { extractor: 'Twitter', formatId: /^http/u, address: /\/vid\/(?:hevc|hvc1)\//u, picture: 'h265' },
  {
    extractor: 'Twitter',
    formatId: /^http/u,
    address: /\/tweet_video\//u,
    picture: 'h264',
    silent: true,
  },
  { extractor: 'Twitter', formatId: /^http/u, picture: 'h264' },
  // Pinterest names its HEVC renditions (V_HEVC_MP4_T1_V2); the plain ones (V_720P) are H.264.
  { extractor: 'Pinterest', formatId: /HEVC|H265/iu, picture: 'h265' },
  { extractor: 'Pinterest', formatId: /^V_/u, picture: 'h264' },
  // Facebook's HD and SD files are the combined H.264 ones; everything newer is in its DASH manifest, with codecs.
  { extractor: 'Facebook', formatId: /(?:^|_)[hs]d(?:[-_]|$)/u, picture: 'h264' },
  { extractor: 'FacebookReel', formatId: /(?:^|_)[hs]d(?:[-_]|$)/u, picture: 'h264' },
  // Instagram's and Threads' `video_versions` are the combined H.264 files; DASH renditions bring their codecs.
  { extractor: 'Instagram', formatId: /^(?!dash)/u, picture: 'h264' },
  { extractor: 'Threads', formatId: /^/u, picture: 'h264' },
  // A Spotlight is one H.264 MP4.
  { extractor: 'SnapchatSpotlight', formatId: /^/u, picture: 'h264' },
];

/** The video codec of a plain MP4 whose platform names none, or undefined when it is unknown. */
export function factFor(
  extractor: string | null,
  formatId: string | null,
  address: string,
): Pick<Fact, 'picture' | 'silent'> | undefined {
  return FACTS.find(
    (fact) =>
      fact.extractor === extractor &&
      fact.formatId.test(formatId ?? '') &&
      (fact.address?.test(address) ?? true),
  );
}
