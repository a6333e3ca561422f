// Reads where the samples of a plain MP4 are, from the tables of its index (ISO/IEC 14496-12, 8.6 and 8.7). Pure; RangeError for what
// is cut off or too much.
import { boxesIn, childOf, type IndexBox } from './mp4-index.ts';
import { handlerOf } from './mp4-probe.ts';

/** Samples that follow each other without a gap: of each of `count` chunks its first sample and its first byte. */
export type Chunks = {
  readonly count: number;
  readonly firsts: Uint32Array;
  readonly positions: Float64Array;
};

/** A picture or sound; `sizes` are bytes. */
export type SampleTrack = {
  readonly kind: 'picture' | 'sound';
  readonly entry: IndexBox;
  readonly sizes: Uint32Array;
  readonly chunks: Chunks;
};

/** Twelve hours of sound and of pictures at 60 a second. */
const MAX_SAMPLES = 2_700_000;
/** How often a chunk may lie before the one that precedes it, which costs another read. */
const MAX_STEPS_BACK = 10_000;
const KINDS: Readonly<Record<string, SampleTrack['kind']>> = { vide: 'picture', soun: 'sound' };

/** The pictures and sounds of an index, in its order. */
export function readSampleTracks(moov: IndexBox): SampleTrack[] {
  return boxesIn(moov.body)
    .filter(({ type }) => type === 'trak')
    .flatMap((trak) => readSamples(trak) ?? []);
}

/** The samples of one track; null for what is neither. */
export function readSamples(trak: IndexBox): SampleTrack | null {
  const kind = KINDS[handlerOf(trak)];
  const table = childOf(trak, 'mdia', 'minf', 'stbl');
  const description = table && childOf(table, 'stsd')?.body;
  const [entry] = description ? boxesIn(description, 8) : [];
  if (!kind || !table || !entry) return null;
  const sizes = readSizes(table);
  return { kind, entry, sizes, chunks: readChunks(table, sizes.length) };
}

function readSizes(table: IndexBox): Uint32Array {
  const body = childOf(table, 'stsz')?.body;
  if (!body) throw new RangeError('there is no table of sizes');
  const [same, count] = [body.getUint32(4), body.getUint32(8)];
  if (count > MAX_SAMPLES) throw new RangeError(`there are ${count} samples`);
  const sizes = new Uint32Array(count);
  if (same > 0) return sizes.fill(same);
  for (let at = 0; at < count; at += 1) sizes[at] = body.getUint32(12 + 4 * at);
  return sizes;
}

/** Where each chunk begins, by the table of their positions, and with which sample, by runs of chunks with as many samples each. */
function readChunks(table: IndexBox, samples: number): Chunks {
  const short = childOf(table, 'stco')?.body;
  const positions = short ?? childOf(table, 'co64')?.body;
  const runs = childOf(table, 'stsc')?.body;
  if (!positions || !runs) throw new RangeError('there is no table of chunks');
  const runCount = runs.getUint32(4);
  const most = Math.min(positions.getUint32(4), samples);
  const [firsts, found] = [new Uint32Array(most), new Float64Array(most)];
  let [count, stepsBack] = [0, 0];
  let run = -1;
  let each = 0;
  let first = 0;
  for (let at = 0; at < positions.getUint32(4) && first < samples && count < most; at += 1) {
    while (run + 1 < runCount && runs.getUint32(8 + 12 * (run + 1)) <= at + 1) {
      run += 1;
      each = runs.getUint32(8 + 12 * run + 4);
    }
    const position = short
      ? positions.getUint32(8 + 4 * at)
      : Number(positions.getBigUint64(8 + 8 * at));
    if (each === 0) continue;
    if (position < (found[count - 1] ?? 0)) stepsBack += 1;
    if (stepsBack > MAX_STEPS_BACK) throw new RangeError('its chunks are in no order');
    firsts[count] = first;
    found[count] = position;
    count += 1;
    first += each;
  }
  if (first < samples) throw new RangeError('samples are in no chunk');
  return { count, firsts, positions: found };
}
