// Reads a downloaded file with the system's own ffprobe and ffmpeg, and nothing of the product: what is really in it.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Colour, SAMPLES_PER_SECOND, strongestTone } from '../../../lab/media/measure.ts';
import { listBoxes } from '../../../lab/media/mp4-boxes.ts';

const PIXELS = 8;
const FRAME_BYTES = PIXELS * PIXELS * 3;
const LOOKS_PER_SECOND = 2;

/** One stream, in ffprobe's words. */
export type Stream = {
  readonly codec_type: 'video' | 'audio';
  readonly codec_name: string;
  readonly width?: number;
  readonly height?: number;
  readonly bit_rate?: string;
  readonly duration?: string;
  readonly disposition: { readonly attached_pic: number };
};

/** What is in a file. Colours and tones at its start, in its middle and at its end; a tone is null where it is silent. */
export type Contents = {
  readonly format: string;
  readonly seconds: number | null;
  /** Those that play: a cover is none. */
  readonly streams: readonly Stream[];
  readonly cover: Stream | null;
  readonly tags: Readonly<Record<string, string>>;
  readonly colours: readonly Colour[];
  readonly tones: readonly (number | null)[];
  /** What the decoder complained of when it read all of it. */
  readonly complaints: string;
  /** The boxes of an MP4 in their order; empty for others. */
  readonly boxes: readonly string[];
  /** The delay of each click after its flash, in seconds; null unless `hasMarks`. */
  readonly delays: readonly number[] | null;
};

