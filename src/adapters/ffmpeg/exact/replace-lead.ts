// Lays out a plain MP4 anew whose edit list hides pictures, so that it begins with the first that is shown.
import { createHash } from 'node:crypto';
import type { Probe } from '../../../core/files/checking/find-fault.ts';
import type { MakeTask } from '../../../core/jobs/ports.ts';
import { firstIndexWhere } from '../../../shared/first-index.ts';
import { childOf, type IndexBox } from '../checking/mp4-index.ts';
import { type ReadAt, readLayout } from '../checking/mp4-layout.ts';
import { probeIndex } from '../checking/mp4-probe.ts';
import type { Extract, FileLayout } from '../hybrid-mp4/layout.ts';
import { readPlainTracks } from '../hybrid-mp4/read-track.ts';
import { SampleTable } from '../hybrid-mp4/sample-table.ts';
import { Unfit } from '../hybrid-mp4/unfit.ts';
import { childrenOf } from '../hybrid-mp4/walk-boxes.ts';
import { type WriteBox, writerInto } from '../hybrid-mp4/write-boxes.ts';
import { editsOf, show, writeEdits, writeTables } from '../hybrid-mp4/write-moov.ts';
import type { MediaTools } from '../media-tools.ts';
import { walkerOf } from '../parts/plain-part.ts';
import { encodeLead, type Lead } from './encode-lead.ts';
import { isBehind, planLead, shownAt, type TimedSample } from './plan-lead.ts';

/** A file whose pieces are those of another one. */
export type ExactFile = {
  readonly layout: FileLayout;
  readonly bytes: number;
  readonly etag: string;
  readonly probe: Probe;
};

/** The file to lay out anew. */
type Source = { readonly read: ReadAt; readonly bytes: number };
/** What is to be shown, and the samples that stay. */
type Replacing = {
  readonly trak: IndexBox;
  readonly lead: Lead;
  readonly rest: readonly TimedSample[];
};

const MAX_INDEX_BYTES = 32 * 1024 * 1024;
/** What may be before the index. */
const MAX_FRONT_BYTES = 64 * 1024;
const MEDIA_HEADER_BYTES = 16;
/** Of a sample: a size, a duration, an offset, a position of its own, and a key frame. */
const SAMPLE_BYTES = 48;
const MOST_U32 = 2 ** 32 - 1;
const EVERYTHING = { startSeconds: 0, endSeconds: Number.POSITIVE_INFINITY };

/**
 * The file that begins with a picture of its own; `hidesLead` is whether this one does not. Null where it is to stay as it is. Throws the
 * signal's reason, and what `read` throws.
 */
export async function replaceLead(
  needs: MediaTools,
  task: MakeTask,
  source: Source,
): Promise<{ readonly exact: ExactFile | null; readonly hidesLead: boolean }> {
  try {
    return await replaced(needs, task, source);
  } catch (error) {
    // Of what cannot be read here, nothing is known.
    if (error instanceof Unfit || error instanceof RangeError)
      return { exact: null, hidesLead: true };
    throw error;
  }
}

async function replaced(needs: MediaTools, task: MakeTask, { read, bytes }: Source) {
  const file = await readLayout(read, bytes);
  const { start, end } = file?.index ?? { start: 0, end: 0 };
  const [media, ...more] = file?.media ?? [];
  const isPlain = file && media && more.length === 0 && file.indexInFront && !file.isFragmented;
  if (!isPlain || start > MAX_FRONT_BYTES || end - start > MAX_INDEX_BYTES)
    return { exact: null, hidesLead: true };
  const index = await read(start, end - start);
  const view = new DataView(index.buffer, index.byteOffset, index.byteLength);
  const [moov] = childrenOf({ type: '', body: view });
  if (!moov) throw new RangeError('there is no index');
  const [picture, ...others] = readPlainTracks(moov).filter(
    ({ track }) => track.kind === 'picture',
  );
  if (!picture || others.length > 0) return { exact: null, hidesLead: !!picture };
  const { track, trak } = picture;
  const samples: TimedSample[] = [];
  let first = Number.POSITIVE_INFINITY;
  await walkerOf(trak)((sample) => {
    first = Math.min(first, shownAt(sample));
    return samples.push(sample) > 0;
  });
  const from = track.skippedTicks;
  if (!isBehind(track, from, first)) return { exact: null, hidesLead: false };
  const shown = { from, end: from + track.shownSeconds * track.ticksPerSecond };
  const plan = track.delaySeconds > 0 ? null : planLead(track, samples, shown);
  const lead = plan && (await encodeLead(needs, task, plan, (at, to) => read(at, to - at)));
  if (!lead) return { exact: null, hidesLead: true };
  const rest = plan.next ? samples.slice(samples.indexOf(plan.next)) : [];
  const left = samples.slice(0, samples.length - rest.length);
  const before = await read(0, start);
  const exact = layOut(before, { moov, media: without(media, left) }, { trak, lead, rest });
  return { exact, hidesLead: exact === null };
}

type Span = { readonly from: number; readonly to: number };

/** The media without these samples. */
function without(
  { start, end }: { readonly start: number; readonly end: number },
  samples: readonly TimedSample[],
): Span[] {
  const kept: Span[] = [];
  let from = start;
  for (const { position, bytes } of [...samples].sort((a, b) => a.position - b.position)) {
    if (position > from) kept.push({ from, to: Math.min(position, end) });
    from = Math.max(from, position + bytes);
  }
  if (end > from) kept.push({ from, to: end });
  return kept.filter(({ from, to }) => from < to);
}

