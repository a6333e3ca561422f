// Pairs of a flash and a click at the same time, in what platforms send, joined by the product and measured.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '../../../lab/media/run-tool.ts';
import { createTranscoder } from '../../../src/adapters/ffmpeg/making/transcoder.ts';
import { probeSandboxes } from '../../../src/adapters/process/probe-sandboxes.ts';
import { fakeFetching, type HalfwayFake } from './fake-fetching.ts';
import { createMediaFolder, H264 } from './media-fixtures.ts';

const FPS = 50;
const HZ = 8000;
// White from the third to the fourth second, and a tone from the third to the fourth.
const FLASH = `color=black:s=64x64:r=${FPS}:d=6,geq=lum='if(between(T,3,3.999),235,16)':cb=128:cr=128`;
const CLICK = "aevalsrc='if(between(t,3,4),sin(2*PI*1000*t),0)':d=6:s=48000";

/** How far apart the two may be. */
export const MOST_APART_SECONDS = 0.04;

/** A file by its name, and the words that make it so. */
export type FlashSource = { readonly name: string; readonly words: readonly string[] };

const FRONT = ['-movflags', '+faststart'];
const PIECES = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof'];
/** Words for timestamps that begin at so many seconds. */
export const at = (seconds: number): string[] => ['-output_ts_offset', String(seconds)];

/** What platforms send, with its picture and its sound. */
export const FLASH_PAIRS: readonly (readonly [string, FlashSource, FlashSource])[] = [
  ['in MP4', { name: 'p.mp4', words: FRONT }, { name: 's.m4a', words: FRONT }],
  [
    'in pieces',
    { name: 'p.mp4', words: PIECES },
    { name: 's.m4a', words: [...PIECES, '-f', 'mp4'] },
  ],
  [
    'in HLS with its clocks at ten seconds',
    { name: 'p.ts', words: at(10) },
    { name: 's.ts', words: at(10) },
  ],
  [
    'from WebM beside MP4',
    { name: 'p.mp4', words: PIECES },
    { name: 's.webm', words: ['-c:a', 'libopus'] },
  ],
  ['with sound as in packed HLS', { name: 'p.ts', words: at(10) }, { name: 's.aac', words: [] }],
];

/** The fixture. */
export type FlashFixture = {
  /** An MP4 of two sources that start at the same time. */
  readonly make: (
    picture: FlashSource,
    sound: FlashSource,
    halfway: HalfwayFake,
  ) => Promise<string>;
  /** The times of the flash and of the tone of each file as players present them. */
  readonly momentsOf: (
    files: readonly string[],
  ) => Promise<{ readonly flash: number; readonly click: number }[]>;
  readonly remove: () => Promise<void>;
};

/** Creates its folder. */
export async function createFlashFixture(): Promise<FlashFixture> {
  const needs = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox: await probeSandboxes() };
  const media = await createMediaFolder();
  let works = 0;
  return {
    async make(picture, sound, halfway) {
      works += 1;
      const folder = join(media.folder, `work-${works}`);
      await mkdir(folder);
      const flash = ['-f', 'lavfi', '-i', FLASH, ...H264, '-bf', '2'];
      const click = ['-f', 'lavfi', '-i', CLICK, '-c:a', 'aac'];
      const paths = [
        await media.ffmpeg(`${works} ${picture.name}`, ...flash, ...picture.words),
        await media.ffmpeg(`${works} ${sound.name}`, ...click, ...sound.words),
      ];
      const made = await createTranscoder(needs).make({
        recipe: { kind: 'mux', container: 'mp4' },
        inputs: [
          { role: 'picture', fetching: fakeFetching(paths[0] ?? '', halfway) },
          { role: 'sound', fetching: fakeFetching(paths[1] ?? '', halfway) },
        ],
        folder,
        durationSeconds: 6,
        maxBytes: 1e9,
        tags: null,
        signal: new AbortController().signal,
        report: () => undefined,
      });
      return made.path;
    },
    momentsOf,
    remove: media.remove,
  };
}

/** Reads all files in one run, since starting ffmpeg takes longer than reading them; writes beside them. */
async function momentsOf(files: readonly string[]) {
  const picture = ['-vf', `fps=${FPS}:start_time=0,scale=1:1,format=gray`, '-f', 'rawvideo'];
  const sound = ['-af', 'aresample=async=1:first_pts=0', '-ac', '1', '-ar', String(HZ)];
  await runTool('ffmpeg', [
    ...['-v', 'error', '-nostdin', ...files.flatMap((file) => ['-i', file])],
    ...files.flatMap((file, index) => [
      ...['-map', `${index}:v`, ...picture, `${file}.gray`],
      ...['-map', `${index}:a`, ...sound, '-f', 's16le', `${file}.pcm`],
    ]),
  ]);
  return Promise.all(
    files.map(async (file) => {
      const samples = await readFile(`${file}.pcm`);
      const levels = Int16Array.from({ length: samples.length >> 1 }, (_, sample) =>
        samples.readInt16LE(2 * sample),
      );
      return {
        flash: risesAt(await readFile(`${file}.gray`), FPS),
        click: risesAt(levels, HZ),
      };
    }),
  );
}

/** The time in seconds at which levels first exceed half of their maximum. */
function risesAt(levels: ArrayLike<number>, perSecond: number): number {
  const all = Array.from(levels, Math.abs);
  const half = all.reduce((most, level) => Math.max(most, level), 0) / 2;
  return all.findIndex((level) => level > half) / perSecond;
}
