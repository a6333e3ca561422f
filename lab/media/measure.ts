// Identifies the variant of a file by its colour and pitch, for tests of the lab and of the product.
import { runTool } from './run-tool.ts';

/** The sample rate for {@link strongestTone}. */
export const SAMPLES_PER_SECOND = 8000;
const LOWEST_HZ = 50;
const HIGHEST_HZ = 3800;
// Power relative to full scale below which there is no tone: -60 dB.
const SILENCE = 1e-6;

/** A measured colour, each component 0 … 255. */
export type Colour = { readonly red: number; readonly green: number; readonly blue: number };

/** The decoding program. Default: `ffmpeg` on PATH. */
export type MeasureOptions = { readonly ffmpeg?: string };

/**
 * Measures the mean colour of the middle of the frame at `atSeconds`, decoded with the matrix that the file names.
 * Throws when there is no such frame.
 */
export async function readColour(
  path: string,
  atSeconds: number,
  { ffmpeg = 'ffmpeg' }: MeasureOptions = {},
): Promise<Colour> {
  const seek = atSeconds > 0 ? ['-ss', String(atSeconds)] : [];
  const middle = "crop=w='max(2,iw/4)':h='max(2,ih/4)',scale=8:8,format=rgb24";
  const pixels = await runTool(ffmpeg, [
    '-hide_banner',
    '-loglevel',
    'error',
    '-nostdin',
    ...seek,
    '-i',
    path,
    '-map',
    '0:v:0',
    '-frames:v',
    '1',
    '-vf',
    middle,
    '-f',
    'rawvideo',
    '-',
  ]);
  if (pixels.length < 3) throw new Error(`There is no picture at ${atSeconds} s of ${path}.`);
  const mean = (offset: number) => {
    let sum = 0;
    for (let at = offset; at < pixels.length; at += 3) sum += pixels[at] ?? 0;
    return Math.round(sum / (pixels.length / 3));
  };
  return { red: mean(0), green: mean(1), blue: mean(2) };
}

/** The distance of a colour from `#rrggbb`: the largest difference of a component. Encoding costs up to about 12. */
export function colourDistance(seen: Colour, wanted: string): number {
  const part = (from: number) => Number.parseInt(wanted.slice(from, from + 2), 16);
  return Math.max(
    Math.abs(seen.red - part(1)),
    Math.abs(seen.green - part(3)),
    Math.abs(seen.blue - part(5)),
  );
}

/**
 * Measures the strongest tone of a second of audio, in Hz to about one, between 50 and 3800; null for silence. Throws
 * when the file has no such audio track.
 */
export async function readTone(
  path: string,
  options: MeasureOptions & { readonly atSeconds?: number; readonly track?: number } = {},
): Promise<number | null> {
  const { ffmpeg = 'ffmpeg', atSeconds = 0, track = 0 } = options;
  const pcm = await runTool(ffmpeg, [
    '-hide_banner',
    '-loglevel',
    'error',
    '-nostdin',
    ...(atSeconds > 0 ? ['-ss', String(atSeconds)] : []),
    '-i',
    path,
    '-map',
    `0:a:${track}`,
    '-t',
    '1',
    '-ac',
    '1',
    '-ar',
    String(SAMPLES_PER_SECOND),
    '-f',
    's16le',
    '-',
  ]);
  const samples = new Float64Array(Math.floor(pcm.length / 2));
  for (let at = 0; at < samples.length; at += 1) samples[at] = pcm.readInt16LE(at * 2) / 32768;
  return strongestTone(samples);
}

/** The strongest tone of a second of samples, {@link SAMPLES_PER_SECOND} of them between -1 and 1; null for silence. */
export function strongestTone(samples: Float64Array): number | null {
  // An eighth of a second finds the neighbourhood, and is too blurred in pitch to miss it.
  const middle = Math.floor(samples.length / 2);
  const piece = samples.subarray(middle, middle + SAMPLES_PER_SECOND / 8);
  const near = strongestOf(piece, LOWEST_HZ, HIGHEST_HZ, 4);
  if (near.power < SILENCE) return null;
  return Math.round(strongestOf(samples, near.hz - 6, near.hz + 6, 0.5).hz);
}

function strongestOf(samples: Float64Array, fromHz: number, toHz: number, stepHz: number) {
  let found = { hz: fromHz, power: 0 };
  for (let hz = fromHz; hz <= toHz; hz += stepHz) {
    const power = goertzel(samples, hz);
    if (power > found.power) found = { hz, power };
  }
  return found;
}

/** The power of one frequency in the samples, 1 for full scale. */
function goertzel(samples: Float64Array, hz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / SAMPLES_PER_SECOND);
  let last = 0;
  let before = 0;
  for (const sample of samples) {
    const next = sample + turn * last - before;
    before = last;
    last = next;
  }
  const power = last * last + before * before - turn * last * before;
  return power / (samples.length / 2) ** 2;
}
