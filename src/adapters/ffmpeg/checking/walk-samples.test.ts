// Damage in samples of every codec, found without decoding.
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMediaFolder,
  type MediaFolder,
} from '../../../../tests/support/media/media-fixtures.ts';
import { layoutOf } from '../making/pass-through.ts';
import { boxesIn } from './mp4-index.ts';
import { readSampleTracks, type SampleTrack } from './mp4-samples.ts';
import { walkSamples } from './walk-samples.ts';

let media: MediaFolder;
beforeAll(async () => {
  media = await createMediaFolder();
});
afterAll(() => media.remove());

const { signal } = new AbortController();
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=2'];
const SOUND = ['-f', 'lavfi', '-i', 'anoisesrc=d=2:a=0.3:r=48000'];
const CODECS: Readonly<Record<string, readonly string[]>> = {
  'H.264': [...PICTURE, '-c:v', 'libx264'],
  'H.265': [...PICTURE, '-c:v', 'libx265', '-x265-params', 'log-level=none'],
  AV1: [...PICTURE, '-c:v', 'libaom-av1', '-cpu-used', '8', '-usage', 'realtime'],
  VP9: [...PICTURE, '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
  'AAC of one channel': [...SOUND, '-c:a', 'aac', '-ac', '1'],
  'AAC of six channels': [...SOUND, '-c:a', 'aac', '-ac', '6'],
  MP3: [...SOUND, '-c:a', 'libmp3lame'],
  Opus: [...SOUND, '-c:a', 'libopus'],
};

/** Where a sample begins in the file, in bytes. */
function positionOf({ chunks, sizes }: SampleTrack, sample: number): number {
  const { count, firsts, positions } = chunks;
  const chunk = firsts.subarray(0, count).findLastIndex((first) => first <= sample);
  const before = sizes.subarray(firsts[chunk], sample);
  return before.reduce((sum, size) => sum + size, positions[chunk] ?? 0);
}

/** Walks over a file of one track, after `damage`. */
async function walkAfter(
  args: readonly string[],
  damage: (bytes: Buffer, track: SampleTrack) => void,
) {
  const file = await media.ffmpeg('track.mp4', ...args, '-movflags', '+faststart');
  const bytes = await readFile(file);
  const layout = await layoutOf(file, bytes.length);
  const { start = 0, end = 0 } = layout?.index ?? {};
  const [moov] = boxesIn(new DataView(bytes.buffer, bytes.byteOffset + start, end - start));
  const tracks = moov ? readSampleTracks(moov) : [];
  damage(bytes, tracks[0] as SampleTrack);
  await writeFile(file, bytes);
  const [walked] = await walkSamples(file, tracks, signal);
  return walked;
}

it.each(Object.keys(CODECS))('%s has no fault as its encoder wrote it', async (codec) => {
  const walked = await walkAfter(CODECS[codec] ?? [], () => undefined);
  expect(walked).toEqual({ fault: null, areAlike: false });
});

it.each([...['H.264', 'H.265', 'AV1', 'VP9'], ...['AAC of one channel', 'AAC of six channels']])(
  '%s with the second half of a sample zeroed is found',
  async (codec) => {
    const walked = await walkAfter(CODECS[codec] ?? [], (bytes, track) => {
      const sample = track.sizes.indexOf(Math.max(...track.sizes.subarray(8, 40)));
      const [from, size] = [positionOf(track, sample), track.sizes[sample] ?? 0];
      bytes.fill(0, from + (size >> 1), from + size);
    });
    expect(walked?.fault).toMatch(/^sample \d+ of stream 0: /);
  },
);

it.each([...['H.264', 'H.265'], ...['AAC of one channel', 'AAC of six channels', 'MP3']])(
  '%s with a sample that begins elsewhere is found',
  async (codec) => {
    const walked = await walkAfter(CODECS[codec] ?? [], (bytes, track) => {
      const from = positionOf(track, 10);
      bytes.copyWithin(from, from + 3, from + 3 + (track.sizes[10] ?? 0));
    });
    expect(walked?.fault).toMatch(/^sample 10 of stream 0: /);
  },
);

describe('all packets of a sound', () => {
  it.each([
    ['alike in silence at a constant rate', 'anullsrc=d=4:r=48000', true],
    ['different in noise', 'anoisesrc=d=4:r=48000', false],
  ])('are %s', async (_, source, areAlike) => {
    const walked = await walkAfter(
      ['-f', 'lavfi', '-i', source, '-t', '4', '-c:a', 'aac'],
      () => undefined,
    );
    expect(walked).toEqual({ fault: null, areAlike });
  });
});

it('the signal ends a walk', async () => {
  const ended = AbortSignal.abort(new Error('ended'));
  const file = await media.ffmpeg('track.mp4', ...(CODECS.MP3 ?? []));
  const track = { kind: 'sound', sizes: new Uint32Array([1]) };
  const chunks = { count: 1, firsts: new Uint32Array(1), positions: new Float64Array(1) };
  const [entry] = boxesIn(new DataView(Uint8Array.of(0, 0, 0, 8, 102, 114, 101, 101).buffer));
  const tracks = [{ ...track, entry, chunks } as SampleTrack];
  await expect(walkSamples(file, tracks, ended)).rejects.toThrow('ended');
});