/** Decodes the whole file once; `hasMarks`: it has flashes and clicks to measure. Throws when ffprobe makes nothing of it. */
export async function readContents(file: string, { hasMarks = false } = {}): Promise<Contents> {
  const probed = JSON.parse(
    (await run('ffprobe', ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', file]))
      .output,
  ) as {
    readonly streams: readonly Stream[];
    readonly format: {
      readonly format_name: string;
      readonly duration?: string;
      readonly tags?: Readonly<Record<string, string>>;
    };
  };
  const isCover = (stream: Stream) => stream.disposition.attached_pic === 1;
  const streams = probed.streams.filter((stream) => !isCover(stream));
  const { format_name: format, duration, tags = {} } = probed.format;
  return {
    format,
    seconds: duration === undefined ? null : Number(duration),
    streams,
    cover: probed.streams.find(isCover) ?? null,
    tags,
    ...(await decode(file, streams, { isStill: /^image2$|_pipe$/.test(format), hasMarks })),
    boxes: format.includes('mp4') ? listBoxes(await readFile(file)).map(({ type }) => type) : [],
  };
}

async function decode(
  file: string,
  streams: readonly Stream[],
  { isStill, hasMarks }: { readonly isStill: boolean; readonly hasMarks: boolean },
): Promise<Pick<Contents, 'colours' | 'tones' | 'complaints' | 'delays'>> {
  const has = (type: Stream['codec_type']) => streams.some(({ codec_type }) => codec_type === type);
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-read-'));
  try {
    const middle = `crop=w='max(2,iw/4)':h='max(2,ih/4)',scale=${PIXELS}:${PIXELS},format=rgb24`;
    const looks = isStill ? middle : `fps=${LOOKS_PER_SECOND}:start_time=0,${middle}`;
    const [pixels, samples] = [path.join(folder, 'pixels'), path.join(folder, 'samples')];
    const [brightness, loudness] = [path.join(folder, 'bright'), path.join(folder, 'loud')];
    const { complaints } = await run('ffmpeg', [
      '-hide_banner',
      '-loglevel',
      'error',
      '-nostdin',
      '-i',
      file,
      ...(has('video') ? ['-map', '0:v:0', '-vf', looks, '-f', 'rawvideo', pixels] : []),
      ...(has('audio')
        ? ['-map', '0:a:0', '-ac', '1', '-ar', String(SAMPLES_PER_SECOND), '-f', 's16le', samples]
        : []),
      ...(hasMarks ? markArguments(brightness, loudness) : []),
    ]);
    return {
      colours: has('video') ? coloursOf(await readFile(pixels)) : [],
      tones: has('audio') ? tonesOf(await readFile(samples)) : [],
      complaints,
      delays: hasMarks
        ? delaysOf(await readFile(brightness, 'utf8'), await readFile(loudness, 'utf8'))
        : null,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Two more outputs: the brightness of every frame and the loudness every 5 ms, as text files. */
function markArguments(brightness: string, loudness: string): string[] {
  const bright = 'scale=16:16,format=gray,signalstats';
  const loud = 'aresample=16000,asetnsamples=n=80,astats=metadata=1:reset=1';
  const frames = `${bright},metadata=print:key=lavfi.signalstats.YAVG:file=${brightness}`;
  const printed = `${loud},ametadata=print:key=lavfi.astats.Overall.RMS_level:file=${loudness}`;
  // The muxer complains where the windows of two joined runs overlap by some milliseconds.
  const windows = `${printed},asetpts=N/SR/TB`;
  return [
    ...['-map', '0:v:0', '-vf', frames, '-f', 'null', '-'],
    ...['-map', '0:a:0', '-af', windows, '-f', 'null', '-'],
  ];
}

function coloursOf(pixels: Buffer): Colour[] {
  return startMiddleEnd(Math.floor(pixels.length / FRAME_BYTES)).map((frame) => {
    const mean = (part: number) => {
      let sum = 0;
      for (let at = 0; at < FRAME_BYTES; at += 3)
        sum += pixels[frame * FRAME_BYTES + at + part] ?? 0;
      return Math.round(sum / (PIXELS * PIXELS));
    };
    return { red: mean(0), green: mean(1), blue: mean(2) };
  });
}

function tonesOf(pcm: Buffer): (number | null)[] {
  const seconds = Math.floor(pcm.length / 2 / SAMPLES_PER_SECOND);
  return startMiddleEnd(seconds).map((second) => {
    const samples = new Float64Array(SAMPLES_PER_SECOND);
    for (let at = 0; at < SAMPLES_PER_SECOND; at += 1)
      samples[at] = pcm.readInt16LE((second * SAMPLES_PER_SECOND + at) * 2) / 32768;
    return strongestTone(samples);
  });
}

function startMiddleEnd(count: number): number[] {
  if (count === 0) return [];
  return [...new Set([0, Math.floor(count / 2), count - 1])];
}

/** The delay of each click after its flash, in seconds, by the times at which a player shows and plays them. */
export async function readSync(file: string): Promise<readonly number[]> {
  const { delays } = await readContents(file, { hasMarks: true });
  return delays ?? [];
}

function delaysOf(brightness: string, loudness: string): readonly number[] {
  const flashes = risesAbove(brightness, 200);
  const clicks = risesAbove(loudness, -15);
  if (flashes.length !== clicks.length || flashes.length === 0)
    throw new Error(`${flashes.length} flashes and ${clicks.length} clicks`);
  return flashes.map((at, index) => (clicks[index] ?? 0) - at);
}

/** When a measured value comes to be above `limit`. */
function risesAbove(printed: string, limit: number): number[] {
  const rises: number[] = [];
  let wasAbove = false;
  for (const [, time, value] of printed.matchAll(/pts_time:(\S+)\s+lavfi\.\S+?=(\S+)/g)) {
    const isAbove = Number(value) > limit;
    if (isAbove && !wasAbove) rises.push(Number(time));
    wasAbove = isAbove;
  }
  return rises;
}

function run(
  program: string,
  args: readonly string[],
): Promise<{ readonly output: string; readonly complaints: string }> {
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { maxBuffer: 64 * 1024 * 1024 }, (error, output, complaints) => {
      if (error === null) resolve({ output, complaints });
      else reject(new Error(`${program}: ${complaints}`, { cause: error }));
    });
  });
}