/** Null where samples that stay are among those that do not. */
function layOut(
  before: Uint8Array,
  { moov, media }: { readonly moov: IndexBox; readonly media: readonly Span[] },
  replacing: Replacing,
): ExactFile | null {
  const { lead } = replacing;
  const mediaBytes = media.reduce((sum, { from, to }) => sum + to - from, lead.bytes.length);
  const write = (leadAt: number) => {
    let at = leadAt + lead.bytes.length;
    const pieces = media.map(({ from, to }): Extract => {
      at += to - from;
      return { source: 0, from, to, at: at - (to - from) };
    });
    const index = writeIndex(moov, replacing, { pieces, leadAt });
    return index && { pieces, index };
  };
  // Where the media are does not change how long it is.
  const length = write(0)?.index.length ?? 0;
  const leadAt = before.length + length + MEDIA_HEADER_BYTES;
  const written = write(leadAt);
  const bytes = leadAt + mediaBytes;
  const probe = written && bytes <= MOST_U32 ? probeIndex(written.index, bytes) : null;
  if (!written || !probe) return null;
  const header = Buffer.from('\0\0\0\x01mdat\0\0\0\0\0\0\0\0', 'latin1');
  header.writeBigUInt64BE(BigInt(mediaBytes + header.length), 8);
  const front = Buffer.concat([before, written.index, header, lead.bytes]);
  const digest = createHash('sha256').update(front).update(`/${bytes}`).digest('base64url');
  const layout = { front, pieces: written.pieces, indexAt: bytes };
  return { layout, bytes, etag: `"${digest}"`, probe };
}

type Places = { readonly pieces: readonly Extract[]; readonly leadAt: number };

/** The index with the samples where they are now, and all else as it was. */
function writeIndex(
  moov: IndexBox,
  { trak, lead, rest }: Replacing,
  { pieces, leadAt }: Places,
): Buffer | null {
  const placeOf = (position: number) => {
    const piece = pieces[firstIndexWhere(pieces, ({ to }) => to > position)];
    return piece && position >= piece.from ? position - piece.from + piece.at : Number.NaN;
  };
  const table = new SampleTable(lead.track);
  table.add(lead, leadAt);
  const [first] = rest;
  const moved = rest.map((each) => ({ ...each, position: placeOf(each.position) }));
  if (first) table.add({ time: first.time, samples: moved }, 0);
  const children = childrenOf(moov).map((child) => ({
    type: child.type,
    isPicture: child.body.byteOffset === trak.body.byteOffset,
    bytes: bytesOf(child),
  }));
  const isWhole =
    moved.every(({ position }) => position > 0) &&
    children.every(
      ({ type, isPicture, bytes }) => type !== 'trak' || isPicture || moveChunks(bytes, placeOf),
    );
  if (!isWhole) return null;
  const scale = childOf(moov, 'mvhd')?.body;
  const most = moov.body.byteLength + SAMPLE_BYTES * table.count + 65_536;
  const index = Buffer.alloc(most);
  const box = writerInto(index);
  const movieScale = scale?.getUint32(scale.getUint8(0) === 1 ? 20 : 12) ?? 1;
  const end = box('moov', () => {
    for (const { type, isPicture, bytes } of children)
      if (isPicture) box(type, () => writePicture(box, trak, table, movieScale));
      else if (type !== 'free') box(type, bytes);
  });
  return index.subarray(0, end);
}

function writePicture(box: WriteBox, trak: IndexBox, table: SampleTable, scale: number): void {
  const within: Readonly<Record<string, (child: IndexBox) => void>> = {
    edts: () => writeEdits(box, editsOf(show(table, EVERYTHING), scale).edits),
    mdia: (child) => box('mdia', () => copyInto(child)),
    mdhd: (child) => box('mdhd', lasting(bytesOf(child), table.endTime - table.startTime)),
    minf: (child) => box('minf', () => copyInto(child)),
    stbl: () => box('stbl', () => writeTables(box, table, false)),
  };
  const copyInto = (parent: IndexBox) => {
    for (const child of childrenOf(parent)) {
      const write = within[child.type];
      if (write) write(child);
      else box(child.type, bytesOf(child));
    }
  };
  copyInto(trak);
}

/** A header of media with another length. */
function lasting(header: Buffer, ticks: number): Buffer {
  if (header.readUInt8(0) === 1) header.writeBigUInt64BE(BigInt(ticks), 24);
  else header.writeUInt32BE(Math.min(ticks, MOST_U32), 16);
  return header;
}

/** Changes where the chunks of a track are; false where one is not there any more. */
function moveChunks(trak: Buffer, placeOf: (position: number) => number): boolean {
  const body = new DataView(trak.buffer, trak.byteOffset, trak.length);
  const table = childOf({ type: 'trak', body }, 'mdia', 'minf', 'stbl');
  const positions = table && childOf(table, 'stco')?.body;
  // Files of 4 GiB stay as they are.
  if (!positions) return false;
  for (let at = 0; at < positions.getUint32(4); at += 1) {
    const place = placeOf(positions.getUint32(8 + 4 * at));
    if (Number.isNaN(place)) return false;
    positions.setUint32(8 + 4 * at, place);
  }
  return true;
}

/** A copy. */
const bytesOf = ({ body }: IndexBox) =>
  Buffer.from(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
