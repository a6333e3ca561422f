// Reads the one track that a source's `moov` describes. Pure; what is cut off is a RangeError.
import { fragmentedTracks, type SampleDefaults } from '../checking/mp4-fragments.ts';
import { childOf, type IndexBox } from '../checking/mp4-index.ts';
import { handlerOf, readTimes } from '../checking/mp4-probe.ts';
import { readAudioEntry, readVideoEntry } from '../checking/mp4-sample-entry.ts';
import { demand } from './unfit.ts';
import { childrenOf } from './walk-boxes.ts';

/** The track of a source. */
export type SourceTrack = {
  readonly id: number;
  readonly kind: 'picture' | 'sound';
  readonly ticksPerSecond: number;
  readonly defaults: SampleDefaults;
  /** By its edit list: how late it begins, what is skipped at its start, and how much of it is shown. */
  readonly delaySeconds: number;
  readonly skippedTicks: number;
  readonly shownSeconds: number;
  /** Packed as in `mdhd`. */
  readonly language: number;
  /** The end of `tkhd`, from its layer to its height. */
  readonly display: Uint8Array;
  /** Contents of `hdlr`, `vmhd` or `smhd`, and `stsd`. */
  readonly handler: Uint8Array;
  readonly mediaHeader: Uint8Array;
  readonly description: Uint8Array;
};

const DISPLAY_BYTES = 52;
/** Pictures, sounds, and what goes with them. */
const MAX_TRACKS = 16;
/** Their parameters may be among the samples, which Apple's players do not look for. */
const IN_BAND = new Set(['avc3', 'avc4', 'dvhe', 'dvav', 'vvi1']);

/** Reads the track. Throws Unfit unless it is in fragments, of a known codec, and shown from one place on. */
export function readTrack(moov: IndexBox): SourceTrack {
  const [trak, ...others] = childrenOf(moov).filter(({ type }) => type === 'trak');
  const [track] = fragmentedTracks(moov);
  demand(trak && track && others.length === 0, 'tracks');
  const [id, { ticksPerSecond, ticks, sample: defaults }] = track;
  demand(childOf(moov, 'mvex', 'trex') && ticks === 0, 'not_fragmented');
  return trackOf(moov, trak, { id, ticksPerSecond, defaults });
}

/** The pictures and sounds of an index that lists all of its samples. Throws Unfit as {@link readTrack}. */
export function readPlainTracks(
  moov: IndexBox,
): { readonly track: SourceTrack; readonly trak: IndexBox }[] {
  demand(!childOf(moov, 'mvex'), 'fragmented');
  const traks = childrenOf(moov).filter(({ type }) => type === 'trak');
  demand(traks.length <= MAX_TRACKS, 'tracks');
  return [...fragmentedTracks(moov)].map(([id, { index, ticksPerSecond, sample: defaults }]) => {
    const trak = traks[index];
    demand(trak, 'broken');
    return { trak, track: trackOf(moov, trak, { id, ticksPerSecond, defaults }) };
  });
}

function trackOf(
  moov: IndexBox,
  trak: IndexBox,
  { id, ticksPerSecond, defaults }: Pick<SourceTrack, 'id' | 'ticksPerSecond' | 'defaults'>,
): SourceTrack {
  const inside = childrenOf(moov);
  const kind = handlerOf(trak) === 'vide' ? 'picture' : 'sound';
  const bodyOf = (...path: string[]) => {
    const body = childOf(trak, ...path)?.body;
    demand(body, 'broken');
    return body;
  };
  const [head, times] = [bodyOf('tkhd'), bodyOf('mdia', 'mdhd')];
  const movie = inside.find(({ type }) => type === 'mvhd');
  const movieScale = movie && readTimes(movie.body)?.scale;
  demand(movieScale && head.byteLength >= DISPLAY_BYTES, 'broken');
  return {
    ...readEdits(childOf(trak, 'edts', 'elst'), movieScale),
    id,
    kind,
    ticksPerSecond,
    defaults,
    language: times.getUint16(times.byteLength - 4),
    display: bytesOf(head, head.byteLength - DISPLAY_BYTES),
    handler: bytesOf(bodyOf('mdia', 'hdlr')),
    mediaHeader: bytesOf(bodyOf('mdia', 'minf', kind === 'picture' ? 'vmhd' : 'smhd')),
    description: describe(bodyOf('mdia', 'minf', 'stbl', 'stsd'), kind),
  };
}

/** A copy. */
function bytesOf({ buffer, byteOffset, byteLength }: DataView, from = 0): Buffer {
  return Buffer.from(new Uint8Array(buffer, byteOffset + from, byteLength - from));
}

/** The content of `stsd`, whose one entry must be of media in the same file. */
function describe(body: DataView, kind: SourceTrack['kind']): Buffer {
  const [entry, ...others] = childrenOf({ type: 'stsd', body }, 8);
  demand(entry && others.length === 0 && entry.body.getUint16(6) === 1, 'tracks');
  demand(entry.type !== 'encv' && entry.type !== 'enca', 'encrypted');
  const read = kind === 'picture' ? readVideoEntry(entry) : readAudioEntry(entry);
  demand(read && read.codec !== 'other' && !IN_BAND.has(entry.type), 'codec');
  const content = bytesOf(body);
  // Apple's players show H.265 only by the name which says that all parameters are here.
  if (entry.type === 'hev1') {
    const at = content.indexOf('hvcC', 0, 'latin1');
    demand(at > 0 && content.readUInt8(at + 4 + 22) > 0, 'codec');
    content.write('hvc1', 12, 'latin1');
  }
  return content;
}

/** An edit list may delay the track and skip its start; anything else is refused. */
function readEdits(elst: IndexBox | undefined, movieScale: number) {
  const edits = { delaySeconds: 0, skippedTicks: 0, shownSeconds: Number.POSITIVE_INFINITY };
  if (!elst) return edits;
  const { body } = elst;
  const isLong = body.getUint8(0) === 1;
  const [entryBytes, count] = [isLong ? 20 : 12, body.getUint32(4)];
  for (let index = 0, at = 8; index < count; index += 1, at += entryBytes) {
    const ticks = isLong ? Number(body.getBigUint64(at)) : body.getUint32(at);
    const from = isLong ? Number(body.getBigInt64(at + 8)) : body.getInt32(at + 4);
    const rate = body.getUint32(at + entryBytes - 4);
    demand(rate === 0x1_0000 && from < 2 ** 31 && (from < 0 || index === count - 1), 'edits');
    if (from < 0) edits.delaySeconds += ticks / movieScale;
    else edits.skippedTicks = from;
    // A fragmented file is written before its length is known; 0 then means all of it.
    if (from >= 0 && ticks > 0) edits.shownSeconds = ticks / movieScale;
  }
  return edits;
}
