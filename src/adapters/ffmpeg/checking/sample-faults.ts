// Finds what is wrong with a coded picture or piece of sound without decoding it: its parts must fill it exactly, and hold nothing that
// no encoder writes. Pure.

import type { AudioCodec, VideoCodec } from '../../../shared/media/media.ts';
import { boxesIn, type IndexBox } from './mp4-index.ts';
import { readAudioEntry, readVideoEntry } from './mp4-sample-entry.ts';
import { readAudioFrame } from './mpeg-audio.ts';

/** A sentence about the first fault of a sample, or null. */
export type FindSampleFault = (sample: Buffer) => string | null;

/** What no encoder writes in a row: pictures are entropy-coded; sound may have some filler. */
const PICTURE_ZEROS = Buffer.alloc(64);
const SOUND_ZEROS = Buffer.alloc(1024);
const PAIR = Buffer.alloc(2);
/** Of ISO/IEC 14496-12, before the boxes of a sample entry of a picture. */
const VIDEO_FIELDS = 78;

/** What the samples of a track are coded as; `lengthBytes` is the size of the length before each unit of H.264 and H.265. */
export type Coding =
  | {
      readonly kind: 'picture';
      readonly codec: VideoCodec | 'other';
      readonly lengthBytes: number;
    }
  | { readonly kind: 'sound'; readonly codec: AudioCodec | 'other'; readonly channels: number };

/** What the samples of a track with this sample entry of an MP4 are coded as. */
export function codingOf(kind: 'picture' | 'sound', entry: IndexBox): Coding {
  if (kind === 'sound') return { kind, ...(readAudioEntry(entry) ?? NO_SOUND) };
  const codec = readVideoEntry(entry)?.codec ?? 'other';
  const [box, at] = codec === 'h265' ? ['hvcC', 21] : ['avcC', 4];
  const config = boxesIn(entry.body, VIDEO_FIELDS).find(({ type }) => type === box)?.body;
  const field = config && at < config.byteLength ? config.getUint8(at) : undefined;
  return { kind, codec, lengthBytes: lengthBytesOf(field) };
}

const NO_SOUND = { codec: 'other', channels: 0 } as const;

/** How many bytes say how long a unit is: two bits of the decoder's configuration. */
export const lengthBytesOf = (field: number | undefined) => ((field ?? 3) & 3) + 1;

/** How to look at the samples of a track. */
export function sampleFaultsOf(coding: Coding): FindSampleFault {
  if (coding.kind === 'picture') return pictureFaults(coding);
  const own = soundFaults(coding);
  return (sample) => own(sample) ?? (sample.includes(SOUND_ZEROS) ? 'a run of zeros' : null);
}

function pictureFaults({ codec, lengthBytes }: Coding & { kind: 'picture' }): FindSampleFault {
  if (codec === 'h264') return nalFaults(lengthBytes, isAvcHeader);
  if (codec === 'h265') return nalFaults(lengthBytes, isHevcHeader);
  if (codec === 'av1') return obuFault;
  if (codec === 'vp9') return vp9Fault;
  return zerosIn;
}

function soundFaults({ codec, channels }: Coding & { kind: 'sound' }): FindSampleFault {
  if (codec === 'aac') return aacFaults(channels);
  if (codec === 'mp3') return mp3Fault;
  // Packets of more channels are several in one.
  return codec === 'opus' && channels <= 2 ? opusFault : () => null;
}

const isAvcHeader = (first: number) => first < 0x80 && (first & 0x1f) > 0 && (first & 0x1f) < 24;
const isHevcHeader = (first: number, second: number) => first < 0x80 && (second & 7) > 0;

/** Units behind their lengths. Two zeros in one are followed by more than 2: the rest is kept for start codes. */
function nalFaults(
  lengthBytes: number,
  isHeader: (first: number, second: number) => boolean,
): FindSampleFault {
  return (sample) => {
    for (let at = 0; at < sample.length; ) {
      if (at + lengthBytes > sample.length) return 'a unit without a length';
      const from = at + lengthBytes;
      const end = from + sample.readUIntBE(at, lengthBytes);
      if (end > sample.length || end <= from) return 'units that do not add up';
      if (!isHeader(sample[from] ?? 0xff, sample[from + 1] ?? 0)) return 'a unit of no kind';
      let zeros = sample.indexOf(PAIR, from);
      while (zeros >= 0 && zeros + 2 < end) {
        if ((sample[zeros + 2] ?? 0) < 3) return 'a start code inside a unit';
        zeros = sample.indexOf(PAIR, zeros + 2);
      }
      at = end;
    }
    return null;
  };
}

