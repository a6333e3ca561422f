// Parts of videos whose groups of pictures refer to each other: a copy begins with its key frame and ends where it should.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entries } from '../../../../../tests/support/media/edit-recipes.ts';
import { tone } from '../../../../../tests/support/media/media-fixtures.ts';
import {
  createTranscoderFixture,
  type TranscoderFixture,
} from '../../../../../tests/support/media/transcoder-fixture.ts';

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
  expect(Math.max(...shown)).toBeLessThan(endSeconds - startSeconds);
  expect(Math.max(...shown)).toBeGreaterThan(endSeconds - startSeconds - 0.11);
});
