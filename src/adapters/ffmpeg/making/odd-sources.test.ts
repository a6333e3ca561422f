// What is made of odd sources: fields become frames, HDR becomes SDR, sounds are chosen or mixed.
import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTone } from '../../../../lab/media/measure.ts';
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
import type { Probe } from '../../../core/files/checking/find-fault.ts';
import type { MakeTask } from '../../../core/jobs/ports.ts';
import { probeMedia } from '../probe-media.ts';

const MP3_SOUND = { codec: 'mp3', kilobitsPerSecond: 128 } as const;

let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
});
afterAll(() => fixture.remove());

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

describe('HDR becomes labelled SDR', () => {
  const hdr = (name: string, ...colours: readonly string[]) => {
    const words = ['-x265-params', ['log-level=none', ...colours].join(':')];
    const pixels = ['-pix_fmt', 'yuv420p10le'];
    return fixture.ffmpeg(name, ...picture(), '-c:v', 'libx265', ...pixels, ...words);
  };
  const expectSdr = async (source: string) => {
    const made = await fixture.make(ENCODE, [{ name: source }]);
    const asked = 'stream=pix_fmt,color_transfer,color_primaries,color_space';
    const bt709 = { color_transfer: 'bt709', color_primaries: 'bt709', color_space: 'bt709' };
    const { streams } = await entries(made, asked);
    expect(streams).toEqual([{ pix_fmt: 'yuv420p', ...bt709 }]);
  };

  it.each(['smpte2084', 'arib-std-b67'])('where it names no primaries: %s', async (transfer) => {
    await expectSdr(await hdr(`${transfer}.mkv`, `transfer=${transfer}`));
  });

  it.each([
    ['reserved', 'matrix_coefficients=3'],
    ['reserved', 'colour_primaries=3'],
    ['red, green and blue', 'matrix_coefficients=0'],
    ['of constant luminance', 'matrix_coefficients=10'],
    ['for X, Y and Z', 'matrix_coefficients=11'],
  ])('where what it names is %s: %s', async (_, colours) => {
    const names = ['transfer=smpte2084', 'colorprim=bt2020', 'colormatrix=bt2020nc'];
    const plain = await hdr('plain.mkv', ...names);
    const renamed = ['-c', 'copy', '-bsf:v', `hevc_metadata=${colours}`];
    await expectSdr(await fixture.ffmpeg(`${colours}.mkv`, '-i', plain, ...renamed));
  });
});

it.each([
  ['64/45', '360x288', 512],
  ['128/45', '176x288', 500],
  ['5/2', '160x90', 400],
  ['1/3', '640x90', 212],
])('a video with pixels of %s is encoded as it is shown', async (shape, size, width) => {
  const source = await fixture.ffmpeg(
    'wide.mp4',
    ...picture(size),
    '-vf',
    `setsar=${shape}`,
    ...H264,
  );
  const made = await fixture.make(ENCODE, [{ name: source }]);
  const { streams } = await entries(made, 'stream=width,height,sample_aspect_ratio');
  const height = Number(size.split('x')[1]);
  expect(streams).toEqual([{ width, height, sample_aspect_ratio: '1:1' }]);
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

  it.each<[string, 'mp4' | 'mov', Partial<MakeTask>]>([
    ['ac-4', 'mp4', OWN],
    ['mha1', 'mp4', OWN],
    ['mhm1', 'mov', OWN],
    ['zzzz', 'mov', OWN],
    ['zzzz', 'mp4', { durationSeconds: 2 }],
  ])('are left out of a copy where nothing reads them: %s in %s', async (name, container, task) => {
    const file = await fixture.ffmpeg(`one.${container}`, ...sounds(300), ...FRONT);
    const unknown = await fixture.changed(file, `sole-${name}.${container}`, (bytes) => {
      bytes.write('free', bytes.indexOf('esds', bytes.indexOf('soun')));
      bytes.write(name, bytes.indexOf('mp4a', bytes.indexOf('soun')));
      return bytes;
    });
    const made = await fixture.make({ kind: 'copy', container }, [{ name: unknown }], task);
    expect((await probeOf(made)).streams).toMatchObject([{ kind: 'picture' }]);
  });

  it.each(['aac', 'alac', 'ac3', 'mp3', 'pcm_s16le'])(
    'are kept where they are read: %s',
    async (codec) => {
      const words = [...picture(), ...tone(2), ...H264, '-c:a', codec, ...FRONT];
      const source = await fixture.ffmpeg(`${codec}.mov`, ...words);
      const made = await fixture.make(COPY, [{ name: source }], { durationSeconds: 2 });
      expect(made, 'it is the source itself').toBe(source);
    },
  );
});

it.each([
  ['that arrives', { hold: 'fed' }],
  ['that is there', {}],
] as const)('a picture %s lasts as long as its last frame is shown', async (_how, halfway) => {
  // ffprobe adds up the times between its frames as they are decoded, which are those of three seconds.
  const lone = ['-vf', "select='lt(t,3)+gte(t,9.96)'", '-fps_mode', 'vfr', ...H264, '-bf', '2'];
  const film = ['-f', 'lavfi', '-i', 'testsrc2=r=25:d=10', ...lone];
  const source = await fixture.ffmpeg('lone.mp4', ...film, ...FRONT);
  const sound = await fixture.ffmpeg('lone.m4a', ...tone(10), '-c:a', 'aac', ...FRONT);
  const { from, path } = await fixture.madeOf({ kind: 'mux', container: 'mp4' }, [
    { name: source, role: 'picture', halfway },
    { name: sound, role: 'sound' },
  ]);
  const lengthsIn = ({ streams }: Probe) =>
    streams.map((stream) => 'durationSeconds' in stream && stream.durationSeconds);
  expect(from?.picture && lengthsIn(from.picture)).toEqual([expect.closeTo(10, 0)]);
  const { size: bytes } = await stat(path);
  const { signal } = new AbortController();
  const made = await probeMedia(fixture.tools, 'mov', { path, bytes }, signal);
  expect(lengthsIn(made)).toEqual([expect.closeTo(10, 0), expect.closeTo(10, 0)]);
});