/** Sequence header, temporal delimiter, frame header, tile group, metadata, frame, redundant header, tile list, padding. */
const OBU_KINDS = new Set([1, 2, 3, 4, 5, 6, 7, 8, 15]);

function obuFault(sample: Buffer): string | null {
  for (let at = 0; at < sample.length; ) {
    const header = sample[at] ?? 0;
    if (header >= 0x80 || header & 1 || !OBU_KINDS.has((header >> 3) & 15))
      return 'a unit of no kind';
    at += header & 4 ? 2 : 1;
    // Without a length it is the last one.
    if ((header & 2) === 0)
      return at <= sample.length ? zerosIn(sample) : 'units that do not add up';
    let size = 0;
    for (let byte = 0; ; byte += 1) {
      const part = sample[at] ?? 0xff;
      at += 1;
      size += (part & 0x7f) * 2 ** (7 * byte);
      if (part < 0x80) break;
      if (byte === 7) return 'a unit without a length';
    }
    at += size;
    if (at > sample.length) return 'units that do not add up';
  }
  return zerosIn(sample);
}

/** What a key frame of VP9 has behind its first byte. */
const KEY_FRAME = Buffer.from('498342', 'hex');

/** A frame, or frames with a list of their sizes behind them. */
function vp9Fault(sample: Buffer): string | null {
  const mark = sample.at(-1) ?? 0;
  const sizeBytes = ((mark >> 3) & 3) + 1;
  const list = sample.length - 2 - sizeBytes * ((mark & 7) + 1);
  if (mark >> 5 !== 6 || sample[list] !== mark)
    return isVp9Frame(sample) ? zerosIn(sample) : 'no frame of VP9';
  let at = 0;
  for (let size = list + 1; size < sample.length - 1; size += sizeBytes) {
    const end = at + sample.readUIntLE(size, sizeBytes);
    if (end > list) return 'frames that do not add up';
    if (end > at && !isVp9Frame(sample.subarray(at, end))) return 'no frame of VP9';
    at = end;
  }
  return zerosIn(sample);
}

/** Its first byte: a mark, the profile, whether it shows another frame, and whether it is no key frame. */
function isVp9Frame(frame: Buffer): boolean {
  const [first = 0] = frame;
  const isPlain = first >> 6 === 2 && (first & 0x30) !== 0x30;
  if (!isPlain || (first & 0x0c) !== 0) return first >> 6 === 2;
  return frame.subarray(1, 4).equals(KEY_FRAME);
}

const zerosIn = (sample: Buffer) => (sample.includes(PICTURE_ZEROS) ? 'a run of zeros' : null);

/** Syntactic elements of AAC (ISO/IEC 14496-3, table 4.85): one channel, a pair, data, configuration, filler. */
const [SCE, CPE, DSE, PCE, FIL] = [0, 1, 4, 5, 6];
/** 6144 bits a channel. */
const AAC_CHANNEL_BYTES = 768;

/** A frame begins with an element that fits its channels, and ends with the end mark and at most seven zero bits. */
function aacFaults(channels: number): FindSampleFault {
  // Parametric stereo is a single channel that becomes two.
  const begins = new Set([SCE, DSE, PCE, FIL, ...(channels === 1 ? [] : [CPE])]);
  const mostBytes = AAC_CHANNEL_BYTES * Math.max(2, channels);
  return (sample) => {
    if (sample.length < 2 || sample.length > mostBytes) return 'a frame of no size';
    if (!begins.has((sample[0] ?? 0) >> 5)) return 'a frame of no kind';
    let tail = sample.readUInt16BE(sample.length - 2);
    let zeros = 0;
    for (; zeros < 8 && (tail & 1) === 0; zeros += 1) tail >>= 1;
    return zeros < 8 && (tail & 7) === 7 ? null : 'a frame without an end';
  };
}

function mp3Fault(sample: Buffer): string | null {
  return readAudioFrame(sample, 0) ? null : 'a frame without a header';
}

/** The most frames of Opus in a packet: 120 ms. */
const MOST_OPUS_FRAMES = 48;

/** A packet of Opus (RFC 6716, 3.2) whose frames fit into it. */
function opusFault(sample: Buffer): string | null {
  const [first = 0, second = 0] = sample;
  const code = first & 3;
  if (sample.length === 0) return 'a packet without content';
  if (code === 1 && sample.length % 2 === 0) return 'frames of no size';
  if (code === 2) {
    const size = second < 252 ? second : second + 4 * (sample[2] ?? 0);
    return size + (second < 252 ? 2 : 3) > sample.length ? 'frames that do not add up' : null;
  }
  const count = second & 63;
  return code === 3 && (count === 0 || count > MOST_OPUS_FRAMES) ? 'no number of frames' : null;
}
