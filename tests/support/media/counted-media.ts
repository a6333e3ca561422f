// Media whose frames carry their number and whose sound ticks twice a second, to measure where a part of it was cut.
import { readFile } from 'node:fs/promises';
import { runTool } from '../../../lab/media/run-tool.ts';

/** Frames per second of counted media. */
export const COUNTED_FPS = 25;
/** A tick begins at every multiple of this. */
export const TICK_SECONDS = 0.5;
const BITS = 12;
const STRIP = 16;
const RATE = 16_000;

/** Words that make `seconds` of it: bit n of a frame's number is the brightness of its strip n. */
export function countedSource(seconds: number): string[] {
  const size = `${BITS * STRIP}x32`;
  const strips = `geq=lum='16+219*mod(floor(N/pow(2,floor(X/${STRIP}))),2)':cb=128:cr=128`;
  const tick = `0.8*sin(2*PI*1000*t)*lt(mod(t,${TICK_SECONDS}),0.02)`;
  return [
    ...['-f', 'lavfi', '-i', `color=gray:s=${size}:r=${COUNTED_FPS}:d=${seconds},${strips}`],
    ...['-f', 'lavfi', '-i', `aevalsrc='${tick}':s=48000:d=${seconds}`],
  ];
}

const FRAME_WORDS = ['-fps_mode', 'passthrough', '-vf', `scale=${BITS}:1:flags=area,format=gray`];
const TICK_WORDS = ['-ac', '1', '-ar', String(RATE), '-af', 'aresample=async=1:first_pts=0'];

/** The numbers of all frames that a player shows, in their order; `demuxer` are options for reading the file. */
export async function readFrameNumbers(
  file: string,
  demuxer: readonly string[] = [],
): Promise<number[]> {
  return frameNumbersIn(
    await runTool('ffmpeg', [
      ...['-v', 'error', '-nostdin', ...demuxer, '-i', file, '-map', '0:v:0', ...FRAME_WORDS],
      ...['-f', 'rawvideo', 'pipe:1'],
    ]),
  );
}

/** When ticks begin, in seconds from the start of the file, as a player plays it. */
export async function readTicks(file: string): Promise<number[]> {
  return ticksIn(
    await runTool('ffmpeg', [
      ...['-v', 'error', '-nostdin', '-i', file, '-map', '0:a:0', ...TICK_WORDS],
      ...['-f', 's16le', 'pipe:1'],
    ]),
  );
}

/** The frame numbers and ticks of a file. */
export type Counted = { readonly frames: readonly number[]; readonly ticks: readonly number[] };

/** Reads both of all files in one run, since starting ffmpeg takes longer than reading a short file; writes beside them. */
export async function readCounted(files: readonly string[]): Promise<Counted[]> {
  await runTool('ffmpeg', [
    ...['-v', 'error', '-nostdin', ...files.flatMap((file) => ['-i', file])],
    ...files.flatMap((file, index) => [
      ...['-map', `${index}:v:0`, ...FRAME_WORDS, '-f', 'rawvideo', `${file}.gray`],
      ...['-map', `${index}:a:0`, ...TICK_WORDS, '-f', 's16le', `${file}.pcm`],
    ]),
  ]);
  return Promise.all(
    files.map(async (file) => ({
      frames: frameNumbersIn(await readFile(`${file}.gray`)),
      ticks: ticksIn(await readFile(`${file}.pcm`)),
    })),
  );
}

function frameNumbersIn(pixels: Buffer): number[] {
  return Array.from({ length: Math.floor(pixels.length / BITS) }, (_, frame) => {
    let number = 0;
    for (let bit = 0; bit < BITS; bit += 1)
      if ((pixels[frame * BITS + bit] ?? 0) > 128) number += 2 ** bit;
    return number;
  });
}

function ticksIn(pcm: Buffer): number[] {
  const starts: number[] = [];
  let quietSince = -RATE;
  for (let at = 0; at + 1 < pcm.length; at += 2) {
    if (Math.abs(pcm.readInt16LE(at)) < 4000) continue;
    const sample = at / 2;
    // A tone is quiet twice in each of its waves.
    if (sample - quietSince > RATE / 10) starts.push(sample / RATE);
    quietSince = sample;
  }
  return starts;
}
