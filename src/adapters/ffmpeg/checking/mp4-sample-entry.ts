// Reads the sample entry of an MP4 track: its codec, size, sample rate and channels. Pure; the bytes come from a stranger's file.
import type { AudioCodec, VideoCodec } from '../../../shared/media/media.ts';
import { boxesIn, childOf, type IndexBox } from './mp4-index.ts';

/** What a video track is coded as, in pixels before turning. `transfer` is the number of its transfer function (ISO/IEC 23091-2). */
export type VideoEntry = {
  readonly codec: VideoCodec | 'other';
  readonly width: number;
  readonly height: number;
  readonly transfer: number | null;
};

/** What an audio track is coded as. For MP3 the channels are those of the entry, which writers often set to 2. */
export type AudioEntry = {
  readonly codec: AudioCodec | 'other';
  readonly sampleRateHz: number;
  readonly channels: number;
};

const VIDEO_CODECS: Readonly<Record<string, VideoCodec>> = {
  avc1: 'h264',
  avc3: 'h264',
  hvc1: 'h265',
  hev1: 'h265',
  dvh1: 'h265',
  dvhe: 'h265',
  vvc1: 'h266',
  vvi1: 'h266',
  vp08: 'vp8',
  vp09: 'vp9',
  av01: 'av1',
};
const AUDIO_CODECS: Readonly<Record<string, AudioCodec>> = {
  Opus: 'opus',
  fLaC: 'flac',
  'ac-3': 'ac3',
  'ec-3': 'eac3',
  '.mp3': 'mp3',
};
/** Object types of MPEG-4 Systems: AAC and its MPEG-2 profiles, MP3 with low and with common sample rates. */
const OBJECT_TYPES: Readonly<Record<number, AudioCodec>> = {
  64: 'aac',
  102: 'aac',
  103: 'aac',
  104: 'aac',
  105: 'mp3',
  107: 'mp3',
};
/** Of ISO/IEC 14496-3, table 1.18; index 15 means that the rate follows in 24 bits. */
const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
];
const CHANNELS = [0, 1, 2, 3, 4, 5, 6, 8];
const OPUS_RATE_HZ = 48_000;
/** Fields of a sample entry before its boxes, its own header left out (ISO/IEC 14496-12, 12.1.3 and 12.2.3). */
const VIDEO_FIELDS = 78;
const AUDIO_FIELDS = 28;
/** QuickTime's versions 1 and 2 of an audio entry have more fields. */
const AUDIO_FIELDS_BY_VERSION = [AUDIO_FIELDS, AUDIO_FIELDS + 16, AUDIO_FIELDS + 36];

/** Reads a video entry; null when it is cut. */
export function readVideoEntry({ body, type }: IndexBox): VideoEntry | null {
  if (body.byteLength < VIDEO_FIELDS) return null;
  const colour = boxesIn(body, VIDEO_FIELDS).find((box) => box.type === 'colr')?.body;
  const hasTransfer = colour && colour.byteLength >= 8 && isOneOf(colour, ['nclx', 'nclc']);
  return {
    codec: VIDEO_CODECS[type] ?? 'other',
    width: body.getUint16(24),
    height: body.getUint16(26),
    transfer: hasTransfer ? colour.getUint16(6) : null,
  };
}

function isOneOf(body: DataView, names: readonly string[]): boolean {
  const name = String.fromCharCode(...[0, 1, 2, 3].map((at) => body.getUint8(at)));
  return names.includes(name);
}

