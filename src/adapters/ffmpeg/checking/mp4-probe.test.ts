// Compares the probe that is read from an MP4's index with ffprobe's.
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Variant } from '../../../../lab/media/media.ts';
import { createMediaLibrary } from '../../../../lab/media/media-library.ts';
import { LAB_PLATFORMS } from '../../../../lab/platforms/index.ts';
import {
  createMediaFolder,
  H264,
  type MediaFolder,
  noisyPicture,
  tone,
} from '../../../../tests/support/media/media-fixtures.ts';
import type { Probe } from '../../../core/jobs/check-file.ts';
import { probeSandboxes } from '../../process/probe-sandboxes.ts';
import type { MediaTools } from '../media-tools.ts';
import { probeMedia } from '../probe-media.ts';
import { boxIn } from './mp4-layout.ts';
import { probeIndex } from './mp4-probe.ts';
import { readAudioEntry } from './mp4-sample-entry.ts';

let media: MediaFolder;
let needs: MediaTools;
beforeAll(async () => {
  needs = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox: await probeSandboxes() };
  media = await createMediaFolder();
});
afterAll(() => media.remove());

/** The box `moov` of a file. */
function indexOf(file: Buffer): Buffer {
  for (let at = 0; at < file.length; ) {
    const box = boxIn(file.subarray(at, at + 16), at, file.length);
    if (!box) break;
    if (box.type === 'moov') return file.subarray(box.start, box.end);
    at = box.end;
  }
  throw new Error('there is no index');
}

/** What must be equal, and what may differ by rounding: ffprobe rounds times and rates differently. */
function comparable(probe: Probe) {
  return probe.streams.map((stream) => {
    const { kind, index } = stream;
    if (stream.kind === 'picture') {
      const { codec, width, height } = stream;
      return { kind, index, codec, width, height };
    }
    if (stream.kind !== 'sound') return { kind, index };
    const { codec, sampleRateHz, channels } = stream;
    return { kind, index, codec, sampleRateHz, channels };
  });
}

async function compare(path: string): Promise<Probe> {
  const file = await readFile(path);
  const probe = probeIndex(indexOf(file), file.length);
  if (!probe) throw new Error(`${path} was not read`);
  const { signal } = new AbortController();
  const theirs = await probeMedia(needs, 'mov', { path, bytes: file.length }, signal);
  expect(comparable(probe), path).toEqual(comparable(theirs));
  expect(Math.abs((probe.durationSeconds ?? 0) - (theirs.durationSeconds ?? 0))).toBeLessThan(0.05);
  expect(Math.abs(probe.startSeconds - theirs.startSeconds)).toBeLessThan(0.05);
  expect(probe.bytes).toBe(theirs.bytes);
  for (const [at, stream] of probe.streams.entries()) {
    const other = theirs.streams[at];
    if (stream.kind === 'picture' && other?.kind === 'picture')
      expect(Math.abs((stream.fps ?? 0) - (other.fps ?? 0))).toBeLessThan(0.1);
  }
  return probe;
}

const av = () => [...noisyPicture('320x180', 2), ...tone(2)];

