// A part of a plain MP4 as a plain MP4: the samples of a span by the tables of its index, and a new index in front of them.
import type { Span } from '../../../core/choosing/choice.ts';
import type { SourcePart, WantedSpan } from '../../../core/jobs/ports.ts';
import { childOf, type IndexBox } from '../checking/mp4-index.ts';
import { readSamples } from '../checking/mp4-samples.ts';
import type { Sample } from '../hybrid-mp4/read-moof.ts';
import { readPlainTracks, type SourceTrack } from '../hybrid-mp4/read-track.ts';
import { SampleTable } from '../hybrid-mp4/sample-table.ts';
import { demand } from '../hybrid-mp4/unfit.ts';
import type { SourceBox } from '../hybrid-mp4/walk-boxes.ts';
import { toOneClock, writeMoov } from '../hybrid-mp4/write-moov.ts';

/** A sample that begins to be decoded at `time`, in ticks. */
type TimedSample = Sample & { readonly time: number };

/** Sound that a decoder needs before what is heard. */
const LEAD_SECONDS = 0.1;
const FRONT_BYTES = 28 + 16;
/** Per sample at the most: a size, a duration, an offset, a position of its own, and a key frame. */
const SAMPLE_BYTES = 40;

/** The part of the source with this index. Throws Unfit, and RangeError for tables that are cut off. */
export function findPlainPart(moov: SourceBox, span: WantedSpan): SourcePart {
  const tracks = readPlainTracks(moov).map(({ track, trak }) => ({
    track,
    samples: samplesOf(track, trak),
  }));
  const kinds = tracks.map(({ track }) => track.kind);
  demand(kinds.length > 0 && new Set(kinds).size === kinds.length, 'tracks');
  const zeros = toOneClock(tracks.map(({ track, samples }) => beginOf(track, samples)));
  const pictureAt = kinds.indexOf('picture');
  const starts = tracks.map(({ track, samples }, at) => {
    const wanted = span.startSeconds + (zeros[at] ?? 0);
    return at === pictureAt ? keyAtOrBefore(track, samples, wanted) : 0;
  });
  // What is heard begins with what is shown.
  const { track: shown, samples: pictures } = tracks[pictureAt] ?? {};
  const key = pictures?.[starts[pictureAt] ?? 0];
  const startSeconds =
    shown && key ? secondsOf(shown, key) - (zeros[pictureAt] ?? 0) : span.startSeconds;
  const tables = tracks.map(({ track, samples }, at) => {
    const zero = zeros[at] ?? 0;
    const first =
      at === pictureAt
        ? (starts[at] ?? 0)
        : Math.max(
            0,
            samples.findLastIndex(
              (each) => secondsOf(track, each) <= startSeconds + zero - LEAD_SECONDS,
            ),
          );
    const last = samples.findLastIndex((each) => secondsOf(track, each) < span.endSeconds + zero);
    return { track, samples: withoutLeading(track, samples.slice(first, last + 1)) };
  });
  const all = tables.flatMap(({ samples }) => samples);
  demand(
    tables.every(({ samples }) => samples.length > 0),
    'truncated',
  );
  const from = all.reduce((least, { position }) => Math.min(least, position), Infinity);
  const to = all.reduce((most, { position, bytes }) => Math.max(most, position + bytes), 0);
  const indexBytes =
    SAMPLE_BYTES * all.length +
    tables.reduce(
      (sum, { track }) => sum + track.description.length + track.handler.length + 2048,
      0,
    );
  const move = FRONT_BYTES + indexBytes - from;
  const written = tables.map(({ track, samples }) => tableOf(track, samples, move));
  const held: Span = {
    startSeconds: span.isExact ? span.startSeconds : startSeconds,
    endSeconds: span.endSeconds,
  };
  const spans = zeros.map((zero) => ({
    startSeconds: held.startSeconds + zero,
    endSeconds: held.endSeconds + zero,
  }));
  const isLarge = to + move > 2 ** 32 - 1;
  const index = writeMoov(
    written,
    { indexBytes, isLarge },
    { startSeconds: held.startSeconds, spans },
  );
  const front = Buffer.from('\0\0\0\x1cftypisom\0\0\x02\0isomiso2mp41', 'latin1');
  const media = Buffer.from('\0\0\0\x01mdat\0\0\0\0\0\0\0\0', 'latin1');
  media.writeBigUInt64BE(BigInt(to - from + media.length), 8);
  return {
    head: Buffer.concat([front, index, media]),
    from,
    to,
    startSeconds: held.startSeconds,
    held,
  };
}

