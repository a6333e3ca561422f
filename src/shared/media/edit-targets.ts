// What each format of an edited file may hold unchanged, and how the rest is encoded for it. Pure.

import type { FileFormat } from './formats.ts';
import type { AudioCodec, VideoCodec } from './media.ts';
import type { Quality } from './qualities.ts';

/** The video codecs that are encoded here. */
export type EncodedVideoCodec = 'h264' | 'vp9' | 'mpeg4';
/** Likewise of audio. */
export type EncodedAudioCodec = 'aac' | 'mp3' | 'opus';

/** One format. Streams of the listed codecs are copied; `null` encodes to nothing, because the format has no such stream. */
export type EditTarget = {
  readonly pictures: readonly VideoCodec[];
  readonly encodesPicture: EncodedVideoCodec | null;
  readonly sounds: readonly AudioCodec[];
  readonly encodesSound: EncodedAudioCodec;
};

// MP4 could hold VP9, AV1 and Opus too, but then does not play where people expect an MP4 to play.
const QUICKTIME: EditTarget = {
  pictures: ['h264', 'h265'],
  encodesPicture: 'h264',
  sounds: ['aac', 'mp3'],
  encodesSound: 'aac',
};

const TARGETS = {
  mp4: QUICKTIME,
  mov: QUICKTIME,
  webm: {
    pictures: ['vp8', 'vp9', 'av1'],
    encodesPicture: 'vp9',
    sounds: ['opus', 'vorbis'],
    encodesSound: 'opus',
  },
  // What players of its time decode.
  avi: { pictures: ['mpeg4'], encodesPicture: 'mpeg4', sounds: ['mp3'], encodesSound: 'mp3' },
  mp3: { pictures: [], encodesPicture: null, sounds: ['mp3'], encodesSound: 'mp3' },
  aac: { pictures: [], encodesPicture: null, sounds: ['aac'], encodesSound: 'aac' },
  m4a: { pictures: [], encodesPicture: null, sounds: ['aac'], encodesSound: 'aac' },
  ogg: { pictures: [], encodesPicture: null, sounds: ['opus', 'vorbis'], encodesSound: 'opus' },
} as const satisfies Partial<Record<FileFormat, EditTarget>>;

/** The formats that can be written. */
export const EDIT_TARGETS: Readonly<
  Record<keyof typeof TARGETS, EditTarget> & Partial<Record<FileFormat, EditTarget>>
> = TARGETS;

/** The bit rates of encoded audio by quality, in kilobits per second: transparent, good, small. */
export const AUDIO_RATES: Readonly<Record<EncodedAudioCodec, Readonly<Record<Quality, number>>>> = {
  mp3: { high: 320, medium: 192, low: 128 },
  aac: { high: 192, medium: 128, low: 96 },
  opus: { high: 160, medium: 128, low: 64 },
};

/** The format in which a file is trimmed when none was asked for: its own, or the nearest that can be written. */
export function formatLike(
  container: FileFormat,
  picture: VideoCodec | null,
  sound: AudioCodec | null,
): keyof typeof EDIT_TARGETS {
  const own = container in TARGETS ? (container as keyof typeof TARGETS) : null;
  if (picture !== null) return own ?? (isIn(TARGETS.webm.pictures, picture) ? 'webm' : 'mp4');
  const ownSound = own && TARGETS[own].encodesPicture === null ? own : null;
  const formats = [...(ownSound ? [ownSound] : []), ...SOUND_FORMATS];
  return formats.find((one) => isIn(TARGETS[one].sounds, sound)) ?? ownSound ?? 'm4a';
}

const SOUND_FORMATS = ['m4a', 'ogg', 'mp3'] as const;

const isIn = <T>(codecs: readonly T[], codec: T | null) => codec !== null && codecs.includes(codec);
