// Joins the runs of a playlist with discontinuities end to end: each run has a clock of its own, a file has one.

import { AppError } from '../../../../shared/errors.ts';
import { type Fragment, type FragmentTrack, fragmentsOf, tracksOf } from './fragments.ts';
import { secondsToMove, type TrackKind, type TrackTimes } from './tracks.ts';
import {
  createTransportRun,
  isTransport,
  PACKET_BYTES,
  renamedPids,
  type TransportRun,
} from './transport-clock.ts';

/** A segment on disk. `listedAt` is when a new run begins in the playlist, in seconds; null within a run. */
export type JoinedSegment = {
  readonly bytes: number;
  readonly listedAt: number | null;
  readonly read: (at: number, bytes: number) => Promise<Buffer>;
};

/** Changes a block of a segment in place. `at` is its position, a multiple of the packet length. */
export type ChangeBlock = (block: Buffer, at: number) => void;

/** Takes the segments in order. Throws AppError `bad_media`. */
export type ClockJoiner = (segment: JoinedSegment) => Promise<ChangeBlock>;

const SCAN_BYTES = PACKET_BYTES * 2048;
const MAX_BOXES = 10_000;
const MAX_INDEX_BYTES = 8 * 1024 * 1024;
const FIRST_BOXES: ReadonlySet<string> = new Set([
  'ftyp',
  'styp',
  'moov',
  'moof',
  'sidx',
  'emsg',
  'prft',
  'free',
]);
const UNCHANGED: ChangeBlock = () => undefined;

/** Starts with the first segment of a playlist. */
export function createClockJoiner(): ClockJoiner {
  const transport = createTransportJoiner();
  const fragments = createFragmentJoiner();
  let listedAt: number | null = null;
  return async (segment) => {
    listedAt = segment.listedAt ?? listedAt;
    const first = await segment.read(0, PACKET_BYTES + 1);
    const isFragment = first.length >= 8 && FIRST_BOXES.has(first.toString('latin1', 4, 8));
    if (!isFragment && !isTransport(first)) return UNCHANGED;
    try {
      const joined = await (isFragment ? fragments : transport)({ ...segment, listedAt });
      if (joined !== null) listedAt = null;
      return joined ?? UNCHANGED;
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      throw new AppError('bad_media', { cause, detail: 'a segment whose clock cannot be read' });
    }
  };
}

/** How far runs are moved, and where they end after that. */
function createPlace() {
  let moved = 0;
  let firstAt: number | null = null;
  return {
    moved: () => moved,
    /** Sets the place of a run that begins so, after one that ended so (moved as far as now); null for the first. */
    begin: (begins: TrackTimes, ends: TrackTimes | null, listedAt: number | null) => {
      if (begins.size === 0) return;
      const earliest = Math.min(...[...begins.values()].map(({ pts }) => pts));
      firstAt ??= earliest;
      if (!ends || ends.size === 0) return;
      moved = secondsToMove(ends, begins, { moved, listedAt: firstAt + (listedAt ?? 0) });
    },
  };
}

function movedBy(times: TrackTimes, seconds: number): TrackTimes {
  return new Map(
    [...times].map(([kind, { pts, dts }]) => [kind, { pts: pts + seconds, dts: dts + seconds }]),
  );
}

/** Resolves with null where the run does not begin yet. */
type RunJoiner = (segment: JoinedSegment) => Promise<ChangeBlock | null>;

function createTransportJoiner(): RunJoiner {
  const place = createPlace();
  let first: TransportRun | null = null;
  let run: TransportRun | null = null;
  let renamed: ReadonlyMap<number, number> | null = null;
  return async ({ bytes, listedAt, read }) => {
    if (!run || listedAt !== null) {
      const scan = createTransportRun();
      for (let at = 0; at < bytes; at += SCAN_BYTES) scan.pass(await read(at, SCAN_BYTES), 0);
      place.begin(scan.begins(), run ? movedBy(run.ends(), place.moved()) : null, listedAt);
      run = createTransportRun();
      first ??= run;
      renamed = first === run ? null : renamedPids(first, scan);
    }
    const [current, seconds, pids] = [run, place.moved(), renamed];
    return (block) => current.pass(block, seconds, pids ?? undefined);
  };
}

