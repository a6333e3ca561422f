// A part of a plain MP4 as a plain MP4: the samples of a span by the tables of its index, and a new index in front of them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Span } from '../../../core/choosing/choice.ts';
import type { SourcePart, WantedSpan } from '../../../core/jobs/ports.ts';
import { childOf, type IndexBox } from '../checking/mp4-index.ts';
import { readSamples } from '../checking/mp4-samples.ts';
import type { TimedSample } from '../exact/plan-lead.ts';
import { readPlainTracks, type SourceTrack } from '../hybrid-mp4/read-track.ts';
import { SampleTable } from '../hybrid-mp4/sample-table.ts';
import { demand } from '../hybrid-mp4/unfit.ts';
import type { SourceBox } from '../hybrid-mp4/walk-boxes.ts';
import { toOneClock, writeMoov } from '../hybrid-mp4/write-moov.ts';

/** Sound that a decoder needs before what is heard. */
const LEAD_SECONDS = 0.1;
const FRONT_BYTES = 28 + 16;
/** Per sample at the most: a size, a duration, an offset, a position of its own, and a key frame. */
const SAMPLE_BYTES = 40;
/** The most samples of a track, and of those in a part. */
const MAX_TRACK_SAMPLES = 2 ** 20;
const MAX_PART_SAMPLES = 200_000;
/** After so many samples others have their turn. */
const TURN_SAMPLES = 2 ** 16;

/** The part of the source with this index. Throws Unfit, and RangeError for tables that are cut off. */
export async function findPlainPart(moov: SourceBox, span: WantedSpan): Promise<SourcePart> {
  const tracks = readPlainTracks(moov);
  const kinds = tracks.map(({ track }) => track.kind);
  demand(kinds.length > 0 && new Set(kinds).size === kinds.length, 'tracks');
  const sources = tracks.map(({ track, trak }) => ({ track, walk: walkerOf(trak) }));
  const zeros = toOneClock(await Promise.all(sources.map(beginOf)));
  const pictureAt = kinds.indexOf('picture');
  const picture = sources[pictureAt];
  const zeroOf = (at: number) => zeros[at] ?? 0;
  const key = picture && (await keyOf(picture, span.startSeconds + zeroOf(pictureAt)));
  // What is heard begins with what is shown.
  const startSeconds = key ? key.seconds - zeroOf(pictureAt) : span.startSeconds;
  const tables: { track: SourceTrack; samples: readonly TimedSample[] }[] = [];
  for (const [at, source] of sources.entries()) {
    const heard = startSeconds + zeroOf(at) - LEAD_SECONDS;
    const first = at === pictureAt && key ? key.at : await lastAt(source, (each) => each <= heard);
    const end = span.endSeconds + zeroOf(at);
    const last = await lastAt(source, (seconds) => seconds < end);
    demand(last - first < MAX_PART_SAMPLES, 'too_many');
    const samples: TimedSample[] = [];
    await source.walk((sample, index) => {
      if (index >= first && index <= last) samples.push(sample);
      return index < last;
    });
    tables.push({ track: source.track, samples: withoutLeading(source.track, samples) });
  }
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

/** Calls `visit` for one sample after the other, in decoding order, until it returns false. */
type Walk = (visit: (sample: TimedSample, at: number) => boolean) => Promise<void>;
type Source = { readonly track: SourceTrack; readonly walk: Walk };

/** Goes through the samples by `stts`, `ctts`, `stss` and where they are. */
export function walkerOf(trak: IndexBox): Walk {
  const table = childOf(trak, 'mdia', 'minf', 'stbl');
  const count = table && childOf(table, 'stsz')?.body.getUint32(8);
  demand(table && count !== undefined, 'broken');
  demand(count <= MAX_TRACK_SAMPLES, 'too_many');
  const places = readSamples(trak);
  demand(places, 'broken');
  const { sizes, chunks } = places;
  return async (visit) => {
    const durations = runsOf(childOf(table, 'stts'));
    const offsets = runsOf(childOf(table, 'ctts'));
    const isKeyAt = keysOf(childOf(table, 'stss'));
    let [time, chunk, position] = [0, -1, 0];
    for (const [at, bytes] of sizes.entries()) {
      if (chunk + 1 < chunks.count && chunks.firsts[chunk + 1] === at) {
        chunk += 1;
        position = chunks.positions[chunk] ?? 0;
      }
      const ticks = durations.next(at);
      const offset = offsets.next(at) | 0;
      if (!visit({ position, bytes, ticks, offset, time, isKey: isKeyAt(at) }, at)) return;
      position += bytes;
      time += ticks;
      if (at % TURN_SAMPLES === TURN_SAMPLES - 1) await nextTurn();
    }
  };
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

/** Whether a sample is listed, to be asked for one after the other; all are where there is no list. */
function keysOf(box: IndexBox | undefined) {
  const body = box?.body;
  const count = body?.getUint32(4) ?? 0;
  let key = 0;
  return (at: number): boolean => {
    while (body && key < count && body.getUint32(8 + 4 * key) < at + 1) key += 1;
    return !body || (key < count && body.getUint32(8 + 4 * key) === at + 1);
  };
}

/** When a sample is shown, by the clock of its track. */
function secondsOf(track: SourceTrack, { time, offset }: TimedSample): number {
  return track.delaySeconds + (time + offset - track.skippedTicks) / track.ticksPerSecond;
}

async function beginOf({ track, walk }: Source): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  await walk((sample, at) => {
    least = Math.min(least, secondsOf(track, sample));
    return at < 63;
  });
  return Math.max(track.delaySeconds, Number.isFinite(least) ? least : 0);
}

/** The last key frame that is shown at or before a time, or else the first one. */
async function keyOf({ track, walk }: Source, wanted: number) {
  let found: { readonly at: number; readonly seconds: number } | null = null;
  await walk((sample, at) => {
    const seconds = secondsOf(track, sample);
    if (sample.isKey && (!found || seconds <= wanted + 1e-3)) found = { at, seconds };
    return true;
  });
  demand(found, 'broken');
  return found as { readonly at: number; readonly seconds: number };
}

/** The place of the last sample at such a time; 0 for none. */
async function lastAt({ track, walk }: Source, isWanted: (seconds: number) => boolean) {
  let last = 0;
  await walk((sample, at) => {
    if (isWanted(secondsOf(track, sample))) last = at;
    return true;
  });
  return last;
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
