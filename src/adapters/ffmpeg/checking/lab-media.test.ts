import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { colourDistance, readColour, readTone } from '../../../../lab/media/measure.ts';
import type { Variant } from '../../../../lab/media/media.ts';
import { createMediaLibrary } from '../../../../lab/media/media-library.ts';
import { fakeFetching } from '../../../../tests/support/media/fake-fetching.ts';
import { probeSandboxes } from '../../process/probe-sandboxes.ts';
import { createTranscoder } from '../making/transcoder.ts';
import type { MediaTools } from '../media-tools.ts';
import { createChecker } from './checker.ts';

const media = createMediaLibrary({ cacheDir: '.cache/lab', ffmpeg: 'ffmpeg' });
const SECONDS = 10;
const colours = { h264: '#c03020', h265: '#20a040', vp9: '#2040c0', av1: '#a0a020' } as const;

let folder: string;
let needs: MediaTools;
beforeAll(async () => {
  needs = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox: await probeSandboxes() };
  folder = await mkdtemp(join(tmpdir(), 'keepreel-lab-media-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Picture = NonNullable<Variant['picture']>;
const pictureOf = (codec: Picture['codec'], width: number, height: number, fps: number) => ({
  container: codec === 'vp9' ? ('webm' as const) : ('mp4' as const),
  seconds: SECONDS,
  picture: { codec, width, height, fps, colour: colours[codec] },
});

it.each<[string, Variant, 'aac' | 'opus']>([
  ['1080p', pictureOf('h264', 1920, 1080, 30), 'aac'],
  ['upright 720p', pictureOf('h264', 720, 1280, 30), 'aac'],
  ['2160p60 in H.265', pictureOf('h265', 3840, 2160, 60), 'aac'],
  ['1440p in VP9 with Opus', pictureOf('vp9', 2560, 1440, 30), 'opus'],
  ['1080p60 in AV1 with Opus', pictureOf('av1', 1920, 1080, 60), 'opus'],
])(
  '%s: the file that is made and checked has this picture and that sound',
  async (_name, variant, codec) => {
    const { picture } = variant;
    if (!picture) throw new Error('there is a picture in each');
    const sound: Variant = {
      container: codec === 'opus' ? 'webm' : 'm4a',
      seconds: SECONDS,
      sound: { codec, toneHz: 660, kilobitsPerSecond: 128 },
    };
    const [first, second] = await Promise.all([media.file(variant), media.file(sound)]);
    const signal = new AbortController().signal;
    const { path } = await createTranscoder(needs).make({
      recipe: { kind: 'mux', container: 'mp4' },
      inputs: [
        { role: 'picture', fetching: fakeFetching(first.path) },
        { role: 'sound', fetching: fakeFetching(second.path) },
      ],
      folder,
      durationSeconds: SECONDS,
      maxBytes: 1e9,
      tags: null,
      signal,
      report: () => undefined,
    });
    const receipt = await createChecker(needs).check({
      path,
      container: 'mp4',
      expect: {
        picture: { codec: picture.codec, width: picture.width, height: picture.height },
        sound: { codec },
        durationSeconds: SECONDS,
      },
      maxDurationSeconds: 3600,
      closely: false,
      signal,
    });
    expect(receipt.picture).toMatchObject({ width: picture.width, height: picture.height });
    expect(receipt.picture?.fps).toBeCloseTo(picture.fps, 0);
    const seen = await readColour(path, SECONDS / 2);
    expect(colourDistance(seen, picture.colour)).toBeLessThan(30);
    expect(await readTone(path, { atSeconds: 4 })).toBeCloseTo(660, -1);
  },
  60_000,
);

it('joined HLS segments become an MP4 that passes', async () => {
  const variant: Variant = {
    ...pictureOf('h264', 1280, 720, 30),
    sound: { codec: 'aac', toneHz: 520, kilobitsPerSecond: 96 },
  };
  const { files } = await media.hls({ renditions: [variant], segmentSeconds: 2 });
  const playlist = files.get('r0.m3u8');
  if (!playlist || !('text' in playlist)) throw new Error('a playlist is text');
  const segments = playlist.text.split('\n').filter((line) => line !== '' && line[0] !== '#');
  const parts = segments.map((name) => {
    const file = files.get(name);
    if (!file || !('path' in file)) throw new Error(`${name} is a file`);
    return readFile(file.path);
  });
  const joined = join(folder, 'joined.ts');
  await writeFile(joined, Buffer.concat(await Promise.all(parts)));
  const signal = new AbortController().signal;
  const made = await createTranscoder(needs).make({
    recipe: { kind: 'mux', container: 'mp4' },
    inputs: [{ role: 'both', fetching: fakeFetching(joined) }],
    folder,
    durationSeconds: SECONDS,
    maxBytes: 1e9,
    tags: null,
    signal,
    report: () => undefined,
  });
  const receipt = await createChecker(needs).check({
    path: made.path,
    container: 'mp4',
    expect: {
      picture: { codec: 'h264', width: 1280, height: 720 },
      sound: { codec: 'aac' },
      durationSeconds: SECONDS,
    },
    maxDurationSeconds: 3600,
    closely: true,
    signal,
  });
  expect(receipt.durationSeconds).toBeCloseTo(SECONDS, 0);
  expect(await readTone(made.path, { atSeconds: 4 })).toBeCloseTo(520, -1);
});
