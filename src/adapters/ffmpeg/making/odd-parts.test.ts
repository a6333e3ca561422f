// Parts of odd sources: frames that are missing, pictures that stand still or end early, files without an index, pages of sound.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { colourDistance, readColour } from '../../../../lab/media/measure.ts';
import { AAC, ENCODE, entries } from '../../../../tests/support/media/edit-recipes.ts';
import { H264, tone } from '../../../../tests/support/media/media-fixtures.ts';
import {
  createTranscoderFixture,
  probeOf,
  type TranscoderFixture,
} from '../../../../tests/support/media/transcoder-fixture.ts';
import type { Probe } from '../../../core/files/checking/find-fault.ts';

const AT_MOST_60 = {
  codec: 'h264',
  shortSide: null,
  kilobitsPerSecond: null,
  mostFps: 60,
} as const;
const MP3_SOUND = { codec: 'mp3', kilobitsPerSecond: 128 } as const;

let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
});
afterAll(() => fixture.remove());

const endOf = (stream: Probe['streams'][number]) =>
  'durationSeconds' in stream ? (stream.durationSeconds ?? 0) : 0;

describe('a part that begins or ends where frames are missing', () => {
  // Sixty a second by a clock of milliseconds, a third of them left out; or as many as there should be; and none for a second.
  const hole = 'not(between(t,4.8,5.9))';
  const uneven = `testsrc2=s=160x90:r=60:d=8,select='not(eq(mod(floor(n/7),3),1))*${hole}'`;
  const even = `testsrc2=s=160x90:r=25:d=8,select='${hole}'`;
  const clock = ['-fps_mode', 'passthrough', '-enc_time_base', '1/1000'];
  it.each([
    ['mp4', uneven, 2.5, 5.5],
    ['mp4', uneven, 5.1, 5.6],
    ['mp4', uneven, 5.1, 7],
    ['mkv', even, 5.1, 7],
    ['mkv', even, 1, 5.5],
    ['flv', even, 5.1, 5.6],
    ['ts', even, 2.5, 5.5],
  ])(
    'has its picture from its start to its end: in %s, %s, from %d s to %d s',
    async (kind, frames, from, to) => {
      const seen = ['-f', 'lavfi', '-i', `${frames},settb=1/1000`, ...tone(8)];
      const scale = kind === 'mp4' ? ['-video_track_timescale', '1000'] : [];
      const words = [...H264, ...clock, ...scale, '-c:a', 'aac'];
      const path = await fixture.ffmpeg(`hole.${kind}`, ...seen, ...words);
      const recipe = { ...ENCODE, sound: AAC, span: { startSeconds: from, endSeconds: to } };
      const task = { durationSeconds: to - from };
      const { streams } = await probeOf(await fixture.make(recipe, [{ name: path }], task));
      expect(streams).toMatchObject([{ kind: 'picture' }, { kind: 'sound' }]);
      for (const stream of streams) {
        expect('startSeconds' in stream && stream.startSeconds).toBeLessThan(0.05);
        expect(Math.abs(endOf(stream) - (to - from))).toBeLessThan(0.1);
      }
    },
  );

  it.each([
    ['slow.mp4', 'testsrc2=s=160x90:r=15:d=6', 15],
    ['jitter.mkv', "testsrc2=s=160x90:r=30:d=6,setpts='PTS+if(eq(mod(N,3),1),0.004/TB,0)'", 30],
  ])('keeps its rate where none are: %s', async (name, frames, fps) => {
    const seen = ['-f', 'lavfi', '-i', `${frames},settb=1/1000`, ...tone(6)];
    const path = await fixture.ffmpeg(name, ...seen, ...H264, ...clock, '-c:a', 'aac');
    const recipe = { ...ENCODE, sound: AAC, span: { startSeconds: 1.02, endSeconds: 5 } };
    const made = await fixture.make(recipe, [{ name: path }], { durationSeconds: 3.98 });
    const [picture] = (await probeOf(made)).streams;
    expect(picture?.kind === 'picture' && Math.round(picture.fps ?? 0)).toBe(fps);
  });
});

describe('a part of a screen that stands still', () => {
  it.each([
    ['all the time', 4, 8, 'red', 'red'],
    ['at its start', 8, 12, 'red', 'blue'],
    ['at its end', 10.5, 14, 'blue', 'blue'],
  ])('shows what stood there, in sync with the sound: %s', async (_, from, to, first, last) => {
    // A second of red, nothing new for nine, a second of blue, nothing until the end of the sound.
    const path = await fixture.ffmpeg(
      'standing.mp4',
      ...['-f', 'lavfi', '-i', 'color=red:s=160x90:r=25:d=1,format=yuv420p'],
      ...['-f', 'lavfi', '-i', 'color=blue:s=160x90:r=25:d=1,format=yuv420p'],
      ...tone(15),
      ...['-filter_complex', "[0][1]concat,setpts='if(lt(N,25),PTS,PTS+9/TB)'[v]"],
      ...['-map', '[v]', '-map', '2:a', '-fps_mode', 'vfr', '-c:v', 'libx264', '-c:a', 'aac'],
    );
    const made = await fixture.make(
      { ...ENCODE, sound: AAC, span: { startSeconds: from, endSeconds: to } },
      [{ name: path }],
      { durationSeconds: to - from },
    );
    const probe = await probeOf(made);
    for (const stream of probe.streams)
      expect(Math.abs(endOf(stream) - (to - from))).toBeLessThan(0.1);
    const colours = { red: '#fe0000', blue: '#0000fe' } as const;
    const distanceOf = async (at: number, name: string) =>
      colourDistance(await readColour(made, at), colours[name as 'red' | 'blue']);
    expect(await distanceOf(0.1, first)).toBeLessThan(30);
    expect(await distanceOf(to - from - 0.2, last)).toBeLessThan(30);
  });
});

