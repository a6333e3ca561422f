// Lays out a hybrid MP4 from the heads of its sources, before their media are there, and reads any part of it while they arrive.
import { createHash } from 'node:crypto';
import type { Extent } from '../../../core/jobs/ports.ts';
import { firstIndexWhere } from '../../../shared/first-index.ts';
import type { Chapter } from '../../../shared/media/media.ts';
import { chapterBytes } from './chapters.ts';
import type { HybridPart } from './plan-part.ts';
import type { Segment, SourceHead } from './read-head.ts';
import { demand } from './unfit.ts';
import type { ReadSource } from './walk-boxes.ts';

/** Bytes of a source in the finished file, at byte `at`. */
export type Extract = Extent & { readonly source: number };

/** All bytes of a fragment, or some of them. */
export type Piece = Extract & { readonly segment: Segment };

/** A file of `front`, then the pieces, then from byte `indexAt` on what is written last. */
export type FileLayout = {
  readonly front: Uint8Array;
  readonly pieces: readonly Extract[];
  readonly indexAt: number;
};

/** The finished file of `bytes` bytes: `front`, then the pieces, then from byte `indexAt` on an index of `indexBytes` bytes. */
export type HybridLayout = {
  readonly bytes: number;
  readonly indexAt: number;
  readonly indexBytes: number;
  readonly front: Uint8Array;
  readonly pieces: readonly Piece[];
  readonly chapters: readonly Chapter[];
};

/** To be raised whenever the same sources become other bytes. */
const LAYOUT_VERSION = 1;
/** What an index has room for, where the first samples suggest fewer. */
const MOST_FPS = 60;
/** The most that a sample takes which was encoded: a size, a duration, and an offset. */
const LEAD_SAMPLE_BYTES = 20;
const MAX_INDEX_BYTES = 16 * 1024 * 1024;
/** A second each, of picture and of sound, for some hours. */
const MAX_PIECES = 40_000;
const FTYP_BYTES = 28;
/** Up to the first byte of the media. */
export const FRONT_BYTES = FTYP_BYTES + 16;
/** The most bytes that are read at once. */
export const READ_BYTES = 1024 * 1024;

/**
 * Lays out the file of a picture and a sound, in this order, or of one of them, with these chapters; of `part`, if there is one. Throws
 * Unfit.
 */
export function layOut(
  heads: readonly SourceHead[],
  chapters: readonly Chapter[] = [],
  part: HybridPart | null = null,
): HybridLayout {
  const kinds = heads.map(({ track }) => track.kind).join('+');
  demand(['picture+sound', 'picture', 'sound'].includes(kinds), 'tracks');
  demand(heads.reduce((sum, head) => sum + head.segments.length, 0) <= MAX_PIECES, 'too_many');
  const [brand, also] = kinds === 'sound' ? ['M4A ', 'M4A isomiso2'] : ['isom', 'isomiso2mp41'];
  // The size of `mdat`, in 64 bits, is filled in below.
  const front = Buffer.from(
    `\0\0\0\x1cftyp${brand}\0\0\x02\0${also}\0\0\0\x01mdat\0\0\0\0\0\0\0\0`,
    'latin1',
  );
  const lead = part?.lead?.bytes ?? Buffer.alloc(0);
  let indexAt = FRONT_BYTES + lead.length;
  const pieces = heads
    .flatMap(({ segments }, source) => {
      const { from, to } = part?.extents[source] ?? { from: 0, to: Number.POSITIVE_INFINITY };
      return segments.map((segment) => ({
        source,
        segment,
        from: Math.max(from, segment.from),
        to: Math.min(to, segment.to),
      }));
    })
    .filter(({ from, to }) => from < to)
    // Of two that begin together, the smaller one first: sound.
    .sort(
      (a, b) => a.segment.startSeconds - b.segment.startSeconds || a.to - a.from - (b.to - b.from),
    )
    .map((piece): Piece => {
      indexAt += piece.to - piece.from;
      return { ...piece, at: indexAt - (piece.to - piece.from) };
    });
  front.writeBigUInt64BE(BigInt(indexAt - FTYP_BYTES), FRONT_BYTES - 8);
  const leadBytes = LEAD_SAMPLE_BYTES * (part?.lead?.samples.length ?? 0);
  const least = 1024 + chapterBytes(chapters) + leadBytes;
  const indexBytes = heads.reduce((sum, head) => sum + mostIndexBytes(head), least);
  demand(indexBytes <= MAX_INDEX_BYTES, 'too_many');
  return {
    bytes: indexAt + indexBytes,
    indexAt,
    indexBytes,
    front: Buffer.concat([front, lead]),
    pieces,
    chapters,
  };
}

/** The most bytes that the index of a source takes if its rate is at most five percent above the highest known, and little less steady. */
function mostIndexBytes({ track, segments, first }: SourceHead): number {
  const seconds = segments.reduce((sum, each) => sum + each.endSeconds - each.startSeconds, 0);
  const repeats = (seconds * track.ticksPerSecond) / (first.endTime - first.startTime);
  const frames = track.kind === 'picture' ? seconds * MOST_FPS : 0;
  const samples = 1.05 * Math.max(first.count * repeats, frames) + 2 * segments.length + 64;
  const runBytes = ({ length }: readonly number[]) =>
    8 * Math.min(1, 0.25 + (0.625 * length) / first.count);
  const sampleBytes = 4.5 + runBytes(first.durations) + runBytes(first.offsets);
  const chunks = first.chunkCounts.length * (Math.max(segments.length, repeats) + segments.length);
  const copied = track.handler.length + track.mediaHeader.length + track.description.length;
  return Math.ceil(samples * sampleBytes + 20 * chunks) + copied + 1024;
}

/**
 * The strong entity tag of the file, in quotes. All that its bytes depend on beside the media is in the heads, the part that is shown, and
 * the chapters.
 */
export function etagOf(
  heads: readonly SourceHead[],
  part: unknown = null,
  chapters: readonly Chapter[] = [],
): string {
  const digests = heads.map(({ digest }) => digest);
  const more = [...(part ? [part] : []), ...(chapters.length > 0 ? [chapters] : [])];
  const facts = [LAYOUT_VERSION, digests, ...more];
  return `"${createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 32)}"`;
}

/**
 * The bytes of the file from `from` up to `to`, which is excluded, as soon as they are there; those of the index once it is. Throws
 * Unfit for a source that ends early, and what `read` and `index` throw.
 */
export async function* readRange(
  { front, pieces, indexAt }: FileLayout,
  read: ReadSource,
  index: Promise<Uint8Array>,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  if (from < front.length) yield front.subarray(from, to);
  // From the piece that holds the first byte.
  const first = Math.max(0, firstIndexWhere(pieces, ({ at }) => at > from) - 1);
  for (let next = first; next < pieces.length; next += 1) {
    const piece = pieces[next] as Extract;
    if (piece.at >= to) break;
    const moved = piece.at - piece.from;
    const end = Math.min(piece.to, to - moved);
    for (let at = Math.max(piece.from, from - moved); at < end; ) {
      const bytes = await read(piece.source, at, Math.min(end, at + READ_BYTES));
      demand(bytes.length > 0, 'truncated');
      at += bytes.length;
      yield bytes;
    }
  }
  if (to > indexAt) yield (await index).subarray(Math.max(0, from - indexAt), to - indexAt);
}