/** All samples in decoding order, by `stts`, `ctts`, `stss` and where they are. */
function samplesOf(track: SourceTrack, trak: IndexBox): TimedSample[] {
  const table = childOf(trak, 'mdia', 'minf', 'stbl');
  const places = readSamples(trak);
  demand(table && places, 'broken');
  const { sizes, chunks } = places;
  const durations = runsOf(childOf(table, 'stts'));
  const offsets = runsOf(childOf(table, 'ctts'));
  const keyTable = childOf(table, 'stss')?.body;
  const keys = keyTable && new Set(numbersOf(keyTable));
  const samples: TimedSample[] = [];
  let [time, chunk, position] = [0, -1, 0];
  for (const [at, bytes] of sizes.entries()) {
    if (chunk + 1 < chunks.count && chunks.firsts[chunk + 1] === at) {
      chunk += 1;
      position = chunks.positions[chunk] ?? 0;
    }
    const ticks = durations.next(at);
    const offset = offsets.next(at) | 0;
    samples.push({ position, bytes, ticks, offset, time, isKey: keys?.has(at + 1) ?? true });
    position += bytes;
    time += ticks;
  }
  demand(track.kind === 'sound' || samples.some(({ isKey }) => isKey), 'broken');
  return samples;
}

/** The values of a table of runs, to be read for one sample after the other; 0 behind its end. */
function runsOf(box: IndexBox | undefined) {
  const body = box?.body;
  const count = body?.getUint32(4) ?? 0;
  let [run, end, value] = [0, 0, 0];
  return {
    next(at: number): number {
      while (body && at >= end && run < count) {
        end += body.getUint32(8 + 8 * run);
        value = body.getUint32(12 + 8 * run);
        run += 1;
      }
      return at < end ? value : 0;
    },
  };
}

function* numbersOf(body: DataView): Generator<number> {
  const count = body.getUint32(4);
  for (let at = 0; at < count; at += 1) yield body.getUint32(8 + 4 * at);
}

/** When a sample is shown, by the clock of its track. */
function secondsOf(track: SourceTrack, { time, offset }: TimedSample): number {
  return track.delaySeconds + (time + offset - track.skippedTicks) / track.ticksPerSecond;
}

function beginOf(track: SourceTrack, samples: readonly TimedSample[]): number {
  const least = samples
    .slice(0, 64)
    .reduce((min, each) => Math.min(min, secondsOf(track, each)), Infinity);
  return Math.max(track.delaySeconds, Number.isFinite(least) ? least : 0);
}

function keyAtOrBefore(
  track: SourceTrack,
  samples: readonly TimedSample[],
  seconds: number,
): number {
  const isBefore = (each: TimedSample) => each.isKey && secondsOf(track, each) <= seconds + 1e-3;
  const found = samples.findLastIndex(isBefore);
  return found < 0 ? samples.findIndex(({ isKey }) => isKey) : found;
}

/** Without pictures that are shown before the key frame which they follow: they need those before it. */
function withoutLeading(
  track: SourceTrack,
  samples: readonly TimedSample[],
): readonly TimedSample[] {
  const [key] = samples;
  if (track.kind === 'sound' || !key) return samples;
  const shownAt = key.time + key.offset;
  return samples.filter(({ time, offset }) => time + offset >= shownAt);
}

function tableOf(track: SourceTrack, samples: readonly TimedSample[], move: number): SampleTable {
  const table = new SampleTable(track);
  // One at a time where some were left out between them.
  for (const sample of samples) table.add({ time: sample.time, samples: [sample] }, move);
  return table;
}
