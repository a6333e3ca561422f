import { describe, expect, it } from 'vitest';
import { makePicture } from '../../../tests/support/media/make-item.ts';
import { FILE_FORMATS, type FileFormat } from '../../shared/media/formats.ts';
import {
  AUDIO_CODECS,
  type AudioCodec,
  type Picture,
  VIDEO_CODECS,
} from '../../shared/media/media.ts';
import { codecName, dimensionsLabel, placesOf, resolutionLabel, sizeLabel } from './labels.ts';

describe('where a file plays', () => {
  it.each<[FileFormat, Partial<Picture>, AudioCodec | null, string[]]>([
    ['mp4', { codec: 'h264' }, 'aac', ['everything']],
    ['mp4', { codec: 'h264' }, 'mp3', ['everything']],
    ['mp4', { codec: 'h264' }, null, ['everything']],
    ['mp4', { codec: 'h264', dynamicRange: 'hdr' }, 'aac', []],
    ['mp4', { codec: 'h264' }, 'opus', ['computers']],
    ['mp4', { codec: 'h265', dynamicRange: 'hdr' }, 'aac', ['recentPhones', 'recentTvs']],
    ['mp4', { codec: 'vp9' }, 'aac', ['computers', 'recentTvs']],
    ['mp4', { codec: 'av1' }, 'aac', ['computers', 'recentTvs']],
    ['webm', { codec: 'vp8' }, null, ['computers']],
    ['mp4', { codec: 'mpeg4' }, 'aac', []],
    ['mp3', { codec: 'h264' }, 'mp3', ['everything']],
    ['ogg', { codec: 'h264' }, 'opus', ['computers', 'recentPhones']],
  ])('%s with %j and %s', (format, picture, audio, places) => {
    expect(placesOf(format, makePicture(picture), audio && { codec: audio })).toEqual(places);
  });

  it.each<[object, string[]]>([
    [{ isPlain: true }, ['everything']],
    [{ isPlain: false }, []],
    [{ width: 4096, height: 2160, fps: 60 }, ['everything']],
    [{ width: 2160, height: 3840, fps: 59.94 }, ['everything']],
    [{ width: 7680, height: 4320, fps: 30 }, []],
    [{ fps: 120 }, []],
    [{ isPlain: false, codec: 'h265' }, ['recentPhones', 'recentTvs']],
  ])('is told by what decoders take: H.264 with %j', (picture, places) => {
    expect(placesOf('mp4', { ...makePicture({ codec: 'h264' }), ...picture }, null)).toEqual(
      places,
    );
  });

  it('is what the format promises where the video is unknown', () => {
    expect(placesOf('avi', null, null)).toEqual(FILE_FORMATS.avi.playsOn);
  });
});

it.each<[Partial<Picture>, string | null]>([
  [{ width: 1920, height: 1080, fps: 30.4 }, '1080p'],
  [{ width: 1920, height: 1080, fps: 59.94 }, '1080p60'],
  [{ width: 1080, height: 1920, fps: 50, dynamicRange: 'hdr' }, '1080p50 HDR'],
  [{ width: 1280, height: 720, fps: null }, '720p'],
  [{ width: null, height: 720, fps: null }, '720p'],
  [{ width: 640, height: null, fps: null }, '640p'],
  [{ width: null, height: null, fps: 60 }, null],
])('the resolution of %j is %s', (picture, label) => {
  expect(resolutionLabel(makePicture(picture))).toBe(label);
});

it('a photo is named by both sides, or by what is unknown', () => {
  expect(dimensionsLabel(makePicture({ width: 1080, height: 1350 }))).toBe('1080 × 1350');
  expect(dimensionsLabel(makePicture({ width: null }))).toBe('dimensions unknown');
  expect(dimensionsLabel(null)).toBe('dimensions unknown');
});

it.each<[number | null, boolean, string | null]>([
  [null, false, null],
  [1, true, '1 kB'],
  [1_499, true, '1 kB'],
  [1_500, true, '2 kB'],
  [999_000, true, '999 kB'],
  [1_000_000, true, '1 MB'],
  [83_600_000, false, '≈ 84 MB'],
  [999_000_000, true, '999 MB'],
  [1_000_000_000, true, '1.0 GB'],
  [1_240_000_000, false, '≈ 1.2 GB'],
])('the size of %s bytes, exact: %s, is %s', (bytes, exact, label) => {
  expect(sizeLabel({ bytes, exact })).toBe(label);
});

it('a codec is called as people write it, and by no name if there is none', () => {
  const named = [...VIDEO_CODECS, ...AUDIO_CODECS].map((codec) => [codec, codecName(codec)]);
  expect(Object.fromEntries(named)).toEqual({
    h264: 'H.264',
    h265: 'H.265',
    h266: 'H.266',
    vp8: 'VP8',
    vp9: 'VP9',
    av1: 'AV1',
    mpeg4: 'MPEG-4',
    aac: 'AAC',
    mp3: 'MP3',
    opus: 'Opus',
    vorbis: 'Vorbis',
    ac3: 'AC-3',
    eac3: 'E-AC-3',
    flac: 'FLAC',
    other: null,
  });
});
