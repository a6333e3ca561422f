import { describe, expect, it } from 'vitest';
import { MAX_MEDIA_SECONDS } from '../../shared/limits.ts';
import type { Expectation } from '../choosing/plan.ts';
import {
  findExcess,
  findFault,
  type Probe,
  type ProbedPicture,
  type ProbedSound,
  receiptOf,
} from './check-file.ts';

const picture: ProbedPicture = {
  kind: 'picture',
  index: 0,
  codec: 'h264',
  width: 1920,
  height: 1080,
  fps: 30,
  dynamicRange: 'sdr',
  startSeconds: 0,
  durationSeconds: 100,
};
const sound: ProbedSound = {
  kind: 'sound',
  index: 1,
  codec: 'aac',
  sampleRateHz: 48_000,
  channels: 2,
  bitsPerSecond: 128_400,
  startSeconds: 0,
  durationSeconds: 100,
};
const probe: Probe = {
  bytes: 1_000_000,
  startSeconds: 0,
  durationSeconds: 100,
  highestFps: 30,
  streams: [picture, sound],
};
const expectation: Expectation = {
  picture: { codec: 'h264', width: 1920, height: 1080 },
  sound: { codec: 'aac' },
  durationSeconds: 100,
};
const withPicture = (changes: Partial<ProbedPicture>): Probe => ({
  ...probe,
  streams: [{ ...picture, ...changes }, sound],
});
const withSound = (changes: Partial<ProbedSound>): Probe => ({
  ...probe,
  streams: [picture, { ...sound, ...changes }],
});
const lasting = (durationSeconds: number | null): Probe => ({ ...probe, durationSeconds });
const expecting = (changes: Partial<Expectation>): Expectation => ({ ...expectation, ...changes });

describe('a file is what was expected', () => {
  it.each<[string, Probe, Expectation]>([
    ['when all is as announced', probe, expectation],
    ['when the picture is turned', withPicture({ width: 1080, height: 1920 }), expectation],
    ['when its size is rounded to blocks', withPicture({ height: 1088 }), expectation],
    ['when its size is 2 % off', withPicture({ width: 1958 }), expectation],
    ['when it is 1.5 s longer', lasting(101.5), expectation],
    ['when it is 5 s off in an hour', lasting(3605), expecting({ durationSeconds: 3600 })],
    ['when no length was announced', lasting(7), expecting({ durationSeconds: null })],
    ['when audio was unknown and there is some', probe, expecting({ sound: 'unknown' })],
    [
      'when audio was unknown and there is none',
      { ...probe, streams: [picture] },
      expecting({ sound: 'unknown' }),
    ],
    [
      'when no size was announced',
      withPicture({ width: 5000, height: 3000 }),
      expecting({ picture: { codec: 'h264', width: null, height: null } }),
    ],
    ['when its size is 16 pixels off', withPicture({ width: 1936, height: 1064 }), expectation],
    [
      'when it is small and 16 pixels off',
      withPicture({ width: 336, height: 196 }),
      expecting({ picture: { codec: 'h264', width: 320, height: 180 } }),
    ],
    [
      'when the platform did not state the codecs',
      probe,
      expecting({
        picture: { codec: 'other', width: 1920, height: 1080 },
        sound: { codec: 'other' },
      }),
    ],
    [
      'when its picture has no duration of its own',
      withPicture({ durationSeconds: null }),
      expectation,
    ],
    [
      'when its sound has no duration of its own',
      withSound({ durationSeconds: null }),
      expectation,
    ],
    [
      'when picture and sound begin late together',
      {
        ...probe,
        streams: [
          { ...picture, startSeconds: 10 },
          { ...sound, startSeconds: 10 },
        ],
      },
      expectation,
    ],
    ['when sound ends half a second earlier', withSound({ durationSeconds: 99.5 }), expectation],
    ['when sound ends half a second later', withPicture({ durationSeconds: 99.5 }), expectation],
  ])('%s', (_name, seen, expected) => {
    expect(findFault(seen, 'mp4', expected)).toBeNull();
  });

  it('when it is an MP3 with a cover', () => {
    const mp3: Probe = {
      ...probe,
      streams: [
        { ...sound, codec: 'mp3' },
        { kind: 'cover', index: 1 },
      ],
    };
    const expected = expecting({ picture: null, sound: { codec: 'mp3' } });
    expect(findFault(mp3, 'mp3', expected)).toBeNull();
    expect(findFault(mp3, 'aac', expected)).toMatch('cover');
  });
});

