// Recognizes a file by its first bytes; only the types named here ever reach a demuxer.

/** ffmpeg's names of the demuxers that this product uses. */
export type MediaDemuxer =
  | 'mov'
  | 'matroska'
  | 'mpegts'
  | 'mp3'
  | 'aac'
  | 'ogg'
  | 'flac'
  | 'wav'
  | 'avi'
  | 'flv';

/** The photo formats, by their file extensions. */
export type PhotoKind = 'jpg' | 'png' | 'webp' | 'gif';

/** What the first bytes say. */
export type Sniffed =
  | { readonly kind: 'media'; readonly demuxer: MediaDemuxer }
  | { readonly kind: 'photo'; readonly photo: PhotoKind };

/** How many first bytes are needed. */
export const SNIFF_BYTES = 4096;

const TS_PACKET_BYTES = 188;
/** Cameras (.MTS, .m2ts) write the time of its arrival before each packet. */
const TS_TIME_BYTES = 4;
// Boxes that a file of the MP4 family may begin with.
const FIRST_BOXES = new Set([
  'ftyp',
  'styp',
  'moov',
  'mdat',
  'free',
  'skip',
  'wide',
  'sidx',
  'moof',
]);
// Images in the same boxes are not videos, and their decoders are not used.
const PICTURE_BRANDS = new Set([
  'heic',
  'heix',
  'heim',
  'heis',
  'mif1',
  'msf1',
  'avif',
  'avis',
  'jxl ',
  'crx ',
]);

/** What these bytes begin, or null for anything else: pages, playlists, archives, scripts. Pure. */
export function sniffMedia(bytes: Uint8Array): Sniffed | null {
  const photo = sniffPhoto(bytes);
  if (photo) return { kind: 'photo', photo };
  const demuxer = sniffDemuxer(bytes);
  return demuxer ? { kind: 'media', demuxer } : null;
}

function sniffPhoto(bytes: Uint8Array): PhotoKind | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return 'webp';
  return /^GIF8[79]a$/.test(textAt(bytes, 0, 6)) ? 'gif' : null;
}

function sniffDemuxer(bytes: Uint8Array): MediaDemuxer | null {
  const start = textAt(bytes, 0, 4);
  if (isBoxed(bytes)) return 'mov';
  if (startsWith(bytes, [0x1a, 0x45, 0xdf, 0xa3])) return 'matroska';
  if (start === 'OggS') return 'ogg';
  if (start === 'fLaC') return 'flac';
  if (start === 'RIFF' && textAt(bytes, 8, 4) === 'WAVE') return 'wav';
  if (start === 'RIFF' && textAt(bytes, 8, 4) === 'AVI ') return 'avi';
  if (textAt(bytes, 0, 3) === 'FLV' && bytes[3] === 1) return 'flv';
  if (isTransportStream(bytes)) return 'mpegts';
  return sniffFrames(bytes, tagBytes(bytes));
}

function isBoxed(bytes: Uint8Array): boolean {
  if (bytes.length < 12 || !FIRST_BOXES.has(textAt(bytes, 4, 4))) return false;
  return textAt(bytes, 4, 4) !== 'ftyp' || !PICTURE_BRANDS.has(textAt(bytes, 8, 4));
}

/** The sync byte at the start of at least two packets, each perhaps after four bytes of time. */
function isTransportStream(bytes: Uint8Array): boolean {
  return [0, TS_TIME_BYTES].some((time) => {
    const step = TS_PACKET_BYTES + time;
    if (bytes.length <= step + time) return false;
    for (let at = time; at < Math.min(bytes.length, SNIFF_BYTES); at += step)
      if (bytes[at] !== 0x47) return false;
    return true;
  });
}

/** MP3 and ADTS have no signature, only the header of each frame, perhaps after an ID3 tag. */
function sniffFrames(bytes: Uint8Array, tag: number): MediaDemuxer | null {
  const [first = 0, second = 0] = bytes.subarray(Math.min(tag, bytes.length));
  if (first === 0xff && (second & 0xf6) === 0xf0) return 'aac';
  if (first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0) return 'mp3';
  // A tag longer than these bytes: audio of HLS has short ones, so it is the cover of an MP3.
  return tag > bytes.length ? 'mp3' : null;
}

/** The length of the ID3 tag at the start, header included; 0 without one. */
export function tagBytes(bytes: Uint8Array): number {
  if (textAt(bytes, 0, 3) !== 'ID3' || bytes.length < 10) return 0;
  const sizes = bytes.subarray(6, 10);
  if (sizes.some((size) => size > 0x7f)) return 0;
  return 10 + sizes.reduce((sum, size) => sum * 128 + size, 0);
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function textAt(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}
