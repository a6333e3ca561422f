// ffmpeg's arguments for what a file has besides its video and audio: tags, a cover, subtitles. Pure.

import { KEPT_TAGS, type SourceTags } from '../../../core/files/checking/find-fault.ts';
import type { LoudnessMade } from '../../../core/files/stored-file.ts';
import type { FileChapter } from '../../../shared/media/chapters.ts';
import type { FileFormat } from '../../../shared/media/formats.ts';
import { withNeededJoiners } from '../../../shared/media/joiners.ts';
import { guardedInput } from './guarded-input.ts';
import { commentFor } from './mp4/free-tags.ts';

/**
 * Tags, the languages of sounds by their streams, the path of a JPEG, or of a file of ffmpeg's own with the cover of an Ogg, SubRip files with the name of each, and a file of ffmpeg's own
 * with so many chapters. Languages are those of ISO 639-2.
 */
export type FfmpegExtras = {
  readonly tags: SourceTags;
  readonly languages: ReadonlyMap<number, string>;
  readonly cover: string | null;
  readonly oggCover: string | null;
  readonly subtitles: readonly {
    readonly path: string;
    readonly language: string;
    readonly name: string;
  }[];
  readonly chapters: { readonly path: string; readonly count: number } | null;
  /** What is done about loudness, and the tags that say it. */
  readonly loudness:
    | (LoudnessMade & { readonly tags: Readonly<Record<string, string>> | null })
    | null;
};

/** Nothing besides video and audio. */
export const NO_EXTRAS: FfmpegExtras = {
  tags: {},
  languages: new Map(),
  cover: null,
  oggCover: null,
  subtitles: [],
  chapters: null,
  loudness: null,
};

/** Drops titles, chapters and data of an untrusted file; its subtitles are not mapped. */
export const NOTHING_ELSE: readonly string[] = [
  '-map_metadata',
  '-1',
  '-map_chapters',
  '-1',
  '-dn',
];
const MAX_TAG_LENGTH = 200;
const SUBTITLE_ENCODERS: Partial<Record<FileFormat, string>> = {
  mp4: 'mov_text',
  mov: 'mov_text',
  webm: 'webvtt',
};

/**
 * The inputs, which follow those of the media; `lead` is how much of these is read and left out, `hidden` how much is before the file's
 * first time, in seconds.
 */
export function extraInputs(
  { cover, oggCover, subtitles, chapters }: FfmpegExtras,
  { lead, hidden = 0 }: { readonly lead: number; readonly hidden?: number },
): string[] {
  const later = (seconds: number) => (seconds > 0 ? ['-itsoffset', seconds.toFixed(6)] : []);
  return [
    ...(cover ? guardedInput('jpeg_pipe', { path: cover }) : []),
    ...subtitles.flatMap(({ path }) => guardedInput('srt', { path }, later(lead + hidden))),
    // What is left out shortens chapters as well.
    ...(chapters ? guardedInput('ffmetadata', { path: chapters.path }, later(lead)) : []),
    ...(oggCover ? guardedInput('ffmetadata', { path: oggCover }) : []),
  ];
}

/** The streams, from input `first` on, after those of the media. */
export function extraMaps({ cover, subtitles }: FfmpegExtras, first: number): string[] {
  const subtitlesAt = first + (cover ? 1 : 0);
  return [
    ...(cover ? ['-map', `${first}:v:0`] : []),
    ...subtitles.flatMap((_, index) => ['-map', `${subtitlesAt + index}:s:0`]),
    ...(subtitles.length === 0 ? ['-sn'] : []),
  ];
}

/** Of the sources, drops titles, chapters and data, which are untrusted; the chapters are those of an input after `first`. */
export function nothingElse(
  { cover, oggCover, subtitles, chapters }: FfmpegExtras,
  first: number,
): string[] {
  const at = first + (cover ? 1 : 0) + subtitles.length;
  // An Ogg has no chapters here.
  if (oggCover)
    return ['-map_metadata:g', `${at}:g`, '-map_metadata:s', '-1', '-map_chapters', '-1', '-dn'];
  if (!chapters) return [...NOTHING_ELSE];
  // Without a kind, the titles of these chapters would be dropped as well.
  const dropped = ['-map_metadata:g', '-1', '-map_metadata:s', '-1'];
  return [...dropped, '-map_chapters', String(at), '-dn'];
}

