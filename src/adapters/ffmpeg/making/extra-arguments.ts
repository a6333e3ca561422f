// ffmpeg's arguments for what a file has besides its video and audio: tags, a cover, subtitles. Pure.
import { KEPT_TAGS, type SourceTags } from '../../../core/files/checking/find-fault.ts';
import type { FileFormat } from '../../../shared/media/formats.ts';
import { withNeededJoiners } from '../../../shared/media/joiners.ts';
import { guardedInput } from './guarded-input.ts';

/**
 * Tags, the languages of sounds by their streams, the path of a JPEG, and SubRip files with the name of each. Languages are those
 * of ISO 639-2.
 */
export type FfmpegExtras = {
  readonly tags: SourceTags;
  readonly languages: ReadonlyMap<number, string>;
  readonly cover: string | null;
  readonly subtitles: readonly {
    readonly path: string;
    readonly language: string;
    readonly name: string;
  }[];
};

/** Nothing besides video and audio. */
export const NO_EXTRAS: FfmpegExtras = {
  tags: {},
  languages: new Map(),
  cover: null,
  subtitles: [],
};

const MAX_TAG_LENGTH = 200;
const SUBTITLE_ENCODERS: Partial<Record<FileFormat, string>> = {
  mp4: 'mov_text',
  mov: 'mov_text',
  webm: 'webvtt',
};

/** The inputs, which follow those of the media. */
export function extraInputs({ cover, subtitles }: FfmpegExtras): string[] {
  return [
    ...(cover ? guardedInput('jpeg_pipe', { path: cover }) : []),
    ...subtitles.flatMap(({ path }) => guardedInput('srt', { path })),
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
    ...(container === 'mp3' ? ['-write_id3v1', '0'] : []),
  ];
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

/** One line of bounded length, without characters that could end an argument. */
function tagOf(text: string): string {
  const line = withNeededJoiners(text.replace(/\p{Cc}+/gu, ' ').trim());
  return [...line].slice(0, MAX_TAG_LENGTH).join('').toWellFormed();
}
