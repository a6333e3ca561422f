// Parts of videos whose groups of pictures refer to each other: a copy begins with its key frame and ends where it should.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entries } from '../../../../../tests/support/media/edit-recipes.ts';
import { tone } from '../../../../../tests/support/media/media-fixtures.ts';
import {
  createTranscoderFixture,
  type TranscoderFixture,
} from '../../../../../tests/support/media/transcoder-fixture.ts';

const run = promisify(execFile);
let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
});
afterAll(() => fixture.remove());

const OPEN = 'open-gop=1:keyint=20:min-keyint=20:scenecut=0:bframes=3';
const CODECS = {
  h264: [
    '-c:v',
    'libx264',
    '-preset',
    'medium',
    '-pix_fmt',
    'yuv420p',
    '-x264-params',
    `${OPEN}:b-pyramid=normal`,
  ],
  h265: [
    '-c:v',
    'libx265',
    '-preset',
    'fast',
    '-tag:v',
    'hvc1',
    '-x265-params',
    `log-level=none:${OPEN}`,
  ],
} as const;

const hashesOf = async (path: string) => {
  const words = ['-v', 'error', '-i', path, '-map', '0:v', '-f', 'framemd5', '-'];
  const { stdout } = await run('ffmpeg', words);
  return stdout.match(/[0-9a-f]{32}$/gm) ?? [];
};

it.each([
  'bframes=8:ref=8:b-pyramid=normal',
  'bframes=3:ref=2:b-pyramid=strict',
  'bframes=5:ref=16:b-pyramid=normal:cabac=0',
  'bframes=2:ref=4:b-pyramid=normal:weightp=2:slices=3',
])('of H.264 decodes to the pictures of its source: %s', async (options) => {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=20:d=12', ...CODECS.h264];
  const words = [...picture.slice(0, -1), `${OPEN}:${options}`];
  const source = await fixture.ffmpeg(`${options}.mp4`, ...words);
  const known = await hashesOf(source);
  for (const startSeconds of [1.5, 5.1]) {
    const span = { startSeconds, endSeconds: startSeconds + 3 };
    const made = await fixture.make({ kind: 'clip', container: 'mp4', span }, [{ name: source }]);
    const { stderr } = await run('ffmpeg', ['-v', 'error', '-i', made, '-f', 'null', '-']);
    expect(stderr).toBe('');
    expect(known).toEqual(expect.arrayContaining(await hashesOf(made)));
  }
});

it('of H.264 whose parameters change decodes to the pictures of its source', async () => {
  const part = (name: string, at: number, seconds: number, preset: string, options: string) =>
    fixture.ffmpeg(
      name,
      ...['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=20:d=${seconds}`, '-c:v', 'libx264'],
      ...['-preset', preset, '-x264-params', options, '-output_ts_offset', `${at}`],
    );
  const first = await part('first.ts', 0, 4, 'ultrafast', 'ref=16:bframes=0:weightp=2');
  const others = 'repeat-headers=1:open-gop=1:keyint=90:min-keyint=15:scenecut=0:bframes=5';
  const options = `${others}:ref=4:b-pyramid=normal:weightp=2:cabac=0`;
  const second = await part('second.ts', 4, 14, 'fast', options);
  const joined = [...['-i', `concat:${first}|${second}`], '-c', 'copy'];
  const source = await fixture.ffmpeg('parameters.mp4', ...joined);
  const known = await hashesOf(source);
  for (const startSeconds of [9.1, 10.4]) {
    const span = { startSeconds, endSeconds: startSeconds + 3 };
    const made = await fixture.make({ kind: 'clip', container: 'mp4', span }, [{ name: source }]);
    expect(known).toEqual(expect.arrayContaining(await hashesOf(made)));
  }
});

it.each<[keyof typeof CODECS, 'mp4' | 'mov', number, number]>([
  ['h264', 'mp4', 2, 5],
  ['h264', 'mov', 1, 3.9],
  ['h264', 'mp4', 0, 4],
  ['h265', 'mp4', 2, 4],
  ['h265', 'mov', 3, 5.9],
])('in %s, as %s, from %s to %s s', async (codec, container, startSeconds, endSeconds) => {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=20:d=6'];
  const words = [...picture, ...tone(6), ...CODECS[codec], '-c:a', 'aac'];
  const source = await fixture.ffmpeg(`${codec}.mp4`, ...words);
  const span = { startSeconds, endSeconds };
  const made = await fixture.make({ kind: 'clip', container, span }, [{ name: source }]);
  const { packets } = await entries(made, 'packet=codec_type,pts_time,flags');
  const video = packets.filter(({ codec_type }: { codec_type: string }) => codec_type === 'video');
  const times = video.map(({ pts_time }: { pts_time: string }) => Number(pts_time));
  expect(video[0].flags).toMatch(/^K/);
  expect(times[0]).toBeCloseTo(0, 2);
  expect(Math.min(...times)).toBe(times[0]);
  const { format, frames } = await entries(made, 'format=duration:frame=media_type,pts_time');
  expect(Number(format.duration)).toBeCloseTo(endSeconds - startSeconds, 1);
  const shown = frames
    .filter(({ media_type }: { media_type: string }) => media_type === 'video')
    .map(({ pts_time }: { pts_time: string }) => Number(pts_time));
  // Whether or not its pictures ask to forget others from before the cut.
  const { stderr } = await run('ffmpeg', ['-v', 'error', '-i', made, '-f', 'null', '-']);
  expect(stderr).toBe('');
  expect(Math.max(...shown)).toBeLessThan(endSeconds - startSeconds);
  expect(Math.max(...shown)).toBeGreaterThan(endSeconds - startSeconds - 0.11);
});
