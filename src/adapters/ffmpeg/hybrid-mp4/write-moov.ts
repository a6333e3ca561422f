// Writes the index of a hybrid MP4 into one buffer: `moov` with its sample tables, and `free` up to the length that was laid out. Pure.
import type { Span } from '../../../core/choosing/choice.ts';
import type { SampleTable } from './sample-table.ts';
import { demand, refusing } from './unfit.ts';

type Content = readonly number[] | Uint32Array | Uint8Array | (() => void);
type WriteBox = (type: string, ...content: readonly Content[]) => number;

/** Tracks that begin further apart do not share a clock. */
const SAME_CLOCK_SECONDS = 3;
const ONE = 0x1_0000;
const FULL_VOLUME = 0x100_0000;
const UNITY_MATRIX = [ONE, 0, 0, 0, ONE, 0, 0, 0, 0x4000_0000];
const MAX_U32 = 2 ** 32 - 1;

/**
 * The index of these tracks, exactly `bytes` long; with positions of 64 bits if `isLarge`. `spans` are what is shown of each, in seconds of
 * its clock; all of it by default. Throws Unfit.
 */
export function writeMoov(
  tables: readonly SampleTable[],
  bytes: number,
  isLarge: boolean,
  spans: readonly Span[] = wholeSpans(tables),
): Buffer {
  const timed = tables.map((each, at) => show(each, spans[at] as Span));
  const longest = Math.max(...timed.map(({ endSeconds }) => endSeconds));
  const fine = tables[0]?.track.ticksPerSecond ?? ONE;
  const scale = longest * fine < MAX_U32 ? fine : 1000;
  demand(longest * scale < MAX_U32, 'too_many');
  const index = Buffer.alloc(bytes);
  const box = writerInto(index);
  return refusing('index_too_large', () => {
    const end = box('moov', () => {
      const times = [0, 0, 0, scale, Math.ceil(longest * scale), ONE, FULL_VOLUME, 0, 0];
      box('mvhd', times, UNITY_MATRIX, [0, 0, 0, 0, 0, 0, tables.length + 1]);
      for (const [at, each] of timed.entries())
        box('trak', () => writeTrak(box, each, { id: at + 1, scale, isLarge }));
    });
    box('free', index.subarray(end + 8));
    return index;
  });
}

/** All of each track, from the first sample of any on where they share a clock. */
function wholeSpans(tables: readonly SampleTable[]): Span[] {
  const endSeconds = Number.POSITIVE_INFINITY;
  return toOneClock(tables.map(startSecondsOf)).map((startSeconds) => ({
    startSeconds,
    endSeconds,
  }));
}

/** The beginnings of sources, in seconds: that of the earliest for all, unless they are too far apart to share a clock. */
export function toOneClock(starts: readonly number[]): readonly number[] {
  const first = Math.min(...starts);
  const isSame = Math.max(...starts) - first <= SAME_CLOCK_SECONDS;
  return isSame ? starts.map(() => first) : starts;
}

/** When the first sample is shown: what the edit list skips is not. */
export function startSecondsOf({ track, firstShown }: SampleTable): number {
  const shown = Math.max(0, firstShown - track.skippedTicks);
  return track.delaySeconds + shown / track.ticksPerSecond;
}

/** What is shown: nothing for `wait` ticks, then what is from `from` up to `to`, where the first sample is decoded at 0. */
function show(table: SampleTable, { startSeconds: zeroSeconds, endSeconds: end }: Span) {
  const { track } = table;
  const moved = -table.leastOffset - table.startTime;
  const skippedTo = moved + track.skippedTicks;
  const zeroAt = skippedTo + Math.round((zeroSeconds - track.delaySeconds) * track.ticksPerSecond);
  const last = table.lastShown + moved;
  // From the first frame on, even where nothing is shown before it: some players end a track without edits too early.
  const from = Math.max(table.firstShown + moved, zeroAt, skippedTo);
  const shown = Math.min(track.shownSeconds, end - track.delaySeconds);
  const to = Math.round(Math.min(last, skippedTo + shown * track.ticksPerSecond));
  demand(to > from && from < 2 ** 31, 'edits');
  const isAll = from === 0 && zeroAt === 0 && to === last;
  const endSeconds = (to - zeroAt) / track.ticksPerSecond;
  return { table, wait: from - zeroAt, from, to, isAll, endSeconds };
}

