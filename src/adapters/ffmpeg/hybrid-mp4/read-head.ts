// Reads the first bytes of a source: what its track is, where its fragments are, and how dense their samples are.
import { createHash } from 'node:crypto';
import { readMoof } from './read-moof.ts';
import { readTrack, type SourceTrack } from './read-track.ts';
import { SampleTable } from './sample-table.ts';
import { demand, refusing } from './unfit.ts';
import { type ReadSource, type SourceBox, walkBoxes } from './walk-boxes.ts';

/** A fragment by `sidx`: bytes of the source from `from` up to `to`, seconds as they are shown. */
export type Segment = {
  readonly from: number;
  readonly to: number;
  readonly startSeconds: number;
  readonly endSeconds: number;
};

/** The head of a source. */
export type SourceHead = {
  readonly totalBytes: number;
  /** Of all that was read. */
  readonly digest: string;
  readonly track: SourceTrack;
  readonly segments: readonly Segment[];
  /** The samples of the first `moof`, which suggest how all others are. */
  readonly first: SampleTable;
};

/** Behind the last fragment there is at most a table for seeking. */
const MAX_REST_BYTES = 64 * 1024;

/** Reads `moov`, `sidx` and the first `moof` of a source of `totalBytes` bytes. Throws Unfit, or what `read` throws. */
export async function readHead(
  read: ReadSource,
  source: number,
  totalBytes: number,
): Promise<SourceHead> {
  const boxes = new Map<string, SourceBox>();
  const hash = createHash('sha256').update(String(totalBytes));
  const wanted = ['ftyp', 'moov', 'sidx', 'moof'];
  for await (const box of walkBoxes(read, source, { from: 0, to: totalBytes, wanted })) {
    const { type, start, body } = box;
    demand((boxes.size > 0 || type === 'ftyp') && type !== 'mdat', 'not_fragmented');
    demand(!(wanted.includes(type) && boxes.has(type)), type === 'sidx' ? 'sidx' : 'broken');
    boxes.set(type, box);
    hash.update(`${type} ${start}`).update(body);
    if (type === 'moof') break;
  }
  const [moov, sidx, moof] = wanted.slice(1).map((type) => boxes.get(type));
  demand(moov && moof, 'not_fragmented');
  demand(sidx, 'sidx');
  return refusing('broken', () => {
    const track = readTrack(moov);
    const segments = readSegments(sidx, track);
    const [first, last] = [segments[0], segments.at(-1)];
    demand(first && last && moof.start >= first.from && moof.end <= first.to, 'sidx');
    demand(last.to <= totalBytes, 'truncated');
    demand(totalBytes - last.to <= Math.max(MAX_REST_BYTES, totalBytes / 100), 'sidx');
    const table = new SampleTable(track);
    table.add(readMoof(moof, track, first.to), 0);
    demand(table.endTime > table.startTime, 'broken');
    return { totalBytes, digest: hash.digest('hex'), track, segments, first: table };
  });
}

/** The fragments that a `sidx` lists. Throws Unfit, and RangeError for one that is cut off. */
export function readSegments({ body, end }: SourceBox, track: SourceTrack): Segment[] {
  const isLong = body.getUint8(0) > 0;
  const numberAt = (at: number) => (isLong ? Number(body.getBigUint64(at)) : body.getUint32(at));
  const [scale, table] = [body.getUint32(8), isLong ? 28 : 20];
  let from = end + numberAt(isLong ? 20 : 16);
  let startSeconds =
    numberAt(12) / scale - track.skippedTicks / track.ticksPerSecond + track.delaySeconds;
  const count = body.getUint16(table + 2);
  demand(scale > 0 && count > 0, 'sidx');
  return Array.from({ length: count }, (_, index) => {
    const at = table + 4 + 12 * index;
    const [bytes, ticks] = [body.getUint32(at), body.getUint32(at + 4)];
    // The highest bits: a list of other lists, and a duration below zero, as some writers have them.
    demand(bytes > 8 && bytes < 2 ** 31 && ticks < 2 ** 31, 'sidx');
    const segment = { from, to: from + bytes, startSeconds, endSeconds: startSeconds };
    segment.endSeconds += ticks / scale;
    [from, startSeconds] = [segment.to, segment.endSeconds];
    return segment;
  });
}
