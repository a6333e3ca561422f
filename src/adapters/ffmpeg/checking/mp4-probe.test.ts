// Compares the probe that is read from an MP4's index with ffprobe's; more kinds of files in the second tier.
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareProbes, indexOf } from '../../../../tests/support/media/compare-probes.ts';
import {
  createMediaFolder,
  H264,
  type MediaFolder,
  noisyPicture,
  tone,
} from '../../../../tests/support/media/media-fixtures.ts';
import { probeIndex } from './mp4-probe.ts';
import { readAudioEntry } from './mp4-sample-entry.ts';

let media: MediaFolder;
beforeAll(async () => {
  media = await createMediaFolder();
});
afterAll(() => media.remove());

const av = () => [...noisyPicture('320x180', 2), ...tone(2)];

describe('the probe of an index', () => {
  it.each<[string, string, () => readonly string[]]>([
    ['index in front', 'b.mp4', () => [...av(), ...H264, '-c:a', 'aac', '-movflags', '+faststart']],
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
    ['AC-3', 'j.mp4', () => [...tone(2), '-ac', '2', '-c:a', 'ac3']],
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
    [
      'a photo-like single picture',
      'p.mp4',
      () => [...noisyPicture('320x180', 1), '-frames:v', '1', ...H264],
    ],
  ])('is that of ffprobe: %s', async (_name, name, words) => {
    await compareProbes(await media.ffmpeg(name, ...words()));
  });

  it.each([
    ['smpte2084', 'hdr'],
    ['arib-std-b67', 'hdr'],
    ['bt709', 'sdr'],
  ])('knows HDR by its transfer: %s', async (transfer, dynamicRange) => {
    const colors = [
      '-color_primaries',
      'bt2020',
      '-colorspace',
      'bt2020nc',
      '-color_trc',
      transfer,
    ];
    const picture = noisyPicture('320x180', 1);
    const path = await media.ffmpeg(`${transfer}.mp4`, ...picture, ...H264, ...colors);
    expect((await compareProbes(path)).streams[0]).toMatchObject({ dynamicRange });
  });

  it('rotates the size as players do', async () => {
    const plain = await media.ffmpeg('upright.mp4', ...noisyPicture('320x180', 1), ...H264);
    const words = ['-i', plain, '-c', 'copy'];
    const path = await media
      .ffmpeg('turned.mp4', '-display_rotation', '90', ...words)
      // Before version 6 of ffmpeg it was a tag.
      .catch(() => media.ffmpeg('turned.mp4', ...words, '-metadata:s:v', 'rotate=90'));
    const { streams } = await compareProbes(path);
    expect(streams[0]).toMatchObject({ width: 180, height: 320 });
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
    await compareProbes(
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
    const { streams } = await compareProbes(await media.ffmpeg('cover.m4a', ...tone(1), ...words));
    expect(streams.map(({ kind }) => kind)).toEqual(['sound', 'cover']);
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
