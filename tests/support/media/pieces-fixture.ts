// MP3s that are encoded in pieces or in one go, and what is in them: their frames, their header, their decoded sound.
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '../../../lab/media/run-tool.ts';
import {
  planPieces,
  ROUND_SAMPLES,
} from '../../../src/adapters/ffmpeg/making/pieces/plan-pieces.ts';
import { createTranscoder } from '../../../src/adapters/ffmpeg/making/transcoder.ts';
import type { MediaTools } from '../../../src/adapters/ffmpeg/media-tools.ts';
import { probeSandboxes } from '../../../src/adapters/process/probe-sandboxes.ts';
import { mp3Recipe } from '../../../src/core/choosing/plan.ts';
import type { MakeTask } from '../../../src/core/jobs/ports.ts';
import { fakeFetching, type HalfwayFake } from './fake-fetching.ts';
import { createMediaFolder, type MediaFolder } from './media-fixtures.ts';
import { probeOf } from './transcoder-fixture.ts';

/** How many processors there are, what happens halfway through the source, and what else differs from the plainest task. */
export type Terms = Partial<MakeTask> & {
  readonly processors: number;
  readonly halfway?: HalfwayFake;
};

/**
 * A file that was made, where its pieces begin in samples, the seconds that were reported, and how many pieces there were in the end:
 * none if it was made in one go, even if pieces that did not fit were `tried` before.
 */
export type MadeMp3 = {
  readonly path: string;
  readonly begins: readonly number[];
  readonly reports: readonly number[];
  readonly pieces: number;
  readonly tried: number;
};

/** The fixture. */
export type PiecesFixture = MediaFolder & {
  readonly tools: MediaTools;
  /** Makes an MP3 of a source that lasts so many seconds. Each run has a folder of its own, `lastFolder()`. */
  readonly make: (
    source: string,
    kilobits: number,
    seconds: number,
    terms: Terms,
  ) => Promise<MadeMp3>;
  readonly lastFolder: () => string;
};

/** Creates the folder. */
export async function createPiecesFixture(): Promise<PiecesFixture> {
  const tools = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox: await probeSandboxes() };
  const media = await createMediaFolder();
  let runs = 0;
  const lastFolder = () => join(media.folder, `work-${runs}`);
  return {
    ...media,
    tools,
    lastFolder,
    async make(source, kilobits, durationSeconds, { processors, halfway, ...changes }) {
      runs += 1;
      const folder = lastFolder();
      await mkdir(folder);
      const reports: number[] = [];
      const seen: number[] = [0];
      const { path } = await createTranscoder({ ...tools, processors }).make({
        recipe: mp3Recipe(kilobits),
        inputs: [{ role: 'both', fetching: fakeFetching(source, halfway) }],
        folder,
        durationSeconds,
        maxBytes: 1e9,
        tags: null,
        signal: new AbortController().signal,
        report(seconds) {
          reports.push(seconds);
          seen.push(piecesIn(folder));
        },
        ...changes,
      });
      const terms = { seconds: durationSeconds, processors, isPiped: true };
      const planned = planPieces(mp3Recipe(kilobits), [await probeOf(source)], terms);
      const [pieces = 0, tried] = [seen.at(-1), Math.max(...seen)];
      return { path, begins: planned?.begins ?? [], reports, pieces, tried };
    },
  };
}

/** How many pieces lie in a folder. */
export function piecesIn(folder: string): number {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.startsWith('piece-')).length;
}

/** Source words for notes and beats of about 100 a minute, quiet and loud by turns, in so many channels. */
export function music(seconds: number, rateHz = 44_100, channels = 2): string[] {
  const voices = Array.from({ length: channels }, (_, at) => {
    const note = `sin(2*PI*${200 + 30 * at}*pow(2,floor(mod(t*3.4,12))/12)*t)`;
    const beat = '(random(0)-0.5)*exp(-25*mod(t,0.3))';
    return `(0.25+0.2*sin(t/5))*(${note}*exp(-4*mod(t,0.294))+${beat})`;
  });
  return ['-f', 'lavfi', '-i', `aevalsrc='${voices.join('|')}':s=${rateHz}:d=${seconds}`];
}