function createFragmentJoiner(): RunJoiner {
  const place = createPlace();
  const ends = new Map<TrackKind, { pts: number; dts: number }>();
  let first: readonly FragmentTrack[] = [];
  let tracks: readonly FragmentTrack[] = [];
  /** A decoder that was set up for the first run cannot read this one. */
  let isForeign = false;

  return async ({ bytes, listedAt, read }) => {
    const found: Fragment[] = [];
    for (const { type, body, end } of await topBoxes(bytes, read)) {
      if (type !== 'moov' && type !== 'moof') continue;
      if (end - body > MAX_INDEX_BYTES)
        throw new AppError('bad_media', { detail: 'an index without end' });
      const box = await read(body, end - body);
      if (type === 'moov') {
        tracks = tracksOf(box);
        if (first.length === 0) first = tracks;
        isForeign = tracks.some((track) => !twinOf(first, track));
      } else found.push(...fragmentsOf(box, body, (id) => trackOf(tracks, id)?.sampleTicks ?? 0));
    }
    if (found.length === 0) return null;
    const known = found.flatMap((fragment) => {
      const track = trackOf(tracks, fragment.trackId);
      const twin = track && twinOf(first, track);
      return track && twin
        ? [{ ...fragment, kind: track.kind, rate: track.ticksPerSecond, twin }]
        : [];
    });
    if (isForeign) return UNCHANGED;
    if (listedAt !== null || ends.size === 0) {
      const begins = new Map<TrackKind, { pts: number; dts: number }>();
      for (const { kind, begin, rate } of known) {
        const at = Math.min(begin / rate, begins.get(kind)?.pts ?? Number.POSITIVE_INFINITY);
        begins.set(kind, { pts: at, dts: at });
      }
      place.begin(begins, ends, listedAt);
    }
    const changes: Change[] = [];
    for (const { kind, begin, rate, ticks, twin, ...fragment } of known) {
      const moved = begin + Math.round(place.moved() * rate);
      const end = (moved + ticks) / rate;
      ends.set(kind, { pts: end, dts: end });
      if (moved !== begin)
        changes.push({ at: fragment.beginAt, bytes: integer(moved, fragment.beginBytes) });
      if (twin.id !== fragment.trackId)
        changes.push({ at: fragment.trackIdAt, bytes: integer(twin.id, 4) });
    }
    return changes.length === 0 ? UNCHANGED : (block, at) => applyChanges(changes, block, at);
  };
}

/** The track of the first run that this one continues. */
function twinOf(first: readonly FragmentTrack[], track: FragmentTrack): FragmentTrack | undefined {
  return first.find(
    ({ kind, setup, ticksPerSecond }) =>
      kind === track.kind && setup === track.setup && ticksPerSecond === track.ticksPerSecond,
  );
}

function trackOf(tracks: readonly FragmentTrack[], id: number): FragmentTrack | undefined {
  return tracks.find((track) => track.id === id);
}

async function topBoxes(bytes: number, read: JoinedSegment['read']) {
  const boxes: { readonly type: string; readonly body: number; readonly end: number }[] = [];
  for (let at = 0; at < bytes && boxes.length < MAX_BOXES; ) {
    const header = await read(at, 16);
    // A box of its own length, of which only the header is there.
    const size = header.length < 8 ? 0 : header.readUInt32BE(0);
    const isLong = size === 1 && header.length === 16;
    const length = isLong ? Number(header.readBigUInt64BE(8)) : size;
    if (length < (isLong ? 16 : 8) || at + length > bytes) break;
    const type = header.toString('latin1', 4, 8);
    boxes.push({ type, body: at + (isLong ? 16 : 8), end: at + length });
    at += length;
  }
  return boxes;
}

type Change = { readonly at: number; readonly bytes: Buffer };

function applyChanges(changes: readonly Change[], block: Buffer, at: number): void {
  for (const change of changes) {
    const from = Math.max(at, change.at);
    const to = Math.min(at + block.length, change.at + change.bytes.length);
    if (from < to) change.bytes.copy(block, from - at, from - change.at, to - change.at);
  }
}

function integer(value: number, bytes: 4 | 8): Buffer {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 4) buffer.writeUInt32BE(value);
  else buffer.writeBigUInt64BE(BigInt(value));
  return buffer;
}
