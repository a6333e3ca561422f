// Reads the clocks of fragmented MP4: the tracks of an initialization section, the decode times of fragments (ISO/IEC 14496-12).
import type { TrackKind } from './tracks.ts';

/** A track of an initialization section. */
export type FragmentTrack = {
  readonly id: number;
  readonly kind: TrackKind;
  readonly ticksPerSecond: number;
  readonly sampleTicks: number;
  /** What a decoder is set up with; the same where one decoder can read on. */
  readonly setup: string;
};

/** The samples of one track in one fragment, and where in the segment its fields are. */
export type Fragment = {
  readonly trackId: number;
  readonly trackIdAt: number;
  readonly begin: number;
  readonly beginAt: number;
  readonly beginBytes: 4 | 8;
  readonly ticks: number;
};

type Box = { readonly type: string; readonly body: number; readonly end: number };

/** As many as ffmpeg is let read. */
const MAX_TRACKS = 32;
const SETUP_BOXES = ['avcC', 'hvcC', 'av1C', 'vpcC'];
const VIDEO_ENTRY_BYTES = 86;
const SOUND_ENTRY_BYTES = 36;

/** The boxes between two positions of a buffer; a broken one is the last. */
function* boxesIn(buffer: Buffer, start: number, end: number): Generator<Box> {
  for (let at = start; at + 8 <= end; ) {
    const short = buffer.readUInt32BE(at);
    if (short === 1 && at + 16 > end) return;
    const body = at + (short === 1 ? 16 : 8);
    const size = short === 1 ? Number(buffer.readBigUInt64BE(at + 8)) : short || end - at;
    if (size < body - at || at + size > end) return;
    yield { type: buffer.toString('latin1', at + 4, at + 8), body, end: at + size };
    at += size;
  }
}

/** Reads a `moov` box from its first field on. Throws RangeError where it is cut off. */
export function tracksOf(moov: Buffer): FragmentTrack[] {
  const defaults = new Map<number, number>();
  for (const mvex of find(moov, { body: 0, end: moov.length }, 'mvex'))
    for (const { body } of find(moov, mvex, 'trex'))
      defaults.set(moov.readUInt32BE(body + 4), moov.readUInt32BE(body + 12));
  const traks = find(moov, { body: 0, end: moov.length }, 'trak');
  if (traks.length > MAX_TRACKS) throw new RangeError(`${traks.length} tracks`);
  return traks.flatMap((trak) => {
    const [tkhd] = find(moov, trak, 'tkhd');
    const [mdia] = find(moov, trak, 'mdia');
    const [mdhd] = mdia ? find(moov, mdia, 'mdhd') : [];
    const [hdlr] = mdia ? find(moov, mdia, 'hdlr') : [];
    const [minf] = mdia ? find(moov, mdia, 'minf') : [];
    const [stbl] = minf ? find(moov, minf, 'stbl') : [];
    const [stsd] = stbl ? find(moov, stbl, 'stsd') : [];
    if (!tkhd || !mdhd || !hdlr || !stsd) return [];
    const kind = kindOf(moov.toString('latin1', hdlr.body + 8, hdlr.body + 12));
    if (!kind) return [];
    const id = moov.readUInt32BE(tkhd.body + (moov[tkhd.body] === 1 ? 20 : 12));
    const ticksPerSecond = moov.readUInt32BE(mdhd.body + (moov[mdhd.body] === 1 ? 20 : 12));
    const setup = setupOf(moov.subarray(stsd.body + 8, stsd.end), kind);
    return [{ id, kind, ticksPerSecond, sampleTicks: defaults.get(id) ?? 0, setup }];
  });
}

/** Reads a `moof` box from its first field on, which is `offset` bytes behind the start of its segment. */
export function fragmentsOf(
  moof: Buffer,
  offset: number,
  sampleTicks: (trackId: number) => number,
): Fragment[] {
  return find(moof, { body: 0, end: moof.length }, 'traf').flatMap((traf) => {
    const [tfhd] = find(moof, traf, 'tfhd');
    const [tfdt] = find(moof, traf, 'tfdt');
    if (!tfhd || !tfdt) return [];
    const trackId = moof.readUInt32BE(tfhd.body + 4);
    const isLong = moof[tfdt.body] === 1;
    const begin = isLong
      ? Number(moof.readBigUInt64BE(tfdt.body + 4))
      : moof.readUInt32BE(tfdt.body + 4);
    const each = durationIn(moof, tfhd) ?? sampleTicks(trackId);
    const ticks = find(moof, traf, 'trun').reduce((sum, run) => sum + ticksIn(moof, run, each), 0);
    return [
      {
        trackId,
        trackIdAt: offset + tfhd.body + 4,
        begin,
        beginAt: offset + tfdt.body + 4,
        beginBytes: isLong ? (8 as const) : (4 as const),
        ticks,
      },
    ];
  });
}

function find(buffer: Buffer, { body, end }: Omit<Box, 'type'>, type: string): Box[] {
  return [...boxesIn(buffer, body, end)].filter((box) => box.type === type);
}

function kindOf(handler: string): TrackKind | null {
  if (handler === 'vide') return 'video';
  return handler === 'soun' ? 'sound' : null;
}

function setupOf(entry: Buffer, kind: TrackKind): string {
  if (kind === 'sound') return entry.toString('latin1', 4, SOUND_ENTRY_BYTES);
  const size = entry.toString('latin1', 4, VIDEO_ENTRY_BYTES);
  for (const { type, body, end } of boxesIn(entry, VIDEO_ENTRY_BYTES, entry.length))
    if (SETUP_BOXES.includes(type)) return size + entry.toString('latin1', body, end);
  return size;
}

/** The duration that a fragment's header sets for all of its samples. */
function durationIn(moof: Buffer, { body }: Box): number | null {
  const flags = moof.readUInt32BE(body);
  if ((flags & 0x8) === 0) return null;
  return moof.readUInt32BE(
    body + 8 + ((flags & 0x1) === 0 ? 0 : 8) + ((flags & 0x2) === 0 ? 0 : 4),
  );
}

function ticksIn(moof: Buffer, { body, end }: Box, each: number): number {
  const flags = moof.readUInt32BE(body);
  const count = moof.readUInt32BE(body + 4);
  if ((flags & 0x100) === 0) return count * each;
  const fields = [0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length;
  let at = body + 8 + ((flags & 0x1) === 0 ? 0 : 4) + ((flags & 0x4) === 0 ? 0 : 4);
  let ticks = 0;
  for (let sample = 0; sample < count && at + 4 <= end; sample += 1) {
    ticks += moof.readUInt32BE(at);
    at += 4 + 4 * fields;
  }
  return ticks;
}
