import { describe, expect, it } from 'vitest';
import {
  lasting,
  picture,
  probe,
  sound,
  withPicture,
  withSound,
} from '../../../../tests/support/media/probed-film.ts';
import { MAX_MEDIA_SECONDS } from '../../../shared/limits.ts';
import { type Expected, findExcess, findFault, type Probe } from './find-fault.ts';

const expectation: Expected = {
  picture: { codec: 'h264', width: 1920, height: 1080 },
  sound: { codec: 'aac' },
  durationSeconds: 100,
};
const expecting = (changes: Partial<Expected>): Expected => ({ ...expectation, ...changes });

const together = expecting({ apartSeconds: 0 });

describe('a file is what was expected', () => {
  it.each<[string, Probe, Expected]>([
    ['when all is as announced', probe, expectation],
    ['when its size is rounded to blocks', withPicture({ height: 1088 }), expectation],
    ['when its size is 2 % off', withPicture({ width: 1958 }), expectation],
    ['when it is half a second longer', lasting(100.5), expectation],
    ['when it is half a second shorter', lasting(99.5), expectation],
    [
      'when the length of its source is not known',
      lasting(7),
      expecting({ durationSeconds: null }),
    ],
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
    ['when sound ends half a second earlier', withSound({ durationSeconds: 99.5 }), together],
    ['when sound ends half a second later', withPicture({ durationSeconds: 99.5 }), together],
    [
      'when sound ends as much earlier as in its source',
      withSound({ durationSeconds: 93 }),
      expecting({ apartSeconds: 7.2 }),
    ],
    [
      'when it is not known how its source ends',
      withSound({ durationSeconds: 93 }),
      expecting({ apartSeconds: null }),
    ],
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
  it.each<[string, Probe, Expected, string]>([
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
    ['that is too short', lasting(99.4), expectation, 'lasts 99.4 s'],
    ['that is too long', lasting(100.6), expectation, 'lasts 100.6 s'],
    ['that is turned', withPicture({ width: 1080, height: 1920 }), expectation, '1080 × 1920'],
    [
      'that is a second off in ten hours',
      lasting(36_001),
      expecting({ durationSeconds: 36_000 }),
      'lasts',
    ],
    [
      'whose sound does not end as much earlier as in its source',
      withSound({ durationSeconds: 93 }),
      expecting({ apartSeconds: 6.4 }),
      'ends 7.00 s after its sound instead of 6.40 s',
    ],
    ['that lasts no time', lasting(0), expecting({ durationSeconds: null }), 'no duration'],
    ['of unknown duration', lasting(null), expectation, 'no duration'],
    ['whose sound ends later', withPicture({ durationSeconds: 99.4 }), together, 'ends -0.60 s'],
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
    ['whose sound ends earlier', withSound({ durationSeconds: 99.4 }), together, 'ends 0.60 s'],
    ['whose sound begins later', withSound({ startSeconds: 0.6 }), together, 'ends -0.60 s'],
    [
      'whose picture ends many seconds earlier',
      withPicture({ durationSeconds: 60 }),
      together,
      'ends -40.00 s',
    ],
    [
      'whose picture begins later by what it is shorter',
      withPicture({ durationSeconds: 99, startSeconds: 0.2 }),
      together,
      'ends -0.80 s',
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
    ['240 pictures a second', withPicture({ fps: 240 }), true],
    ['a million pictures a second', withPicture({ fps: 1_000_000 }), false],
    ['300 pictures a second', withPicture({ fps: 300 }), true],
    ['301 pictures a second', withPicture({ fps: 301 }), false],
    ['an unknown rate', withPicture({ fps: null }), true],
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

it('may have one list of chapters, where its format holds one', () => {
  const seen = (count: number): Probe => ({
    ...probe,
    streams: [picture, sound, ...Array(count).fill({ kind: 'chapters', index: 2 })],
  });
  expect(findFault(seen(1), 'mp4', expectation)).toBeNull();
  expect(findFault(seen(1), 'avi', expectation)).toMatch('chapters');
  expect(findFault(seen(2), 'mp4', expectation)).toMatch('chapters');
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