describe('a file is not what was expected', () => {
  it.each<[string, Probe, Expectation, string]>([
    ['without sound', { ...probe, streams: [picture] }, expectation, '0 sounds'],
    ['without picture', { ...probe, streams: [sound] }, expectation, '0 pictures'],
    ['with two sounds', { ...probe, streams: [picture, sound, sound] }, expectation, '2 sounds'],
    [
      'with two audio streams where audio was unknown',
      { ...probe, streams: [picture, sound, sound] },
      expecting({ sound: 'unknown' }),
      '2 sounds',
    ],
    ['with sound where none belongs', probe, expecting({ sound: null }), '1 sounds'],
    ['with a picture where none belongs', probe, expecting({ picture: null }), 'none belongs'],
    [
      'with subtitles',
      { ...probe, streams: [picture, sound, { kind: 'other', index: 2 }] },
      expectation,
      'neither',
    ],
    ['of another picture codec', withPicture({ codec: 'vp9' }), expectation, 'vp9 instead'],
    [
      'of another sound codec',
      probe,
      expecting({ sound: { codec: 'opus' } }),
      'aac instead of opus',
    ],
    ['of another size', withPicture({ width: 1280, height: 720 }), expectation, '1280 × 720'],
    ['of another shape', withPicture({ width: 1080, height: 1080 }), expectation, '1080 × 1080'],
    ['that is too short', lasting(98.4), expectation, 'lasts 98.4 s'],
    ['that is too long', lasting(101.6), expectation, 'lasts 101.6 s'],
    [
      'that is 6 s off in ten hours',
      lasting(36_006),
      expecting({ durationSeconds: 36_000 }),
      'lasts',
    ],
    ['that lasts no time', lasting(0), expecting({ durationSeconds: null }), 'no duration'],
    ['of unknown duration', lasting(null), expectation, 'no duration'],
    ['whose sound ends later', withPicture({ durationSeconds: 99.4 }), expectation, '0.60 s apart'],
    [
      'with two pictures',
      { ...probe, streams: [picture, picture, sound] },
      expectation,
      '2 pictures',
    ],
    [
      'that is small and 17 pixels off',
      withPicture({ width: 337, height: 180 }),
      expecting({ picture: { codec: 'h264', width: 320, height: 180 } }),
      '337 × 180 instead of 320 × 180',
    ],
    ['whose sound ends earlier', withSound({ durationSeconds: 99.4 }), expectation, '0.60 s apart'],
    ['whose sound begins later', withSound({ startSeconds: 0.6 }), expectation, '0.60 s apart'],
    [
      'whose picture ends many seconds earlier',
      withPicture({ durationSeconds: 60 }),
      expectation,
      '40.00 s apart',
    ],
    [
      'whose picture begins later by what it is shorter',
      withPicture({ durationSeconds: 99, startSeconds: 0.2 }),
      expectation,
      '0.80 s apart',
    ],
  ])('%s', (_name, seen, expected, words) => {
    expect(findFault(seen, 'mp4', expected)).toMatch(words);
  });
});

describe('a file is not decoded at all', () => {
  it.each<[string, Probe, boolean]>([
    ['4096 × 4096', withPicture({ width: 4096, height: 4096 }), true],
    ['an upright 8K', withPicture({ width: 4320, height: 7680 }), true],
    ['32768 × 32768', withPicture({ width: 32_768, height: 32_768 }), false],
    ['240 pictures a second', { ...probe, highestFps: 240 }, true],
    ['a million pictures a second', { ...probe, highestFps: 1_000_000 }, false],
    ['300 pictures a second', { ...probe, highestFps: 300 }, true],
    ['301 pictures a second', { ...probe, highestFps: 301 }, false],
    ['8192 × 4608', withPicture({ width: 8192, height: 4608 }), true],
    ['one row more', withPicture({ width: 8192, height: 4609 }), false],
    ['a strip as long as encoders take', withPicture({ width: 16_384, height: 16 }), true],
    ['a longer strip', withPicture({ width: 16_385, height: 16 }), false],
    ['a higher column', withPicture({ width: 16, height: 16_385 }), false],
    ['32 streams', { ...probe, streams: Array(32).fill(sound) }, true],
    ['33 streams', { ...probe, streams: Array(33).fill(sound) }, false],
    ['eight channels', withSound({ channels: 8 }), true],
    ['nine channels', withSound({ channels: 9 }), false],
    ['ten hours', lasting(36_000), true],
    ['the longest duration', lasting(MAX_MEDIA_SECONDS), true],
    ['a second more', lasting(MAX_MEDIA_SECONDS + 1), false],
    ['an unknown duration', lasting(null), true],
    ['a year', lasting(31_536_000), false],
  ])('%s', (_name, seen, isFine) => {
    expect(findExcess(seen) === null).toBe(isFine);
  });
});

