// What is made of odd sources: fields become frames, HDR becomes SDR, sounds are chosen or mixed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { colourDistance, readColour, readTone } from '../../../../lab/media/measure.ts';
import { runTool } from '../../../../lab/media/run-tool.ts';
import {
  AAC,
  COPY,
  ENCODE,
  entries,
  OWN,
  picture,
} from '../../../../tests/support/media/edit-recipes.ts';
import { H264, streamHashes, tone } from '../../../../tests/support/media/media-fixtures.ts';
import {
  createTranscoderFixture,
  FRONT,
  probeOf,
  type TranscoderFixture,
} from '../../../../tests/support/media/transcoder-fixture.ts';
import type { Probe } from '../../../core/files/checking/check-file.ts';
import type { MakeTask } from '../../../core/jobs/ports.ts';

const MP3_SOUND = { codec: 'mp3', kilobitsPerSecond: 128 } as const;

let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
});
afterAll(() => fixture.remove());

const endOf = (stream: Probe['streams'][number]) =>
  'durationSeconds' in stream ? (stream.durationSeconds ?? 0) : 0;

/** The share of the picture at 1 s that is neither dark nor bright: where two moments are mixed. */
async function greyShare(path: string): Promise<number> {
  const frame = ['-ss', '1', '-i', path, '-frames:v', '1', '-pix_fmt', 'gray', '-f', 'rawvideo'];
  const pixels = await runTool('ffmpeg', ['-v', 'error', ...frame, '-']);
  return pixels.filter((value) => value > 70 && value < 185).length / pixels.length;
}

/** The share of its lines that differ from both neighbours, as those of the other field do. */
async function combShare(path: string): Promise<number> {
  const column = ['-vf', 'crop=4:ih:iw/2:0,scale=1:ih,format=gray'];
  const words = ['-v', 'error', '-i', path, ...column, '-f', 'rawvideo', '-'];
  const lines = [...(await runTool('ffmpeg', words))];
  const apart = (a = 0, b = 0) => Math.abs(a - b) > 90;
  const combed = lines.filter(
    (line, at) =>
      apart(line, lines[at - 1]) &&
      apart(line, lines[at + 1]) &&
      !apart(lines[at - 1], lines[at + 1]),
  );
  return combed.length / lines.length;
}

/** The share of its sound that is at a frequency. */
async function toneShare(path: string, hz: number): Promise<number> {
  const decoded = ['-map', '0:a', '-ac', '1', '-ar', '8000', '-f', 's16le', '-'];
  const pcm = await runTool('ffmpeg', ['-v', 'error', '-i', path, ...decoded]);
  const samples = Array.from(
    { length: 8000 },
    (_, at) => pcm.readInt16LE((at + 2000) * 2) / 32_768,
  );
  const sum = (of: (sample: number, at: number) => number) =>
    samples.reduce((total, sample, at) => total + of(sample, at), 0) / samples.length;
  const turn = (2 * Math.PI * hz) / 8000;
  const [re, im] = [
    sum((s, at) => s * Math.cos(turn * at)),
    sum((s, at) => s * Math.sin(turn * at)),
  ];
  return (2 * (re * re + im * im)) / sum((sample) => sample * sample);
}

describe('an interlaced video', () => {
  it.each([
    ['bottom', 'bff'],
    ['top', 'tff'],
  ])('is encoded of whole pictures, and copied as it is: %s field first', async (first, order) => {
    const colour = (name: string, width: number) =>
      ['-f', 'lavfi', '-i', `color=${name}:s=${width}x240:r=50:d=2`] as const;
    const graph = `overlay=x='mod(n*9,300)',tinterlace=interleave_${first},setfield=${order}`;
    const flags = ['-flags', '+ildct+ilme', '-x264opts', `${order}=1`, '-crf', '12'];
    const bar = [...colour('black', 320), ...colour('white', 60), '-filter_complex', graph];
    const source = await fixture.ffmpeg(`${first}.mp4`, ...bar, ...H264, ...flags);
    expect(await combShare(source)).toBeGreaterThan(0.03);
    const picture = { codec: 'vp9', shortSide: 120, kilobitsPerSecond: 900 } as const;
    for (const recipe of [ENCODE, { ...ENCODE, container: 'webm', picture }] as const) {
      const made = await fixture.make(recipe, [{ name: source }]);
      expect(await combShare(made)).toBeLessThan(0.005);
      expect(await greyShare(made)).toBeLessThan(0.03);
    }
    const copied = await fixture.make({ kind: 'copy', container: 'mov' }, [{ name: source }], OWN);
    expect(await streamHashes(copied, 'decoded')).toEqual(await streamHashes(source, 'decoded'));
  });
});

it.each(['smpte2084', 'arib-std-b67'])(
  'HDR that names no primaries becomes labelled SDR: %s',
  async (transfer) => {
    const h265 = [
      '-c:v',
      'libx265',
      '-pix_fmt',
      'yuv420p10le',
      '-x265-params',
      `log-level=none:transfer=${transfer}`,
    ];
    const source = await fixture.ffmpeg(`${transfer}.mkv`, ...picture(), ...h265);
    const made = await fixture.make(ENCODE, [{ name: source }]);
    const { streams } = await entries(
      made,
      'stream=pix_fmt,color_transfer,color_primaries,color_space',
    );
    expect(streams).toEqual([
      {
        pix_fmt: 'yuv420p',
        color_transfer: 'bt709',
        color_primaries: 'bt709',
        color_space: 'bt709',
      },
    ]);
  },
);

