import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from '../../../../lab/media/run-tool.ts';
import { fakeFetching, type HalfwayFake } from '../../../../tests/support/media/fake-fetching.ts';
import {
  createMediaFolder,
  H264,
  type MediaFolder,
} from '../../../../tests/support/media/media-fixtures.ts';
import { probeSandboxes } from '../../process/probe-sandboxes.ts';
import { createTranscoder } from '../making/transcoder.ts';
import type { MediaTools } from '../media-tools.ts';

const FPS = 50;
const HZ = 8000;
const MOST_APART_SECONDS = 0.04;
// White from the third to the fourth second, and a tone from the third to the fourth.
const FLASH = `color=black:s=64x64:r=${FPS}:d=6,geq=lum='if(between(T,3,3.999),235,16)':cb=128:cr=128`;
const CLICK = "aevalsrc='if(between(t,3,4),sin(2*PI*1000*t),0)':d=6:s=48000";
const FRONT = ['-movflags', '+faststart'];
const PIECES = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof'];

let media: MediaFolder;
let works = 0;
let needs: MediaTools;
beforeAll(async () => {
  needs = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox: await probeSandboxes() };
  media = await createMediaFolder();
});
afterAll(() => media.remove());

/** The time in seconds at which levels first exceed half of their maximum. */
function risesAt(levels: ArrayLike<number>, perSecond: number): number {
  const all = Array.from(levels, Math.abs);
  const half = all.reduce((most, level) => Math.max(most, level), 0) / 2;
  return all.findIndex((level) => level > half) / perSecond;
}

/** The times of the flash and of the tone as players present them. */
async function momentsOf(path: string): Promise<{ flash: number; click: number }> {
  const start = ['-v', 'error', '-i', path];
  const picture = [`fps=${FPS}:start_time=0,scale=1:1,format=gray`, '-f', 'rawvideo', '-'];
  const sound = [
    'aresample=async=1:first_pts=0',
    '-ac',
    '1',
    '-ar',
    String(HZ),
    '-f',
    's16le',
    '-',
  ];
  const grays = await runTool('ffmpeg', [...start, '-map', '0:v', '-vf', ...picture]);
  const samples = await runTool('ffmpeg', [...start, '-map', '0:a', '-af', ...sound]);
  const levels = new Int16Array(samples.buffer, samples.byteOffset, samples.length >> 1);
  return { flash: risesAt(grays, FPS), click: risesAt(levels, HZ) };
}

/** An MP4 of two sources that start at the same time. */
async function makeOf(
  picture: { name: string; words: readonly string[] },
  sound: { name: string; words: readonly string[] },
  halfway: HalfwayFake,
): Promise<string> {
  works += 1;
  const folder = join(media.folder, `work-${works}`);
  await mkdir(folder);
  const flash = ['-f', 'lavfi', '-i', FLASH, ...H264, '-bf', '2'];
  const click = ['-f', 'lavfi', '-i', CLICK, '-c:a', 'aac'];
  const paths = [
    await media.ffmpeg(picture.name, ...flash, ...picture.words),
    await media.ffmpeg(sound.name, ...click, ...sound.words),
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
}

const at = (seconds: number) => ['-output_ts_offset', String(seconds)];

describe.each([
  ['of files', {}],
  ['while it arrives', { hold: new Promise<void>((resolve) => setTimeout(resolve, 300)) }],
] as const)('a flash and a click stay together %s', (_name, halfway) => {
  it.each([
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
  ])('%s', async (_case, picture, sound) => {
    const { flash, click } = await momentsOf(await makeOf(picture, sound, halfway));
    expect(flash).toBeGreaterThan(2.9);
    expect(Math.abs(flash - click)).toBeLessThan(MOST_APART_SECONDS);
  });
});

it('audio that starts a quarter of a second late in its source does so in the file', async () => {
  // Its first quarter of a second is missing, and its timestamps show it.
  const words = ['-ss', '0.25', ...at(10.25), '-f', 'mpegts'];
  const path = await makeOf({ name: 'late p.ts', words: at(10) }, { name: 'late s.ts', words }, {});
  const { flash, click } = await momentsOf(path);
  expect(Math.abs(flash - click)).toBeLessThan(MOST_APART_SECONDS);
});