it.each([
  ['over its end', 2, 7],
  ['behind its end', 5, 7],
])('a part of a video whose picture ends early shows the last one: %s', async (_, from, to) => {
  const path = await fixture.ffmpeg(
    'early.mp4',
    ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=50:d=4', ...tone(8), ...H264, '-c:a', 'aac'],
  );
  const recipe = { ...ENCODE, sound: AAC, span: { startSeconds: from, endSeconds: to } };
  const task = { durationSeconds: to - from };
  const probe = await probeOf(await fixture.make(recipe, [{ name: path }], task));
  expect(probe.streams).toMatchObject([{ kind: 'picture', fps: 50 }, { kind: 'sound' }]);
  for (const stream of probe.streams)
    expect(Math.abs(endOf(stream) - (to - from))).toBeLessThan(0.1);
});

describe('a picture of a millisecond', () => {
  it.each([
    ['of a part', { ...ENCODE, span: { startSeconds: 1, endSeconds: 3 } }, 2],
    ['that plays everywhere', { ...ENCODE, picture: AT_MOST_60 }, 0.02],
  ] as const)('is the picture %s', async (name, recipe, seconds) => {
    const clock = ['-fps_mode', 'passthrough', '-enc_time_base', '1/1000'];
    const both = ['-f', 'lavfi', '-i', "testsrc2=s=160x90:r=1000:d=1,select='eq(n,0)'", ...tone(4)];
    const scale = ['-video_track_timescale', '1000'];
    const path = await fixture.ffmpeg(`${name}.mp4`, ...both, ...H264, ...clock, ...scale);
    const { streams } = await probeOf(await fixture.make(recipe, [{ name: path }]));
    expect(streams).toMatchObject([{ kind: 'picture' }]);
    for (const stream of streams) expect(endOf(stream)).toBeCloseTo(seconds, 1);
  });
});

it('a part of the sound of a film is copied without its picture', async () => {
  const both = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=6', ...tone(6)];
  const path = await fixture.ffmpeg('sound-of.mkv', ...both, ...H264, '-c:a', 'aac');
  const span = { startSeconds: 2.5, endSeconds: 5 };
  for (const container of ['m4a', 'aac'] as const) {
    const made = await fixture.make({ kind: 'clip', container, span }, [{ name: path }]);
    expect((await probeOf(made)).streams).toMatchObject([{ kind: 'sound' }]);
  }
});

it('a part is cut from the only key frame of a file without an index', async () => {
  const both = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=6', ...tone(6)];
  const codecs = [...H264, '-g', '999', '-c:a', 'aac'];
  const path = await fixture.ffmpeg('one-key.flv', ...both, ...codecs);
  const span = { startSeconds: 2, endSeconds: 5 };
  const made = await fixture.make({ kind: 'clip', container: 'mp4', span }, [{ name: path }]);
  const { streams } = await probeOf(made);
  expect(streams).toMatchObject([{ kind: 'picture' }, { kind: 'sound' }]);
  for (const stream of streams) expect(Math.abs(endOf(stream) - 5)).toBeLessThan(0.15);
});

it.each([
  ['a.ogg', 'ogg'],
  ['b.webm', 'ogg'],
  ['c.webm', 'webm'],
  ['d.mkv', 'mp3'],
  ['e.mkv', 'aac'],
] as const)(
  'a part of a song begins where it says, not with its page: %s as %s',
  async (name, container) => {
    const encoders = { mp3: 'libmp3lame', aac: 'aac', ogg: 'libopus', webm: 'libopus' };
    const path = await fixture.ffmpeg(name, ...tone(10), '-c:a', encoders[container]);
    const span = { startSeconds: 2.51, endSeconds: 5 };
    const made = await fixture.make({ kind: 'clip', container, span }, [{ name: path }]);
    const { startSeconds, durationSeconds } = await probeOf(made);
    expect(Math.abs(startSeconds)).toBeLessThan(0.03);
    expect(Math.abs((durationSeconds ?? 0) - 2.5)).toBeLessThan(0.05);
  },
);

it('a part in AVI, which has no times, has a frame for each of them', async () => {
  const both = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=6', ...tone(6)];
  const path = await fixture.ffmpeg('whole.mp4', ...both, ...H264, '-c:a', 'aac');
  const picture = { codec: 'mpeg4', shortSide: null, kilobitsPerSecond: null } as const;
  const span = { startSeconds: 2.5, endSeconds: 5 };
  const recipe = { ...ENCODE, container: 'avi', picture, sound: MP3_SOUND, span } as const;
  const made = await fixture.make(recipe, [{ name: path }], { durationSeconds: 2.5 });
  const { packets } = await entries(made, 'packet=codec_type,pts_time');
  const times = packets
    .filter((packet: { codec_type: string }) => packet.codec_type === 'video')
    .map((packet: { pts_time: string }) => Number(packet.pts_time));
  expect(times.slice(0, 3)).toEqual([0, 0.04, 0.08]);
});
