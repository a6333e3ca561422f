// How loud the audio of a range is, column by column: first roughly over all of it, then finer.
import { type AudioSample, AudioSampleSink, type InputAudioTrack } from 'mediabunny';
import { lengthOf, type Range } from '../../../cutting/range.ts';

/** Below this length of a column everything is decoded; above, one packet of each. */
const DENSE_SECONDS = 0.06;
/** The first pass looks at every sixteenth column. */
const FIRST_STRIDE = 16;
/** How many places are read at the same time. */
const LANES = 4;
/** How often the columns are handed out. */
const SHOWN_EVERY_MS = 80;

/** Yields the peaks, from 0 to 1, whenever more of them are known; the array is the same each time. Stops when not wanted. */
export async function* readPeaks(
  track: InputAudioTrack,
  range: Range,
  columns: number,
  isWanted: () => boolean,
): AsyncGenerator<Float32Array, void, undefined> {
  if (!(await track.canDecode())) return;
  const peaks = new Float32Array(columns);
  const start = range.startMs / 1000;
  const wide = lengthOf(range) / 1000 / columns;
  if (wide < DENSE_SECONDS) {
    let shownMs = performance.now();
    for await (const sample of new AudioSampleSink(track).samples(start, range.endMs / 1000)) {
      addAll(peaks, sample, start, wide);
      sample.close();
      if (performance.now() - shownMs < SHOWN_EVERY_MS) continue;
      shownMs = performance.now();
      yield peaks;
    }
    yield peaks;
    return;
  }
  const look = async (indexes: readonly number[], fill: number) => {
    const times = indexes.map((index) => start + (index + 0.5) * wide);
    let at = 0;
    for await (const sample of new AudioSampleSink(track).samplesAtTimestamps(times)) {
      const index = indexes[at] ?? 0;
      at += 1;
      if (sample) peaks.fill(loudest(sample), index, index + fill);
      sample?.close();
      if (!isWanted()) return;
    }
  };
  for (const { first, stride, fill } of passes()) {
    const indexes = everyNth(first, columns, stride);
    const size = Math.ceil(indexes.length / LANES);
    // Most of the time goes by waiting for the disk.
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      look(indexes.slice(lane * size, (lane + 1) * size), fill),
    );
    const done = Promise.all(lanes);
    while ((await Promise.race([done, pause(SHOWN_EVERY_MS)])) === undefined) yield peaks;
    if (!isWanted()) return;
    yield peaks;
  }
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
}

/** Every sixteenth column, then those between, each pass half as far apart as the one before. */
function* passes() {
  yield { first: 0, stride: FIRST_STRIDE, fill: FIRST_STRIDE };
  for (let fill = FIRST_STRIDE / 2; fill >= 1; fill /= 2)
    yield { first: fill, stride: fill * 2, fill };
}

function everyNth(first: number, end: number, stride: number): number[] {
  const indexes: number[] = [];
  for (let index = first; index < end; index += stride) indexes.push(index);
  return indexes;
}

/** Adds a sample to the columns that it covers. */
function addAll(peaks: Float32Array, sample: AudioSample, start: number, wide: number): void {
  const { timestamp, sampleRate, numberOfFrames } = sample;
  const values = valuesOf(sample);
  const perColumn = wide * sampleRate;
  const offset = (timestamp - start) * sampleRate;
  for (let frame = 0; frame < numberOfFrames; frame += 1) {
    const column = Math.floor((offset + frame) / perColumn);
    const value = Math.abs(values[frame] ?? 0);
    if (column >= 0 && column < peaks.length && value > (peaks[column] ?? 0)) peaks[column] = value;
  }
}

function loudest(sample: AudioSample): number {
  let peak = 0;
  for (const value of valuesOf(sample)) peak = Math.max(peak, Math.abs(value));
  return peak;
}

/** The first channel. */
function valuesOf(sample: AudioSample): Float32Array {
  const values = new Float32Array(sample.numberOfFrames);
  sample.copyTo(values, { planeIndex: 0, format: 'f32-planar' });
  return values;
}