describe('the probe of an index', () => {
  it.each<[string, string, () => readonly string[]]>([
    ['H.264 and AAC', 'a.mp4', () => [...av(), ...H264, '-c:a', 'aac']],
    ['index in front', 'b.mp4', () => [...av(), ...H264, '-c:a', 'aac', '-movflags', '+faststart']],
    [
      '29.97 pictures a second',
      'c.mp4',
      () => [...av(), ...H264, '-r', '30000/1001', '-c:a', 'aac'],
    ],
    [
      'pictures out of order',
      'd.mp4',
      () => [...av(), '-c:v', 'libx264', '-preset', 'veryfast', '-bf', '3', '-c:a', 'aac'],
    ],
    ['H.265', 'e.mp4', () => [...av(), '-c:v', 'libx265', '-preset', 'ultrafast', '-c:a', 'aac']],
    [
      'VP9 and Opus',
      'f.mp4',
      () => [
        ...av(),
        '-c:v',
        'libvpx-vp9',
        '-deadline',
        'realtime',
        '-cpu-used',
        '8',
        '-frames:v',
        '10',
        '-c:a',
        'libopus',
      ],
    ],
    ['5.1 AAC', 'g.m4a', () => [...tone(2), '-ac', '6', '-c:a', 'aac']],
    ['AAC at 22 kHz', 'h.m4a', () => [...tone(2), '-ar', '22050', '-c:a', 'aac']],
    ['stereo MP3', 'i.mp4', () => [...tone(2), '-ac', '2', '-c:a', 'libmp3lame']],
    ['AC-3', 'j.mp4', () => [...tone(2), '-ac', '2', '-c:a', 'ac3']],
    ['E-AC-3', 'k.mp4', () => [...tone(2), '-ac', '2', '-c:a', 'eac3']],
    [
      'FLAC at 96 kHz',
      'l.mp4',
      () => [...tone(2), '-ar', '96000', '-c:a', 'flac', '-strict', '-2'],
    ],
    [
      'a late sound',
      'm.mp4',
      () => [
        ...noisyPicture('320x180', 2),
        '-itsoffset',
        '0.7',
        ...tone(2),
        ...H264,
        '-c:a',
        'aac',
      ],
    ],
    [
      'two sounds',
      'n.mp4',
      () => [...av(), ...tone(1), '-map', '0', '-map', '1', '-map', '2', ...H264, '-c:a', 'aac'],
    ],
    ['QuickTime', 'o.mov', () => [...av(), ...H264, '-c:a', 'aac']],
    [
      'a photo-like single picture',
      'p.mp4',
      () => [...noisyPicture('320x180', 1), '-frames:v', '1', ...H264],
    ],
  ])('is that of ffprobe: %s', async (_name, name, words) => {
    await compare(await media.ffmpeg(name, ...words()));
  });

  it('rotates the size as players do', async () => {
    const plain = await media.ffmpeg('upright.mp4', ...noisyPicture('320x180', 1), ...H264);
    for (const degrees of [90, 180, 270]) {
      const name = `turned-${degrees}.mp4`;
      const path = await media
        .ffmpeg(name, '-display_rotation', `${degrees}`, '-i', plain, '-c', 'copy')
        // Before version 6 of ffmpeg it was a tag.
        .catch(() =>
          media.ffmpeg(name, '-i', plain, '-c', 'copy', '-metadata:s:v', `rotate=${degrees}`),
        );
      const size = degrees === 180 ? { width: 320, height: 180 } : { width: 180, height: 320 };
      expect((await compare(path)).streams[0]).toMatchObject(size);
    }
  });

  it('has the displayed duration of a file that was cut without re-encoding', async () => {
    const plain = await media.ffmpeg(
      'long.mp4',
      ...noisyPicture('320x180', 6),
      ...tone(6),
      ...H264,
      '-c:a',
      'aac',
    );
    await compare(
      await media.ffmpeg('cut.mp4', '-ss', '1.5', '-i', plain, '-t', '2', '-c', 'copy'),
    );
  });

  it('distinguishes a cover from video', async () => {
    const cover = await media.ffmpeg('cover.jpg', ...noisyPicture('64x64', 1), '-frames:v', '1');
    const words = [
      '-i',
      cover,
      '-map',
      '0',
      '-map',
      '1',
      '-c:a',
      'aac',
      '-c:v',
      'copy',
      '-disposition:v',
      'attached_pic',
    ];
    const { streams } = await compare(await media.ffmpeg('cover.m4a', ...tone(1), ...words));
    expect(streams.map(({ kind }) => kind)).toEqual(['sound', 'cover']);
  });

  it('is that of ffprobe for each kind of MP4 that the lab serves as a download', async () => {
    const library = createMediaLibrary({ cacheDir: '.cache/lab', ffmpeg: 'ffmpeg' });
    const downloads = Object.values(LAB_PLATFORMS).flatMap(({ links }) =>
      links.flatMap((link) => link.downloads ?? []),
    );
    const variants = downloads
      .flat()
      .flatMap((one) => ('files' in one ? one.files : []))
      .flatMap(({ picture, sound }) => [picture, sound])
      .filter((variant) => variant?.container === 'mp4' || variant?.container === 'm4a');
    const kinds = new Map<string, Variant>();
    for (const variant of variants) {
      if (!variant) continue;
      const { picture, sound } = variant;
      const kind = [picture?.codec, picture?.height, picture?.fps, picture?.hdr, sound?.codec];
      kinds.set(kind.join(), variant);
    }
    expect(kinds.size).toBeGreaterThan(10);
    for (const variant of kinds.values()) await compare((await library.file(variant)).path);
  });

  it('is none for a fragmented file', async () => {
    const path = await media.ffmpeg(
      'fragments.mp4',
      ...av(),
      ...H264,
      '-c:a',
      'aac',
      '-movflags',
      '+frag_keyframe+empty_moov',
    );
    const file = await readFile(path);
    expect(probeIndex(indexOf(file), file.length)).toBeNull();
  });

  it('reads an audio entry whose configuration is cut off', () => {
    const config = [0x05, 0];
    const decoder = [0x04, 15, 0x40, ...Array<number>(12).fill(0), ...config];
    const esds = [0, 0, 0, 0, 0x03, 23, 0, 0, 0, ...decoder];
    const box = [0, 0, 0, 8 + esds.length, ...Buffer.from('esds'), ...esds];
    const body = Uint8Array.from([...Array<number>(28).fill(0), ...box]);
    expect(readAudioEntry({ type: 'mp4a', body: new DataView(body.buffer) })).toEqual({
      codec: 'aac',
      sampleRateHz: expect.any(Number),
      channels: 0,
    });
  });

  it('never throws, whatever the bytes are', async () => {
    const file = await readFile(await media.ffmpeg('hostile.mp4', ...av(), ...H264, '-c:a', 'aac'));
    const index = indexOf(file);
    const change = fc.tuple(fc.nat(index.length - 1), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), fc.nat(index.length), (changes, length) => {
        const bytes = Buffer.from(index);
        for (const [at, value] of changes) bytes[at] = value;
        probeIndex(bytes, file.length);
        probeIndex(bytes.subarray(0, length), file.length);
      }),
      { numRuns: 2000 },
    );
    expect(probeIndex(new Uint8Array(), 0)).toBeNull();
  });
});
