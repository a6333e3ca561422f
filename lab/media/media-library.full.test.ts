// The lab's media, checked with ffprobe, by colour and by pitch.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSync } from '../../tests/support/product/receive.ts';
import { colourDistance, readColour, readTone } from './measure.ts';
import type { MediaLibrary, Variant } from './media.ts';
import { createMediaLibrary } from './media-library.ts';
import { runTool } from './run-tool.ts';

const library = createMediaLibrary();
const aac = (toneHz: number) => ({ codec: 'aac', toneHz, kilobitsPerSecond: 64 }) as const;
const opus = (toneHz: number) => ({ codec: 'opus', toneHz, kilobitsPerSecond: 64 }) as const;

type Probed = {
  readonly format: { readonly duration?: string };
  readonly streams: readonly Readonly<Record<string, string | number | undefined>>[];
};

async function probe(path: string): Promise<Probed> {
  const args = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path];
  return JSON.parse((await runTool('ffprobe', args)).toString());
}

function picture(
  codec: 'h264' | 'h265' | 'vp9' | 'av1',
  [width, height, fps]: readonly [number, number, number],
  colour: string,
  hdr = false,
): NonNullable<Variant['picture']> {
  return { codec, width, height, fps, colour, hdr };
}

it.each<[string, Variant]>([
  [
    'h264',
    {
      container: 'mp4',
      seconds: 6,
      picture: picture('h264', [640, 360, 30], '#c02040'),
      sound: aac(440),
    },
  ],
  [
    'h264',
    {
      container: 'mp4',
      seconds: 2.5,
      picture: picture('h264', [720, 1280, 29.97], '#20c040'),
      sound: aac(550),
    },
  ],
  ['h264', { container: 'mp4', seconds: 3, picture: picture('h264', [1920, 1080, 60], '#2040c0') }],
  [
    'hevc',
    {
      container: 'mp4',
      seconds: 3,
      picture: picture('h265', [360, 640, 30], '#c0a020'),
      sound: aac(660),
    },
  ],
  ['vp9', { container: 'webm', seconds: 10, picture: picture('vp9', [3840, 2160, 60], '#804020') }],
  [
    'vp9',
    {
      container: 'webm',
      seconds: 3,
      picture: picture('vp9', [640, 360, 25], '#2080a0', true),
      sound: opus(770),
    },
  ],
  [
    'vp9',
    {
      container: 'mp4',
      seconds: 3,
      picture: picture('vp9', [640, 360, 24], '#a02080'),
      sound: aac(880),
    },
  ],
  [
    'av1',
    {
      container: 'mp4',
      seconds: 3,
      picture: picture('av1', [1280, 720, 30], '#60a020'),
      sound: aac(990),
    },
  ],
  [
    'av1',
    {
      container: 'webm',
      seconds: 3,
      picture: picture('av1', [640, 360, 30], '#a0a0a0', true),
      sound: opus(1100),
    },
  ],
])('makes %s: %o', async (codec, variant) => {
  const { path } = await library.file(variant);
  const { streams, format } = await probe(path);
  const shown = streams.find((stream) => stream['codec_type'] === 'video');
  const { width, height, fps, hdr, colour } = variant.picture ?? picture('h264', [0, 0, 0], '');
  expect(shown).toMatchObject({
    codec_name: codec,
    width,
    height,
    pix_fmt: hdr ? 'yuv420p10le' : 'yuv420p',
    color_transfer: hdr ? 'smpte2084' : 'bt709',
    color_primaries: hdr ? 'bt2020' : 'bt709',
  });
  const [over = 0, under = 1] = String(shown?.['avg_frame_rate']).split('/').map(Number);
  expect(over / under).toBeCloseTo(fps, 2);
  expect(Math.abs(Number(format.duration) - variant.seconds)).toBeLessThan(0.1);
  const middle = await readColour(path, variant.seconds / 2);
  expect(colourDistance(middle, colour), JSON.stringify(middle)).toBeLessThan(24);
  expect(streams).toHaveLength(variant.sound ? 2 : 1);
  if (variant.sound) {
    expect(Math.abs(((await readTone(path)) ?? 0) - variant.sound.toneHz)).toBeLessThanOrEqual(2);
  }
});

it('tags HEVC so that Apple plays it, and puts the index of an MP4 at the front', async () => {
  const variant = {
    container: 'mp4',
    seconds: 3,
    picture: picture('h265', [360, 640, 30], '#c0a020'),
    sound: aac(660),
  } as const;
  const { path } = await library.file(variant);
  const { streams } = await probe(path);
  expect(streams[0]?.['codec_tag_string']).toBe('hvc1');
  const trace = await runTool('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'packet=pos',
    '-read_intervals',
    '%+#1',
    '-of',
    'csv=p=0',
    path,
  ]);
  expect(Number.parseInt(trace.toString(), 10)).toBeGreaterThan(1000);
});

it.each<[string, Variant]>([
  ['aac', { container: 'm4a', seconds: 3, sound: aac(300) }],
  [
    'mp3',
    { container: 'mp3', seconds: 3, sound: { codec: 'mp3', toneHz: 1300, kilobitsPerSecond: 128 } },
  ],
  ['opus', { container: 'webm', seconds: 3, sound: opus(2000) }],
])('makes sound alone: %s', async (codec, variant) => {
  const { path } = await library.file(variant);
  const { streams, format } = await probe(path);
  expect(streams.map((stream) => stream['codec_name'])).toEqual([codec]);
  expect(Math.abs(Number(format.duration) - variant.seconds)).toBeLessThan(0.1);
  const tone = (await readTone(path, { atSeconds: 1 })) ?? 0;
  expect(Math.abs(tone - (variant.sound?.toneHz ?? 0))).toBeLessThanOrEqual(2);
});