/** Reads an audio entry; null when it is cut. */
export function readAudioEntry({ body, type }: IndexBox): AudioEntry | null {
  if (body.byteLength < AUDIO_FIELDS) return null;
  const fields = AUDIO_FIELDS_BY_VERSION[body.getUint16(8)] ?? AUDIO_FIELDS;
  const plain = { sampleRateHz: body.getUint16(24), channels: body.getUint16(16) };
  const boxes = boxesIn(body, fields);
  const inside = (name: string) => boxes.find((box) => box.type === name)?.body;
  if (type === 'mp4a') {
    const wave = boxes.find((box) => box.type === 'wave');
    return readElementary(inside('esds') ?? (wave && childOf(wave, 'esds')?.body), plain);
  }
  const codec = AUDIO_CODECS[type] ?? 'other';
  if (codec === 'opus') {
    const channels = byteAt(inside('dOps'), 1) || plain.channels;
    return { codec, sampleRateHz: OPUS_RATE_HZ, channels };
  }
  return { codec, ...(codec === 'flac' ? (readFlac(inside('dfLa')) ?? plain) : plain) };
}

type Sound = Omit<AudioEntry, 'codec'>;

/** STREAMINFO, which can name rates beyond the 16 bits of the entry. */
function readFlac(body: DataView | undefined): Sound | null {
  if (!body || body.byteLength < 4 + 4 + 18) return null;
  const packed = body.getUint32(4 + 4 + 10);
  return { sampleRateHz: packed >>> 12, channels: ((packed >>> 9) & 7) + 1 };
}

/** The descriptors of an elementary stream (ISO/IEC 14496-1): its object type, and the configuration of AAC. */
function readElementary(body: DataView | undefined, plain: Sound): AudioEntry {
  const config = body && descriptorIn(body, 4, 0x03);
  const flags = config ? byteAt(body, config.at + 2) : 0;
  const optional =
    (flags & 0x80 ? 2 : 0) + (flags & 0x40 ? 1 + byteAt(body, (config?.at ?? 0) + 3) : 0);
  const decoder =
    config && descriptorIn(body, config.at + 3 + optional + (flags & 0x20 ? 2 : 0), 0x04);
  if (!body || !decoder) return { codec: 'other', ...plain };
  const codec = OBJECT_TYPES[byteAt(body, decoder.at)] ?? 'other';
  const specific = codec === 'aac' ? descriptorIn(body, decoder.at + 13, 0x05) : null;
  const read = specific && readAudioConfig(body, specific.at, specific.length);
  return {
    codec,
    sampleRateHz: read?.rate || plain.sampleRateHz,
    channels: read?.channels || plain.channels,
  };
}

/** The descriptor with this tag at `at`; its length is written seven bits a byte. */
function descriptorIn(body: DataView, at: number, tag: number) {
  if (byteAt(body, at) !== tag) return null;
  let length = 0;
  for (let place = at + 1; place < at + 5; place += 1) {
    const byte = byteAt(body, place);
    length = length * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) return { at: place + 1, length };
  }
  return null;
}

/** AudioSpecificConfig: the rate after spectral band replication where that is announced, and the channels. */
function readAudioConfig(body: DataView, at: number, length: number) {
  let bit = at * 8;
  const end = Math.min(body.byteLength, at + length) * 8;
  const take = (bits: number): number => {
    let value = 0;
    for (let left = bits; left > 0; left -= 1, bit += 1)
      value = value * 2 + (bit < end ? (byteAt(body, bit >> 3) >> (7 - (bit & 7))) & 1 : 0);
    return value;
  };
  const takeRate = (): number => {
    const index = take(4);
    return index === 15 ? take(24) : (SAMPLE_RATES[index] ?? 0);
  };
  const kind = take(5) === 31 ? 32 + take(6) : byteAt(body, at) >> 3;
  const rate = takeRate();
  const channels = CHANNELS[take(4)] ?? 0;
  if (kind === 5) return { rate: takeRate(), channels };
  // Parametric stereo makes two channels of one.
  if (kind === 29) return { rate: takeRate(), channels: Math.max(2, channels) };
  return { rate, channels };
}

function byteAt(body: DataView | undefined, at: number): number {
  return body && at >= 0 && at < body.byteLength ? body.getUint8(at) : 0;
}
