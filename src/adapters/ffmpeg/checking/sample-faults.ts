// Finds what is wrong with a coded picture or piece of sound without decoding it: its parts must fill it exactly, and hold nothing that
// no encoder writes. Pure.

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

/** How to look at the samples of a track with this sample entry. */
export function sampleFaultsOf(kind: 'picture' | 'sound', entry: IndexBox): FindSampleFault {
  if (kind === 'picture') return pictureFaults(entry);
  const { codec, channels } = readAudioEntry(entry) ?? { codec: 'other', channels: 0 };
  const own = codec === 'aac' ? aacFaults(channels) : codec === 'mp3' ? mp3Fault : () => null;
  return (sample) => own(sample) ?? (sample.includes(SOUND_ZEROS) ? 'a run of zeros' : null);
}

function pictureFaults(entry: IndexBox): FindSampleFault {
  const codec = readVideoEntry(entry)?.codec;
  if (codec === 'h264') return nalFaults(lengthBytesOf(entry, 'avcC', 4), isAvcHeader);
  if (codec === 'h265') return nalFaults(lengthBytesOf(entry, 'hvcC', 21), isHevcHeader);
  if (codec === 'av1') return obuFault;
  if (codec === 'vp9')
    return (sample) => ((sample[0] ?? 0) >> 6 === 2 ? zerosIn(sample) : 'no frame of VP9');
  return zerosIn;
}

/** How many bytes say how long a unit is: two bits of the decoder's configuration. */
function lengthBytesOf(entry: IndexBox, type: string, at: number): number {
  const config = boxesIn(entry.body, VIDEO_FIELDS).find((box) => box.type === type)?.body;
  return config && at < config.byteLength ? (config.getUint8(at) & 3) + 1 : 4;
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