/** Codecs and tags. Throws TypeError for a format that has no subtitles. */
export function extraOptions(extras: FfmpegExtras, container: FileFormat): string[] {
  const { tags, cover, subtitles } = extras;
  const encoder = SUBTITLE_ENCODERS[container];
  if (subtitles.length > 0 && !encoder) throw new TypeError(`${container} has no subtitles`);
  return [
    ...(cover ? COVER : []),
    ...(subtitles.length > 0 && encoder ? ['-c:s', encoder] : []),
    ...subtitles.flatMap(({ language, name }, index) =>
      [
        `language=${language}`,
        `title=${tagOf(name)}`,
        // What players of MP4 show.
        ...(encoder === 'mov_text' ? [`handler_name=${tagOf(name)}`] : []),
      ].flatMap((tag) => [`-metadata:s:s:${index}`, tag]),
    ),
    ...KEPT_TAGS.flatMap((name) => {
      const value = tagOf(tags[name] ?? '');
      return value === '' ? [] : ['-metadata', `${name}=${value}`];
    }),
    ...freeTagOptions(extras, container),
    ...(container === 'mp3' ? ['-write_id3v1', '0'] : []),
  ];
}

function freeTagOptions({ loudness }: FfmpegExtras, container: FileFormat): string[] {
  const tags = loudness?.tags ?? {};
  const named = container === 'm4a' ? { comment: commentFor(tags) } : tags;
  return Object.entries(named).flatMap(([name, text]) => ['-metadata', `${name}=${text}`]);
}

/** The language of the file's only sound, which comes from this stream. */
export function languageOption({ languages }: FfmpegExtras, stream: number): string[] {
  const language = languages.get(stream);
  return language ? ['-metadata:s:a:0', `language=${language}`] : [];
}

const COVER = [
  '-c:v',
  'copy',
  '-disposition:v:0',
  'attached_pic',
  '-metadata:s:v:0',
  'comment=Cover (front)',
];

/** Chapters in ffmpeg's own format. */
export function writtenChapters(chapters: readonly FileChapter[]): string {
  const milliseconds = (seconds: number) => Math.round(1000 * seconds);
  const each = chapters.map(({ title, startSeconds, endSeconds }) =>
    [
      '[CHAPTER]',
      'TIMEBASE=1/1000',
      `START=${milliseconds(startSeconds)}`,
      `END=${milliseconds(endSeconds)}`,
      // Its reader takes a backslash at the end of a line to continue it, even an escaped one.
      `title=${tagOf(title)
        .replace(/[=;#\\]/g, String.raw`\$&`)
        .replace(/\\$/, '$& ')}`,
      '',
    ].join('\n'),
  );
  return `;FFMETADATA1\n${each.join('')}`;
}

/** The cover of an Ogg, a JPEG, in ffmpeg's own format: a tag that holds what FLAC calls a picture, whose size need not be said. */
export function writtenOggCover(jpeg: Uint8Array): string {
  const type = Buffer.from('image/jpeg');
  const front = 3;
  const head = Buffer.alloc(8 + type.length + 24);
  head.writeUInt32BE(front, 0);
  head.writeUInt32BE(type.length, 4);
  type.copy(head, 8);
  head.writeUInt32BE(jpeg.length, head.length - 4);
  const picture = Buffer.concat([head, jpeg]).toString('base64').replaceAll('=', String.raw`\=`);
  return `;FFMETADATA1\nMETADATA_BLOCK_PICTURE=${picture}\n`;
}

/** One line of bounded length, without characters that could end an argument. */
function tagOf(text: string): string {
  const line = withNeededJoiners(text.replace(/\p{Cc}+/gu, ' ').trim());
  return [...line].slice(0, MAX_TAG_LENGTH).join('').toWellFormed();
}