it('a video with pixels that are not square is encoded as it is shown', async () => {
  const source = await fixture.ffmpeg(
    'pal.mp4',
    ...picture('360x288'),
    '-vf',
    'setsar=64/45',
    ...H264,
  );
  const made = await fixture.make(ENCODE, [{ name: source }]);
  const { streams } = await entries(made, 'stream=width,height,sample_aspect_ratio');
  expect(streams).toEqual([{ width: 512, height: 288, sample_aspect_ratio: '1:1' }]);
});

it('a video with such pixels that is turned is as large as its probe says', async () => {
  const flat = await fixture.ffmpeg('flat.mp4', ...picture('360x288'), ...H264, '-aspect', '16:9');
  const turn = ['-metadata:s:v', 'rotate=90', '-c', 'copy'];
  const source = await fixture.ffmpeg('turned.mp4', '-i', flat, ...turn);
  expect((await probeOf(source)).streams).toMatchObject([{ width: 203, height: 360 }]);
  const made = await fixture.make(ENCODE, [{ name: source }]);
  expect((await probeOf(made)).streams).toMatchObject([{ width: 202, height: 360 }]);
});

it('more than sixty frames a second become sixty where everything must show them', async () => {
  const source = await fixture.ffmpeg('fast.mp4', ...picture('160x90', 120), ...H264);
  const limited = { codec: 'h264', shortSide: null, kilobitsPerSecond: null, mostFps: 60 } as const;
  const made = await fixture.make({ ...ENCODE, picture: limited }, [{ name: source }]);
  expect((await probeOf(made)).streams).toMatchObject([{ kind: 'picture', fps: 60 }]);
});

describe('a part of a video of uneven frames', () => {
  it.each([
    ['over a hole', 2.5, 5.5],
    ['in a hole', 5.1, 5.6],
    ['from a hole on', 5.1, 7],
  ])('has its picture from its start to its end: %s', async (_, from, to) => {
    // Sixty a second by a clock of milliseconds, a third of them left out, and none for a second.
    const chosen = "select='not(eq(mod(floor(n/7),3),1))*not(between(t,4.8,5.9))',settb=1/1000";
    const clock = ['-fps_mode', 'passthrough', '-enc_time_base', '1/1000'];
    const path = await fixture.ffmpeg(
      'uneven.mp4',
      ...['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=60:d=8,${chosen}`, ...tone(8)],
      ...[...H264, ...clock, '-video_track_timescale', '1000', '-c:a', 'aac'],
    );
    const recipe = { ...ENCODE, sound: AAC, span: { startSeconds: from, endSeconds: to } };
    const task = { durationSeconds: to - from };
    const { streams } = await probeOf(await fixture.make(recipe, [{ name: path }], task));
    expect(streams).toMatchObject([{ kind: 'picture' }, { kind: 'sound' }]);
    for (const stream of streams) {
      expect('startSeconds' in stream && stream.startSeconds).toBeLessThan(0.05);
      expect(Math.abs(endOf(stream) - (to - from))).toBeLessThan(0.1);
    }
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
] as const)(
  'a part of a song begins where it says, not with its page: %s as %s',
  async (name, container) => {
    const path = await fixture.ffmpeg(name, ...tone(10), '-c:a', 'libopus');
    const span = { startSeconds: 2.51, endSeconds: 5 };
    const made = await fixture.make({ kind: 'clip', container, span }, [{ name: path }]);
    const { startSeconds, durationSeconds } = await probeOf(made);
    expect(Math.abs(startSeconds)).toBeLessThan(0.03);
    expect(Math.abs((durationSeconds ?? 0) - 2.5)).toBeLessThan(0.05);
  },
);

it('sound that lasts longer than announced is taken whole', async () => {
  const path = await fixture.ffmpeg('longer.m4a', ...tone(16), '-c:a', 'aac');
  const recipe = { ...ENCODE, container: 'mp3', picture: null, sound: MP3_SOUND } as const;
  const made = await fixture.make(recipe, [{ name: path, role: 'sound' }], { durationSeconds: 4 });
  expect((await probeOf(made)).durationSeconds).toBeCloseTo(16, 0);
});

describe('the sounds of a source', () => {
  const sounds = (...tones: readonly number[]) => [
    ...picture(),
    ...tones.flatMap((hz) => tone(2, hz)),
    ...Array.from({ length: tones.length + 1 }, (_, at) => ['-map', String(at)]).flat(),
    ...[...H264, '-c:a', 'aac'],
  ];
  it('are mixed: all are heard', async () => {
    const source = await fixture.ffmpeg('three.mkv', ...sounds(300, 900, 2000));
    const recipe = { ...ENCODE, picture: 'copy', sound: { ...AAC, mixesAll: true } } as const;
    const made = await fixture.make(recipe, [{ name: source }]);
    for (const hz of [300, 900, 2000]) expect(await toneShare(made, hz)).toBeGreaterThan(0.1);
  });

  it.each<[string, MakeTask['recipe']]>([
    ['copied', COPY],
    ['encoded', { ...ENCODE, sound: AAC }],
    ['cut', { kind: 'clip', container: 'mp4', span: { startSeconds: 0, endSeconds: 1 } }],
  ])('are that which can be read, wherever it stands: %s', async (name, recipe) => {
    const file = await fixture.ffmpeg(`both-${name}.mp4`, ...sounds(300, 900), ...FRONT);
    const unknown = await fixture.changed(file, `unknown-${name}.mp4`, (bytes) => {
      bytes.write('apac', bytes.indexOf('mp4a', bytes.indexOf('stsd')));
      bytes.write('dapa', bytes.indexOf('esds', bytes.indexOf('stsd')));
      return bytes;
    });
    const made = await fixture.make(recipe, [{ name: unknown }], OWN);
    expect((await probeOf(made)).streams.map(({ kind }) => kind)).toEqual(['picture', 'sound']);
    expect(await readTone(made)).toBeCloseTo(900, -1);
  });
});
