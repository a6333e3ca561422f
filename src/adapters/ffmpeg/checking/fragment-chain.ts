// Walks the boxes of a fragmented MP4: ffmpeg ends silently where their chain breaks, and passes over a fragment that is missing.
import type { Span } from '../walk-packets.ts';
import {
  type FragmentedTrack,
  fragmentedTracks,
  readFragment,
  type TrackFragment,
} from './mp4-fragments.ts';
import { boxesIn, type IndexBox } from './mp4-index.ts';
import { BOX_TYPE, type Box, boxIn, type ReadAt } from './mp4-layout.ts';

/** `fault` is a sentence for the log; `spans` are those of the streams by their index, and how many seconds of each are holes. */
export type FragmentWalk = {
  readonly fault: string | null;
  readonly spans: ReadonlyMap<number, Span & { readonly holesSeconds: number }>;
};

/** The number of a fragment, and how many there were before it. */
type Place = { readonly number: number; readonly before: number };

/** How far a track has been walked, in its ticks. `usual` is how many numbers it leaves out between two fragments that follow on. */
type Walked = FragmentedTrack & {
  start: number | null;
  begin: number;
  end: number;
  place: Place | null;
  usual: number;
  holesSeconds: number;
  /** The hole with the most numbers left out. */
  hole: { readonly missing: number; readonly seconds: number } | null;
};

/** Usually all that is before the media of a fragment. */
const WINDOW_BYTES = 4096;
const HEADER_BYTES = 16;
const MAX_TAIL_BYTES = 1024;
const MAX_INDEX_BYTES = 64 * 1024 * 1024;
/** More than packagers round off. */
const HOLE_SECONDS = 0.1;
/** What begins so much before the end of the one before would be squeezed in behind it. */
const OVERLAP_SECONDS = 0.5;

/** Walks a file of `bytes` bytes from its start to its end; reads only what is before the media. */
export async function walkFragments(
  readAt: ReadAt,
  bytes: number,
  signal: AbortSignal,
): Promise<FragmentWalk> {
  const read = inWindows(readAt);
  let tracks: ReadonlyMap<number, Walked> = new Map();
  let fragments = 0;
  let mediaBytes: number | null = null;
  let smallest = Number.POSITIVE_INFINITY;
  const ended = (fault: string | null) => ({ fault, spans: spansOf(tracks) });
  for (let at = 0; at < bytes; ) {
    signal.throwIfAborted();
    const header = await read(at, Math.min(HEADER_BYTES, bytes - at));
    const box = boxIn(header, at, bytes);
    if (
      !box ||
      box.end > bytes ||
      !BOX_TYPE.test(box.type) ||
      isOpenTooFar(header, box, mediaBytes)
    ) {
      // Less than any fragment has, and none that was cut: what some programs append.
      const isCut = box?.type === 'moof' || box?.type === 'mdat';
      const isTail =
        fragments > 0 && !isCut && bytes - at <= Math.min(MAX_TAIL_BYTES, smallest / 2);
      return ended(isTail ? holeIn(tracks) : `its boxes break off at byte ${at}`);
    }
    // Of several indexes ffmpeg takes the first.
    if (box.type === 'moof' || (box.type === 'moov' && tracks.size === 0)) {
      try {
        const index = await indexIn(read, box);
        if (box.type === 'moov') tracks = walkedFrom(index);
        else {
          const { number, held } = readFragment(index, tracks);
          const place = { number, before: fragments };
          // One that holds nothing stands for none: its content may be overwritten.
          if (held.length > 0) fragments += 1;
          mediaBytes = held.reduce((sum, each) => sum + each.bytes, 0);
          smallest = Math.min(smallest, box.end - box.start + mediaBytes);
          if (!held.every((each) => follows(tracks.get(each.trackId), each, place)))
            return ended(`its time goes back at byte ${at}`);
        }
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return ended(`its index at byte ${at} cannot be read`);
      }
    }
    at = box.end;
  }
  return ended(holeIn(tracks));
}

/** A size of 0 means up to the end of the file. Zeros where the size was would hide all that follows. */
function isOpenTooFar(header: Uint8Array, { type, body, end }: Box, mediaBytes: number | null) {
  const isOpen = header.subarray(0, 4).every((byte) => byte === 0);
  return isOpen && (type !== 'mdat' || (mediaBytes !== null && end - body !== mediaBytes));
}

async function indexIn(read: ReadAt, { start, end }: Box): Promise<IndexBox> {
  if (end - start > MAX_INDEX_BYTES) throw new RangeError('an index without end');
  const bytes = await read(start, end - start);
  const [box] = boxesIn(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!box) throw new RangeError('an index that is cut off');
  return box;
}

function walkedFrom(moov: IndexBox): ReadonlyMap<number, Walked> {
  const walked = [...fragmentedTracks(moov)].map(([id, track]): [number, Walked] => {
    // The first samples may be in the index itself.
    const start = track.ticks > 0 ? 0 : null;
    const end = track.ticks;
    const nothing = { begin: -1, place: null, usual: 0, holesSeconds: 0, hole: null };
    return [id, { ...track, ...nothing, start, end }];
  });
  return new Map(walked);
}

/**
 * Passes on to the next fragment of a track; false where that is not behind the last one. A hole in time alone may be in the
 * original, and so may numbers that are left out; together they are a fragment that is gone.
 */
function follows(track: Walked | undefined, fragment: TrackFragment, place: Place): boolean {
  if (!track || fragment.ticks === 0) return true;
  const begin = fragment.begin ?? track.end;
  if (begin <= track.begin) return false;
  const seconds = (begin - track.end) / track.ticksPerSecond;
  if (track.start !== null && seconds < -OVERLAP_SECONDS) return false;
  const isHole = track.start !== null && seconds > HOLE_SECONDS;
  if (isHole) track.holesSeconds += seconds;
  if (track.place) {
    const missing = place.number - track.place.number - (place.before - track.place.before);
    if (!isHole) track.usual = Math.max(track.usual, missing);
    else if (missing > (track.hole?.missing ?? 0)) track.hole = { missing, seconds };
  }
  track.start ??= begin;
  track.begin = begin;
  track.end = Math.max(track.end, begin + fragment.ticks);
  track.place = place;
  return true;
}

function holeIn(tracks: ReadonlyMap<number, Walked>): string | null {
  for (const { hole, usual } of tracks.values())
    if (hole && hole.missing > usual)
      return `${hole.missing} of its fragments are missing, ${hole.seconds.toFixed(2)} s of it`;
  return null;
}

function spansOf(tracks: ReadonlyMap<number, Walked>): FragmentWalk['spans'] {
  const spans = [...tracks.values()].flatMap((track) => {
    const { index, start, end, ticksPerSecond: rate, holesSeconds } = track;
    return start === null
      ? []
      : [[index, { start: start / rate, end: end / rate, holesSeconds }] as const];
  });
  return new Map(spans);
}

/** Reads more than is wanted, so that the boxes of a fragment are read at once. Its callers read forwards. */
export function inWindows(readAt: ReadAt): ReadAt {
  let start = 0;
  let window: Uint8Array = new Uint8Array();
  return async (at, length) => {
    if (at < start || at + length > start + window.length) {
      start = at;
      window = await readAt(at, Math.max(length, WINDOW_BYTES));
    }
    return window.subarray(at - start, at - start + length);
  };
}
