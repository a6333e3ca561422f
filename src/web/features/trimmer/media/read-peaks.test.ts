// The waveform of a recording without compression: silence, then loud in one place, roughly and finely.
import {
  AudioSample,
  AudioSampleSource,
  BufferSource,
  BufferTarget,
  Input,
  type InputAudioTrack,
  Output,
  WavOutputFormat,
} from 'mediabunny';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONTAINERS } from './containers.ts';
import { readPeaks } from './read-peaks.ts';

const RATE = 8000;
const SECONDS = 20;

let track: InputAudioTrack;
/** A second of −0.5 from 12 s on, and a peak of 0.25 at 4.02 s; the second channel is loud throughout. */
beforeAll(async () => {
  const target = new BufferTarget();
  const output = new Output({ format: new WavOutputFormat(), target });
  const source = new AudioSampleSource({ codec: 'pcm-s16' });
  output.addAudioTrack(source);
  await output.start();
  const data = new Float32Array(RATE * SECONDS * 2);
  data.fill(0.9, RATE * SECONDS);
  data.fill(-0.5, 12 * RATE, 13 * RATE);
  data[Math.round(4.02 * RATE)] = 0.25;
  const sample = new AudioSample({
    data,
    format: 'f32-planar',
    numberOfChannels: 2,
    sampleRate: RATE,
    timestamp: 0,
  });
  await source.add(sample);
  sample.close();
  await output.finalize();
  const file = new Input({
    source: new BufferSource(target.buffer ?? new ArrayBuffer(0)),
    formats: CONTAINERS.map(({ input }) => input),
  });
  const found = await file.getPrimaryAudioTrack();
  if (!found) throw new TypeError('the file has audio');
  track = found;
});

async function peaksOf(startMs: number, endMs: number, columns: number, isWanted = () => true) {
  let peaks: number[] | null = null;
  for await (const some of readPeaks(track, { startMs, endMs }, columns, isWanted))
    peaks = [...some].map((peak) => Math.round(peak * 100) / 100);
  return peaks;
}

describe('the waveform', () => {
  it('of all is that of each column', async () => {
    const peaks = await peaksOf(0, 20_000, 80);
    expect(peaks).toHaveLength(80);
    // A column is a quarter of a second: one packet of each is looked at.
    const loud = (peaks ?? []).flatMap((peak, at) => (peak > 0.4 ? [at] : []));
    expect(loud[0]).toBeGreaterThanOrEqual(47);
    expect(loud.at(-1)).toBeLessThanOrEqual(52);
    expect(loud.length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...(peaks ?? []))).toBe(0.5);
  });

  it('of a short part has every sample of it, at its place', async () => {
    const peaks = await peaksOf(3500, 4500, 20);
    expect(peaks?.map((peak, at) => [at, peak]).filter(([, peak]) => peak)).toEqual([[10, 0.25]]);
    const edge = await peaksOf(11_475, 12_475, 20);
    expect(edge).toEqual([...Array(10).fill(0), ...Array(10).fill(0.5)]);
  });

  it('is not read on when it is no longer wanted', async () => {
    let asked = 0;
    const isWanted = () => {
      asked += 1;
      return false;
    };
    expect(await peaksOf(0, 20_000, 80, isWanted)).toBeNull();
    expect(asked).toBeLessThan(10);
  });

  it('is none where the browser cannot decode', async () => {
    const locked = { canDecode: async () => false } as unknown as InputAudioTrack;
    const peaks = readPeaks(locked, { startMs: 0, endMs: 1000 }, 10, () => true);
    expect(await peaks.next()).toMatchObject({ done: true });
  });
});
