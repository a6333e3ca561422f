// The formats of finished files, and what a choice of quality means for each: one row per format, and the only place for its
// facts. How ffmpeg writes, recognizes and checks a format is in src/adapters/ffmpeg/formats.ts.
import type { AudioCodec } from './media.ts';

/** Where a file plays. `everything` stands alone; an empty list promises nothing. */
export const PLAYS_ON = ['everything', 'computers', 'recentPhones', 'recentTvs'] as const;

/** One of {@link PLAYS_ON}. */
export type PlaysOn = (typeof PLAYS_ON)[number];

/** The facts about one format. */
type FormatFacts = {
  readonly kind: 'video' | 'audio' | 'image';
  /** Null for images, which keep the type they have. */
  readonly mimeType: string | null;
  /** The audio codecs that it stores when audio is saved without re-encoding. */
  readonly originalAudio: readonly AudioCodec[];
  /** Where it plays with any of its codecs; for videos the codecs decide. */
  readonly playsOn: readonly PlaysOn[];
  /** What it may have besides video and audio. */
  readonly holds: readonly ('tags' | 'cover' | 'subtitles' | 'chapters')[];
};

/** Every format of a finished file. The key is also the file's extension, except for images. */
export const FILE_FORMATS = {
  mp4: {
    kind: 'video',
    mimeType: 'video/mp4',
    originalAudio: [],
    playsOn: [],
    holds: ['tags', 'subtitles', 'chapters'],
  },
  webm: {
    kind: 'video',
    mimeType: 'video/webm',
    originalAudio: [],
    playsOn: [],
    holds: ['tags', 'subtitles', 'chapters'],
  },
  mov: {
    kind: 'video',
    mimeType: 'video/quicktime',
    originalAudio: [],
    playsOn: [],
    holds: ['tags', 'subtitles', 'chapters'],
  },
  avi: {
    kind: 'video',
    mimeType: 'video/x-msvideo',
    originalAudio: [],
    playsOn: ['computers'],
    holds: ['tags'],
  },
  m4a: {
    kind: 'audio',
    mimeType: 'audio/mp4',
    originalAudio: ['aac', 'ac3', 'eac3', 'flac', 'other'],
    playsOn: ['everything'],
    holds: ['tags', 'cover', 'chapters'],
  },
  ogg: {
    kind: 'audio',
    mimeType: 'audio/ogg',
    originalAudio: ['opus', 'vorbis'],
    playsOn: ['computers', 'recentPhones'],
    holds: ['tags', 'cover'],
  },
  mp3: {
    kind: 'audio',
    mimeType: 'audio/mpeg',
    originalAudio: ['mp3'],
    playsOn: ['everything'],
    holds: ['tags', 'cover', 'chapters'],
  },
  aac: {
    kind: 'audio',
    mimeType: 'audio/aac',
    originalAudio: [],
    playsOn: ['everything'],
    holds: [],
  },
  // The formats below are only uploaded, never made.
  mkv: {
    kind: 'video',
    mimeType: 'video/x-matroska',
    originalAudio: [],
    playsOn: [],
    holds: [],
  },
  ts: {
    kind: 'video',
    mimeType: 'video/mp2t',
    originalAudio: [],
    playsOn: [],
    holds: [],
  },
  flv: {
    kind: 'video',
    mimeType: 'video/x-flv',
    originalAudio: [],
    playsOn: [],
    holds: [],
  },
  wav: {
    kind: 'audio',
    mimeType: 'audio/wav',
    originalAudio: [],
    playsOn: [],
    holds: [],
  },
  flac: {
    kind: 'audio',
    mimeType: 'audio/flac',
    originalAudio: [],
    playsOn: [],
    holds: [],
  },
  image: {
    kind: 'image',
    mimeType: null,
    originalAudio: [],
    playsOn: ['everything'],
    holds: [],
  },
} as const satisfies Record<string, FormatFacts>;

/** The format of a finished file. */
export type FileFormat = keyof typeof FILE_FORMATS;

/** All formats of finished files. */
export const FILE_FORMAT_IDS = Object.keys(FILE_FORMATS) as [FileFormat, ...FileFormat[]];

/** The formats that a finished file or an upload can be converted to. */
export const EDIT_FORMATS = ['mp4', 'webm', 'avi', 'mov', 'mp3', 'aac', 'm4a'] as const;

/** One of {@link EDIT_FORMATS}. */
export type EditFormat = (typeof EDIT_FORMATS)[number];
