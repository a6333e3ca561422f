// Finds a part of an MP4: its fragments by `sidx`, or its samples by the index of the whole.
import type { Span } from '../../../core/choosing/choice.ts';
import type { FindPart, ReadableSource, SourcePart } from '../../../core/jobs/ports.ts';
import { childOf } from '../checking/mp4-index.ts';
import { readSegments, type Segment } from '../hybrid-mp4/read-head.ts';
import { readTrack, type SourceTrack } from '../hybrid-mp4/read-track.ts';
import { demand } from '../hybrid-mp4/unfit.ts';
import { type SourceBox, walkBoxes } from '../hybrid-mp4/walk-boxes.ts';
import { findPlainPart } from './plain-part.ts';

/** The highest bit of an entry's last number: a fragment that begins with a key frame. */
const BEGINS_WITH_KEY = 0x8000_0000;
const ENTRY_BYTES = 12;
/** The lowest bit of a fragment's facts: its samples are counted from the start of the source. */
const HAS_PLACE = 1;
/** How far the times of lists may be from those of samples: some frames that are decoded before they are shown. */
const LIST_ERROR_SECONDS = 0.15;
/** Sound beside a picture is wanted from so much earlier on that the key frame before the start is within. */
const LEAD_SECONDS = 12;
/** Of a fragment, to have what lists its samples; runs of these that are closer are read as one. */
const HEAD_BYTES = 64 * 1024;
const MAX_RUNS = 6;

/** As {@link FindPart}; throws Unfit and RangeError for what cannot be read. */
export const findMp4Part: FindPart = async (source, span) => {
  const boxes = new Map<string, SourceBox>();
  const wanted = ['moov', 'sidx'];
  const read = (_: number, from: number, to: number) => source.read(from, to);
  for await (const box of walkBoxes(read, 0, { from: 0, to: source.bytes, wanted })) {
    if (!boxes.has(box.type)) boxes.set(box.type, box);
    // Of fragments, the list comes before the first one; a plain file may have its index at its end.
    if (boxes.has('moov') && (boxes.has('sidx') || boxes.has('mdat') || boxes.has('moof'))) break;
  }
  const [moov, sidx] = [boxes.get('moov'), boxes.get('sidx')];
  demand(moov, 'broken');
  if (!childOf(moov, 'mvex')) return findPlainPart(moov, span);
  demand(sidx && sidx.start >= moov.end, 'sidx');
  return fragmentsOf(source, moov, sidx, span);
};

/** The fragments that hold the span, behind the source's beginning and a list of these alone. */
async function fragmentsOf(
  source: ReadableSource,
  moov: SourceBox,
  sidx: SourceBox,
  { startSeconds, endSeconds }: Span,
): Promise<SourcePart | null> {
  const track = readTrack(moov);
  const segments = readSegments(sidx, track);
  const zero = segments[0]?.startSeconds ?? 0;
  const table = sidx.body.byteLength - ENTRY_BYTES * segments.length;
  const beginsWithKey = (at: number) =>
    (sidx.body.getUint32(table + ENTRY_BYTES * at + 8) & BEGINS_WITH_KEY) !== 0;
  let first = segments.findLastIndex(
    (each) => each.startSeconds - zero <= startSeconds - LIST_ERROR_SECONDS,
  );
  first = Math.max(0, first);
  if (track.kind === 'picture') {
    const isListed = segments.some((_, at) => beginsWithKey(at));
    // Where none says so, one more is taken.
    if (!isListed) first = Math.max(0, first - 1);
    while (isListed && first > 0 && !beginsWithKey(first)) first -= 1;
  }
  const found = segments.findIndex(
    (each) => each.endSeconds - zero >= endSeconds + LIST_ERROR_SECONDS,
  );
  const last = found < 0 ? segments.length - 1 : found;
  const [begin, end] = [segments[first] as Segment, segments[last] as Segment];
  demand(end.to <= source.bytes, 'truncated');
  const ends = endsOf(track, segments.slice(first, last + 1), { startSeconds, endSeconds }, zero);
  await readFirst(source, ends);
  await demandMovable(source, begin);
  const front = await source.read(0, sidx.start);
  return {
    head: Buffer.concat([front, listOf(sidx, table, { first, last })]),
    from: begin.from,
    to: end.to,
    startSeconds: begin.startSeconds - zero,
    held: null,
  };
}

/**
 * The fragments whose heads say which samples a part has: those that may hold the key frame before its start, or the sound from there on,
 * and those that may hold its end.
 */
function endsOf(
  { kind }: SourceTrack,
  segments: readonly Segment[],
  { startSeconds, endSeconds }: Span,
  zero: number,
): readonly Segment[] {
  const start =
    startSeconds + zero + 2 * LIST_ERROR_SECONDS + (kind === 'sound' ? LEAD_SECONDS : 0);
  const end = endSeconds + zero - 2 * LIST_ERROR_SECONDS;
  const isAtEnd = ({ startSeconds: from, endSeconds: to }: Segment, at: number) =>
    to >= end && (from <= end || at === segments.length - 1);
  return segments.filter((each, at) => at === 0 || each.startSeconds <= start || isAtEnd(each, at));
}

/** Reads the heads of some fragments side by side, so that they are there when they are wanted. */
async function readFirst(source: ReadableSource, segments: readonly Segment[]): Promise<void> {
  const runs: { from: number; to: number }[] = [];
  for (const { from, to } of segments) {
    const head = { from, to: Math.min(to, from + HEAD_BYTES) };
    const run = runs.at(-1);
    if (run && from - run.to < HEAD_BYTES) run.to = head.to;
    else runs.push(head);
  }
  const few = runs.toSpliced(MAX_RUNS - 2, runs.length - MAX_RUNS);
  await Promise.all(few.map((run) => source.read(run.from, run.to)));
}

/** Throws Unfit for a fragment that says where in its source its samples are: moved, it would name others. */
async function demandMovable(source: ReadableSource, { from, to }: Segment): Promise<void> {
  const read = (_: number, begin: number, end: number) => source.read(begin, end);
  for await (const box of walkBoxes(read, 0, { from, to, wanted: ['moof'] })) {
    if (box.type !== 'moof') continue;
    const flags = childOf(box, 'traf', 'tfhd')?.body.getUint32(0);
    demand(flags !== undefined && (flags & HAS_PLACE) === 0, 'not_fragmented');
    return;
  }
}

/** A `sidx` of these fragments, with the time at which the first of them begins. */
function listOf(
  { body }: SourceBox,
  table: number,
  { first, last }: { first: number; last: number },
) {
  const isLong = body.getUint8(0) > 0;
  const before = isLong ? body.getBigUint64(12) : BigInt(body.getUint32(12));
  let begins = before;
  for (let at = 0; at < first; at += 1)
    begins += BigInt(body.getUint32(table + ENTRY_BYTES * at + 4));
  const entries = new Uint8Array(
    body.buffer,
    body.byteOffset + table + ENTRY_BYTES * first,
    ENTRY_BYTES * (last - first + 1),
  );
  const list = Buffer.alloc(40 + entries.length);
  list.writeUInt32BE(list.length, 0);
  list.write('sidx', 4, 'latin1');
  list.writeUInt8(1, 8);
  list.writeUInt32BE(body.getUint32(4), 12);
  list.writeUInt32BE(body.getUint32(8), 16);
  list.writeBigUInt64BE(begins, 20);
  list.writeUInt16BE(last - first + 1, 38);
  list.set(entries, 40);
  return list;
}
