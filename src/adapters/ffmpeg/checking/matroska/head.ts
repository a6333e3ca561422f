// Reads how long a WebM is and which tracks it has, from what is in front of its media (RFC 9559). Pure; Unfit for what is broken.
import type { Probe } from '../../../../core/files/checking/find-fault.ts';
import type { AudioCodec, VideoCodec } from '../../../../shared/media/media.ts';
import { demand } from '../../hybrid-mp4/unfit.ts';
import { type Coding, lengthBytesOf } from '../sample-faults.ts';
import { childrenIn, DURATION, type Element, numberIn, TICK_NANOSECONDS } from './elements.ts';

/** A track by its number. `coding` is null for what is neither picture nor sound, or packed in a way of its own. */
export type MatroskaTrack = {
  readonly number: number;
  readonly stream: Probe['streams'][number];
  readonly coding: Coding | null;
};

const [ENTRY, NUMBER, TYPE, CODEC, CONFIG, PACKING] = [0xae, 0xd7, 0x83, 0x86, 0x63a2, 0x6d80];
const [PICTURE, WIDTH, HEIGHT] = [0xe0, 0xb0, 0xba];
const [SOUND, CHANNELS, RATE] = [0xe1, 0x9f, 0xb5];
const KINDS: Readonly<Record<number, 'picture' | 'sound' | 'subtitles'>> = {
  1: 'picture',
  2: 'sound',
  17: 'subtitles',
};
const PICTURE_CODECS: Readonly<Record<string, VideoCodec>> = {
  V_VP8: 'vp8',
  V_VP9: 'vp9',
  V_AV1: 'av1',
  'V_MPEG4/ISO/AVC': 'h264',
  'V_MPEGH/ISO/HEVC': 'h265',
};
const SOUND_CODECS: Readonly<Record<string, AudioCodec>> = {
  A_OPUS: 'opus',
  A_VORBIS: 'vorbis',
  A_AAC: 'aac',
  'A_MPEG/L3': 'mp3',
  A_FLAC: 'flac',
};
/** Where the decoder's configuration says how long the lengths of units are. */
const LENGTH_FIELD: Readonly<Record<string, number>> = { h264: 4, h265: 21 };

/** How long the facts say that the file is, in seconds; 0 where they do not. */
export function readSeconds(info: Buffer): number {
  const facts = childrenIn(info);
  const ticks = facts.find(({ id }) => id === TICK_NANOSECONDS);
  const duration = facts.find(({ id }) => id === DURATION);
  if (!duration) return 0;
  return (floatIn(info, duration) * (ticks ? numberIn(info, ticks) : 1e6)) / 1e9;
}

/** The tracks in their order. */
export function readTracks(tracks: Buffer): MatroskaTrack[] {
  return childrenIn(tracks)
    .filter(({ id }) => id === ENTRY)
    .map((entry, index) => readTrack(tracks, entry, index));
}

function readTrack(bytes: Buffer, entry: Element, index: number): MatroskaTrack {
  const inside = childrenIn(bytes, entry.body, entry.end);
  const contentOf = (wanted: number, of: readonly Element[] = inside) => {
    const found = of.find(({ id }) => id === wanted);
    return found ? bytes.subarray(found.body, found.end) : undefined;
  };
  const integer = (content: Buffer | undefined) =>
    content ? numberIn(content, { body: 0, end: content.length }) : 0;
  const within = (id: number) => {
    const found = inside.find((one) => one.id === id);
    return found ? childrenIn(bytes, found.body, found.end) : [];
  };
  const number = integer(contentOf(NUMBER));
  const kind = KINDS[integer(contentOf(TYPE))] ?? 'other';
  const name = contentOf(CODEC)?.toString('latin1') ?? '';
  const times = { startSeconds: 0, durationSeconds: null };
  const isPacked = contentOf(PACKING) !== undefined;
  if (kind === 'picture') {
    const codec = PICTURE_CODECS[name] ?? 'other';
    const [width, height] = [WIDTH, HEIGHT].map((id) => integer(contentOf(id, within(PICTURE))));
    demand(width && height, 'broken');
    const lengthBytes = lengthBytesOf(contentOf(CONFIG)?.[LENGTH_FIELD[codec] ?? 0]);
    return {
      number,
      stream: { kind, index, codec, width, height, fps: null, dynamicRange: 'sdr', ...times },
      coding: isPacked ? null : { kind, codec, lengthBytes },
    };
  }
  if (kind !== 'sound') return { number, stream: { kind, index }, coding: null };
  const codec = SOUND_CODECS[name] ?? 'other';
  const settings = within(SOUND);
  const channels = integer(contentOf(CHANNELS, settings)) || 1;
  const rate = settings.find(({ id }) => id === RATE);
  const sampleRateHz = rate ? floatIn(bytes, rate) : 0;
  return {
    number,
    stream: { kind, index, codec, sampleRateHz, channels, bitsPerSecond: null, ...times },
    coding: isPacked ? null : { kind, codec, channels },
  };
}

function floatIn(bytes: Buffer, { body, end }: Element): number {
  if (end - body === 4) return bytes.readFloatBE(body);
  demand(end - body === 8, 'broken');
  return bytes.readDoubleBE(body);
}