describe('the subtitles of a file', () => {
  it.each<[number, number | undefined, string | null]>([
    [2, 2, null],
    [1, 2, 'it has 1 subtitles instead of 2'],
    [3, 2, 'it has 3 subtitles instead of 2'],
    [1, undefined, 'it has 1 subtitles instead of 0'],
  ])('are as many as were chosen: %i of %o', (count, subtitles, fault) => {
    const streams = Array.from({ length: count }, (_, at) => ({
      kind: 'subtitles' as const,
      index: 2 + at,
    }));
    const seen = { ...probe, streams: [picture, sound, ...streams] };
    const expected = subtitles === undefined ? expectation : expecting({ subtitles });
    expect(findFault(seen, 'mp4', expected)).toBe(fault);
  });
});

describe('a photo', () => {
  const still = { ...picture, durationSeconds: null };
  it.each<[string, Probe['streams'], boolean]>([
    ['one picture of any size', [{ ...still, width: 10, height: 10 }], true],
    ['no picture', [], false],
    ['two pictures', [still, still], false],
    ['a picture with sound', [still, sound], false],
    ['a picture with something else', [still, { kind: 'other', index: 1 }], false],
  ])('is exactly one picture, without a duration: %s', (_name, streams, isFine) => {
    const seen = { ...probe, durationSeconds: null, streams };
    expect(findFault(seen, 'image', expecting({ sound: null })) === null).toBe(isFine);
  });
});

describe('a receipt', () => {
  it('says what is in the file', () => {
    expect(receiptOf(probe, 'mp4', 'mp4')).toEqual({
      container: 'mp4',
      picture: { codec: 'h264', width: 1920, height: 1080, fps: 30 },
      sound: { codec: 'aac', sampleRateHz: 48_000, channels: 2, kilobitsPerSecond: 128 },
      durationSeconds: 100,
      bytes: 1_000_000,
      playsOn: ['everything'],
      extension: 'mp4',
    });
  });

  it.each<[string, Probe, Parameters<typeof receiptOf>[1], readonly string[]]>([
    ['VP9', withPicture({ codec: 'vp9' }), 'mp4', ['computers', 'recentTvs']],
    ['HDR', withPicture({ dynamicRange: 'hdr' }), 'mp4', []],
    [
      'Opus in MP4',
      { ...probe, streams: [picture, { ...sound, codec: 'opus' }] },
      'mp4',
      ['computers'],
    ],
    ['MP3', { ...probe, streams: [{ ...sound, codec: 'mp3' }] }, 'mp3', ['everything']],
    ['a photo', { ...probe, streams: [picture] }, 'image', ['everything']],
  ])('says where %s plays', (_name, seen, container, places) => {
    expect(receiptOf(seen, container, 'x').playsOn).toEqual(places);
  });

  it('leaves out a bit rate that is not known, and a sound that is not there', () => {
    const receipt = receiptOf(withSound({ bitsPerSecond: null }), 'mp4', 'mp4');
    expect(receipt.sound?.kilobitsPerSecond).toBeNull();
    expect(receiptOf({ ...probe, streams: [picture] }, 'mp4', 'mp4').sound).toBeNull();
    expect(receiptOf({ ...probe, streams: [sound] }, 'm4a', 'm4a').picture).toBeNull();
  });

  it('of a photo has no time in it', () => {
    const receipt = receiptOf({ ...probe, streams: [picture] }, 'image', 'jpg');
    expect([receipt.durationSeconds, receipt.picture?.fps]).toEqual([null, null]);
  });
});