/** What an MP3 consists of: a tag, a header, and frames of so many bytes. `padding` are samples behind its end. */
export type Mp3Parts = {
  readonly tag: Buffer;
  readonly header: Buffer;
  readonly frames: readonly Buffer[];
  readonly stated: Readonly<Record<'frames' | 'bytes' | 'delay' | 'padding', number>>;
};

const RATES_HZ = [44_100, 48_000, 32_000];
const KILOBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];

/** Takes an MP3 of MPEG-1 apart. Throws where anything else is between its frames. */
export async function partsOf(path: string): Promise<Mp3Parts> {
  const bytes = await readFile(path);
  let at = 0;
  if (bytes.toString('latin1', 0, 3) === 'ID3')
    at = 10 + bytes.subarray(6, 10).reduce((sum, size) => sum * 128 + size, 0);
  const tag = bytes.subarray(0, at);
  const all: Buffer[] = [];
  while (at < bytes.length) {
    const head = bytes.readUInt32BE(at);
    if (head >>> 17 !== 0x7ffd) throw new Error(`no frame at byte ${at} of ${bytes.length}`);
    const rateHz = RATES_HZ[(head >> 10) & 3] ?? 0;
    const kilobits = KILOBITS[(head >> 12) & 15] ?? 0;
    const length = Math.floor((144_000 * kilobits) / rateHz) + ((head >> 9) & 1);
    all.push(bytes.subarray(at, at + length));
    at += length;
  }
  const [header = Buffer.alloc(0), ...frames] = all;
  const info = header.indexOf('Info');
  const gap = header.readUIntBE(info + 141, 3);
  const stated = {
    frames: header.readUInt32BE(info + 8),
    bytes: header.readUInt32BE(info + 12),
    delay: gap >> 12,
    padding: gap & 0xfff,
  };
  return { tag, header, frames, stated };
}

/** The sound of a file as its decoder gives it, channel after channel for each moment; as an MP3 would have it, with `words`. */
export async function soundOf(path: string, words: readonly string[] = []): Promise<Float32Array> {
  const strictly = ['-v', 'error', '-xerror', '-i', path, '-map', '0:a:0', ...words];
  const raw = join(path, '..', `sound-${Math.random().toString(36).slice(2)}.f32`);
  await runTool('ffmpeg', [...strictly, '-f', 'f32le', raw]);
  const bytes = await readFile(raw);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

/**
 * How much louder, in decibels, the encoder's noise is in `sound` than in `other` where a piece begins: around it on average, and at
 * its loudest. `wanted` is the source, and `begin` counts samples of each channel.
 */
export function noiseOver(
  [sound, other, wanted]: readonly [Float32Array, Float32Array, Float32Array],
  begin: number,
  channels: number,
): { readonly mean: number; readonly peak: number } {
  const [from, to] = [begin - ROUND_SAMPLES, begin + ROUND_SAMPLES / 4].map((at) => at * channels);
  const noiseOf = (one: Float32Array) => {
    let [energy, peak] = [1e-9, 1e-5];
    for (let at = from as number; at < (to as number); at += 1) {
      const noise = Math.abs((one[at] as number) - (wanted[at] as number));
      energy += noise * noise;
      peak = Math.max(peak, noise);
    }
    return { energy, peak };
  };
  const [its, others] = [noiseOf(sound), noiseOf(other)];
  return {
    mean: 10 * Math.log10(its.energy / others.energy),
    peak: 20 * Math.log10(its.peak / others.peak),
  };
}

/** Words with which a source is decoded to what an MP3 of it is encoded from. */
export const AS_ENCODED = [
  '-af',
  'aformat=sample_rates=44100|48000|32000:channel_layouts=stereo|mono',
];
