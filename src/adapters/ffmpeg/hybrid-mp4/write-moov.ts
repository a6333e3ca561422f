// Writes the index of a hybrid MP4 into one buffer: the texts of its chapters, `moov` with its sample tables, and `free` up to the length
// that was laid out. Pure.
import type { Span } from '../../../core/choosing/choice.ts';
import type { Chapter } from '../../../shared/media/media.ts';
import { chapterTexts, writeChapterTrack } from './chapters.ts';
import type { SampleTable } from './sample-table.ts';
import { demand, refusing } from './unfit.ts';
import { UNITY_MATRIX, type WriteBox, writerInto } from './write-boxes.ts';

/** Tracks that begin further apart do not share a clock. */
const SAME_CLOCK_SECONDS = 3;
const ONE = 0x1_0000;
const FULL_VOLUME = 0x100_0000;
const MAX_U32 = 2 ** 32 - 1;

/** What is shown of each track, in seconds of its clock, and where in the item that begins. */
type Shown = { readonly startSeconds: number; readonly spans: readonly Span[] };

/**
 * How long an index is to be, whether positions have 64 bits, and the chapters of the item, whose texts are at its beginning, byte `indexAt` of
 * the file.
 */
type IndexForm = {
  readonly indexBytes: number;
  readonly isLarge: boolean;
  readonly chapters?: readonly Chapter[];
  readonly indexAt?: number;
};

/** The index of these tracks, of which all is shown by default. Throws Unfit. */
export function writeMoov(
  tables: readonly SampleTable[],
  { indexBytes, isLarge, chapters = [], indexAt = 0 }: IndexForm,
  shown: Shown | null = null,
): Buffer {
  const { startSeconds, spans } = shown ?? { startSeconds: 0, spans: wholeSpans(tables) };
  const timed = tables.map((each, at) => show(each, spans[at] as Span));
  const longest = Math.max(...timed.map(({ endSeconds }) => endSeconds));
  const fine = tables[0]?.track.ticksPerSecond ?? ONE;
  const scale = longest * fine < MAX_U32 ? fine : 1000;
  demand(longest * scale < MAX_U32, 'too_many');
  const held = { startSeconds, endSeconds: startSeconds + longest };
  const texts = chapterTexts(chapters, held);
  const index = Buffer.alloc(indexBytes);
  const box = writerInto(index);
  return refusing('index_too_large', () => {
    if (texts) box('mdat', ...texts.texts);
    const textTrack = texts && tables.length + 1;
    const end = box('moov', () => {
      const times = [0, 0, 0, scale, Math.ceil(longest * scale), ONE, FULL_VOLUME, 0, 0];
      box('mvhd', times, UNITY_MATRIX, [0, 0, 0, 0, 0, 0, (textTrack ?? tables.length) + 1]);
      for (const [at, each] of timed.entries())
        box('trak', () => writeTrak(box, each, { id: at + 1, scale, isLarge, textTrack }));
      if (!texts || !textTrack) return;
      const place = { id: textTrack, scale, textsAt: indexAt + 8 };
      box('trak', () => writeChapterTrack(box, texts, place));
      box('udta', () => box('chpl', texts.list));
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

/** When the last sample that is not cut off ends, by the clock of its source. */
export function endSecondsOf({ track, lastShown }: SampleTable): number {
  return track.delaySeconds + (lastShown - track.skippedTicks) / track.ticksPerSecond;
}

/** What an edit list shows of a track. */
export type ShownTrack = ReturnType<typeof show>;

/** What is shown: nothing for `wait` ticks, then what is from `from` up to `to`, where the first sample is decoded at 0. */
export function show(table: SampleTable, { startSeconds: zeroSeconds, endSeconds: end }: Span) {
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
  shown: ShownTrack,
  {
    id,
    scale,
    isLarge,
    textTrack,
  }: { id: number; scale: number; isLarge: boolean; textTrack: number | null },
): void {
  const { table, isAll } = shown;
  const { track } = table;
  const { ticksPerSecond, language } = track;
  const { edits, length: shownTicks } = editsOf(shown, scale);
  const ticks = table.endTime - table.startTime;
  const [times, length] =
    ticks > MAX_U32 ? [[1 << 24, 0, 0, 0, 0], wide(ticks)] : [[0, 0, 0], [ticks]];
  // Its flags: enabled, and in the movie.
  box('tkhd', [3, 0, 0, id, 0, shownTicks, 0, 0], track.display);
  if (textTrack) box('tref', () => box('chap', [textTrack]));
  if (!isAll) writeEdits(box, edits);
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

/** The entries of an edit list, and how long they are together, by the clock of the movie. */
export function editsOf({ table, wait, from, to }: ShownTrack, scale: number) {
  const { ticksPerSecond } = table.track;
  const waits = Math.round((wait * scale) / ticksPerSecond);
  const shows = Math.ceil(((to - from) * scale) / ticksPerSecond - 1e-6);
  return {
    edits: [...(waits > 0 ? [waits, -1, ONE] : []), shows, from, ONE],
    length: waits + shows,
  };
}

/** Writes an edit list. */
export function writeEdits(box: WriteBox, edits: readonly number[]): void {
  box('edts', () => box('elst', [0, edits.length / 3], edits));
}

/** Writes what is in `stbl`. */
export function writeTables(box: WriteBox, table: SampleTable, isLarge: boolean): void {
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