it.each<[string, Variant['container']]>([
  ['mjpeg', 'jpeg'],
  ['png', 'png'],
  ['webp', 'webp'],
])('makes photos: %s', async (codec, container) => {
  const variant: Variant = {
    container,
    seconds: 0,
    picture: picture('h264', [540, 675, 1], '#e08040'),
  };
  const { path, bytes } = await library.file(variant);
  expect(bytes).toBeGreaterThan(100);
  const { streams } = await probe(path);
  expect(streams[0]).toMatchObject({ codec_name: codec, width: 540, height: 675 });
  expect(colourDistance(await readColour(path, 0), '#e08040')).toBeLessThan(12);
});

it('encodes a picture at the requested bit rate', async () => {
  const wanted = { ...picture('h264', [640, 360, 30], '#404040'), kilobitsPerSecond: 2000 };
  const { path, bytes } = await library.file({ container: 'mp4', seconds: 4, picture: wanted });
  expect((bytes * 8) / 4 / 1000).toBeGreaterThan(1000);
  expect((bytes * 8) / 4 / 1000).toBeLessThan(4000);
  expect(colourDistance(await readColour(path, 2), '#404040')).toBeLessThan(24);
});

it('has frames that differ from one another', async () => {
  const variant: Variant = {
    container: 'mp4',
    seconds: 3,
    picture: picture('h264', [1280, 720, 60], '#2040c0'),
  };
  const { path } = await library.file(variant);
  const args = ['-v', 'error', '-i', path, '-frames:v', '20', '-f', 'framemd5', '-'];
  const sums = (await runTool('ffmpeg', args)).toString().match(/[0-9a-f]{32}/g) ?? [];
  expect(sums).toHaveLength(20);
  expect(new Set(sums).size).toBe(20);
});

it('flashes and clicks at the same moments, and only then', async () => {
  const variant: Variant = {
    container: 'mp4',
    seconds: 4,
    picture: picture('h264', [640, 360, 30], '#206040'),
    sound: aac(700),
    marksAtSeconds: [0.7, 2.5],
  };
  const { path } = await library.file(variant);
  expect(await readSync(path)).toEqual([expect.closeTo(0, 1), expect.closeTo(0, 1)]);
  expect(colourDistance(await readColour(path, 1.5), '#206040')).toBeLessThan(24);
  expect(colourDistance(await readColour(path, 2.55), '#ffffff')).toBeLessThan(12);
  expect(await readTone(path, { atSeconds: 1 })).toBeCloseTo(700, -1);
});

it('measures a delayed sound', async () => {
  const marks = { seconds: 4, marksAtSeconds: [0.7, 2.5] } as const;
  const shown = picture('h264', [640, 360, 30], '#206040');
  const film = await library.file({ container: 'mp4', ...marks, picture: shown });
  const sound = await library.file({ container: 'm4a', ...marks, sound: aac(700) });
  const late = join(folder, 'late.mp4');
  await runTool('ffmpeg', [
    '-v',
    'error',
    '-i',
    film.path,
    '-itsoffset',
    '0.08',
    '-i',
    sound.path,
    '-map',
    '0:v',
    '-map',
    '1:a',
    '-c',
    'copy',
    late,
  ]);
  for (const shift of await readSync(late)) expect(shift).toBeCloseTo(0.08, 1);
  for (const shift of await readSync(late)) expect(shift).toBeGreaterThan(0.05);
});

let folder: string;
let fresh: MediaLibrary;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lab-media-'));
  fresh = createMediaLibrary({ cacheDir: join(folder, 'deep', 'cache'), ffmpeg: 'ffmpeg' });
});
afterAll(() => rm(folder, { recursive: true }));

it('makes a file once for concurrent calls, and leaves no other file', async () => {
  const variant: Variant = {
    container: 'mp3',
    seconds: 1,
    sound: { codec: 'mp3', toneHz: 500, kilobitsPerSecond: 64 },
  };
  const files = await Promise.all([
    fresh.file(variant),
    fresh.file({ ...variant }),
    fresh.file(variant),
  ]);
  expect(new Set(files.map(({ path }) => path)).size).toBe(1);
  const again = createMediaLibrary({ cacheDir: join(folder, 'deep', 'cache'), ffmpeg: 'ffmpeg' });
  expect((await again.file(variant)).path).toBe(files[0]?.path);
  expect(await readdir(join(folder, 'deep', 'cache'))).toHaveLength(1);
});

it('reports why a variant cannot be made, tries again next time, and leaves no partial file', async () => {
  const odd = {
    container: 'mp3',
    seconds: 1,
    picture: picture('vp9', [64, 64, 10], '#000000'),
  } as const;
  await expect(fresh.file(odd)).rejects.toThrow(/mp3/);
  await expect(fresh.file(odd)).rejects.toThrow(/mp3/);
  const left = await readdir(join(folder, 'deep', 'cache'));
  expect(left.filter((name) => name.startsWith('unfinished'))).toEqual([]);
});

it('recognizes silence', async () => {
  const path = join(folder, 'silence.wav');
  await runTool('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'anullsrc=d=1', path]);
  expect(await readTone(path)).toBeNull();
});