function writeTrak(
  box: WriteBox,
  { table, wait, from, to, isAll }: ReturnType<typeof show>,
  { id, scale, isLarge }: { id: number; scale: number; isLarge: boolean },
): void {
  const { track } = table;
  const { ticksPerSecond, language } = track;
  const waits = Math.round((wait * scale) / ticksPerSecond);
  const shows = Math.ceil(((to - from) * scale) / ticksPerSecond - 1e-6);
  const edits = [...(waits > 0 ? [waits, -1, ONE] : []), shows, from, ONE];
  const ticks = table.endTime - table.startTime;
  const [times, length] =
    ticks > MAX_U32 ? [[1 << 24, 0, 0, 0, 0], wide(ticks)] : [[0, 0, 0], [ticks]];
  // Its flags: enabled, and in the movie.
  box('tkhd', [3, 0, 0, id, 0, waits + shows, 0, 0], track.display);
  if (!isAll) box('edts', () => box('elst', [0, edits.length / 3], edits));
  box('mdia', () => {
    box('mdhd', times, [ticksPerSecond], length, [language << 16]);
    box('hdlr', track.handler);
    box('minf', () => {
      box(track.kind === 'picture' ? 'vmhd' : 'smhd', track.mediaHeader);
      // The media are in the same file, whatever the source says.
      box('dinf', () => box('dref', [0, 1], () => box('url ', [1])));
      box('stbl', () => writeTables(box, table, isLarge));
    });
  });
}

function writeTables(box: WriteBox, table: SampleTable, isLarge: boolean): void {
  const { track, count, durations, keys, chunkCounts, chunkPositions, leastOffset } = table;
  // None may be negative.
  const lifted = (value: number, at: number) => (at % 2 === 0 ? value : value - leastOffset);
  const offsets = leastOffset < 0 ? table.offsets.map(lifted) : table.offsets;
  // From which chunk on each holds so many samples.
  const runs = chunkCounts.flatMap((held, at) =>
    held === chunkCounts[at - 1] ? [] : [at + 1, held, 1],
  );
  box('stsd', track.description);
  box('stts', [0, durations.length / 2], durations);
  if (offsets.length > 2 || offsets[1] !== 0) box('ctts', [0, offsets.length / 2], offsets);
  if (track.kind === 'picture' && keys.length < count) box('stss', [0, keys.length], keys);
  box('stsc', [0, runs.length / 3], runs);
  box('stsz', [0, 0, count], table.sizes.subarray(0, count));
  const positions = isLarge ? chunkPositions.flatMap(wide) : chunkPositions;
  box(isLarge ? 'co64' : 'stco', [0, chunkCounts.length], positions);
}

/** A number of 64 bits as two of 32. */
function wide(value: number): number[] {
  return [Math.floor(value / 2 ** 32), value];
}

/**
 * Writes boxes into a buffer, one behind the other: of bytes, of numbers (their lowest 32 bits), and of what functions write. Each returns
 * where it ends. RangeError at the end of the buffer.
 */
function writerInto(bytes: Buffer): WriteBox {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  const write = (value: number) => {
    view.setUint32(at, value);
    at += 4;
  };
  return (type, ...content) => {
    const start = at;
    at += 8;
    for (const part of content) {
      if (typeof part === 'function') part();
      else if (!(part instanceof Uint8Array)) part.forEach(write);
      else {
        bytes.set(part, at);
        at += part.length;
      }
    }
    view.setUint32(start, at - start);
    bytes.write(type, start + 4, 'latin1');
    return at;
  };
}
