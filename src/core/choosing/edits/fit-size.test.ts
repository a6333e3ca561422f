import { describe, expect, it } from 'vitest';
import { EDIT_TARGETS } from '../../../shared/media/edit-targets.ts';
import { fitRates } from './fit-size.ts';

const HD = { width: 1920, height: 1080, fps: 30 };
const SOUND = { codec: 'aac' };
/** So many kilobits per second for the streams of a file of 100 seconds. */
const bytesFor = (kilobits: number) => Math.ceil((kilobits * 1000 * 100) / 8 / 0.96);

type File = Parameters<typeof fitRates>[0];
const ratesFor = (file: Partial<File>, kilobits: number, to: 'mp4' | 'webm' | 'mp3' = 'mp4') =>
  fitRates({ picture: HD, sound: SOUND, ...file }, EDIT_TARGETS[to], {
    maxBytes: bytesFor(kilobits),
    seconds: 100,
  });
const ratesOf = ({ picture, sound }: ReturnType<typeof ratesFor>) => [
  picture?.kilobitsPerSecond ?? null,
  sound?.kilobitsPerSecond ?? null,
];

describe('the rates that fit a size', () => {
  it.each<[string, Partial<File>, number, [number | null, number | null]]>([
    ['give audio its most and the rest to the picture', {}, 8000, [7872, 128]],
    ['give audio about a seventh', {}, 700, [604, 96]],
    ['never give audio less than its least', {}, 120, [88, 32]],
    ['give all to the picture of a silent file', { sound: null }, 500, [500, null]],
    ['begin at what makes a video worth watching', {}, 96, [64, 32]],
    ['begin lower without sound', { sound: null }, 64, [64, null]],
  ])('%s', (_what, file, kilobits, rates) => {
    expect(ratesOf(ratesFor(file, kilobits))).toEqual(rates);
  });

  it.each([
    [500, 320],
    [320, 320],
    [319, 256],
    [255, 192],
    [191, 160],
    [159, 128],
    [127, 96],
    [95, 64],
    [63, 48],
    [47, 32],
    [33, 32],
  ])('of %i for sound alone are a step that encoders take: %i', (kilobits, rate) => {
    expect(ratesFor({}, kilobits, 'mp3')).toEqual({
      picture: null,
      sound: { codec: 'mp3', kilobitsPerSecond: rate },
    });
  });

  it('are in the codecs of the format', () => {
    const { picture, sound } = ratesFor({}, 5000, 'webm');
    expect([picture?.codec, sound?.codec]).toEqual(['vp9', 'opus']);
  });

  it.each<[string, Partial<File>, 'mp4' | 'mp3', number, number]>([
    ['a video', {}, 'mp4', 95, 1.3],
    ['a silent video', { sound: null }, 'mp4', 63, 0.9],
    ['sound', {}, 'mp3', 31, 0.5],
  ])(
    'do not exist below a least, which is named in megabytes: %s',
    (_what, file, to, kilobits, megabytes) => {
      expect(() => ratesFor(file, kilobits, to)).toThrow(
        expect.objectContaining({ code: 'too_small_to_fit', params: { megabytes } }),
      );
      // What is named would do.
      const enough = { maxBytes: megabytes * 1e6, seconds: 100 };
      expect(() =>
        fitRates({ picture: HD, sound: SOUND, ...file }, EDIT_TARGETS[to], enough),
      ).not.toThrow();
    },
  );
});

describe('a picture that fits a size', () => {
  const UPRIGHT = { width: 1080, height: 1920, fps: 30 };
  // 0.05 bits for each of 1920 × 1080 pixels, 30 times a second: 3111 kilobits.
  it.each<[string, File['picture'], number, number | null]>([
    ['stays as large as it is while it has the bits for that', HD, 3112, null],
    ['is the next size then', HD, 3110, 720],
    ['is the largest size that has them', HD, 1000, 480],
    ['may stand upright', UPRIGHT, 3112, null],
    ['may stand upright and be smaller', UPRIGHT, 3110, 720],
    ['is smaller for more frames', { ...HD, fps: 60 }, 3112, 720],
    ['is taken for a usual one without frames', { ...HD, fps: null }, 3112, null],
    ['is taken for a usual one without frames, and no better', { ...HD, fps: null }, 3110, 720],
    ['is never smaller than the least size', HD, 70, 240],
    ['stays if it is smaller already', { width: 320, height: 240, fps: 30 }, 70, null],
    ['counts its own shape', { width: 1080, height: 1080, fps: 30 }, 1750, null],
  ])('%s', (_what, picture, kilobits, shortSide) => {
    expect(ratesFor({ picture, sound: null }, kilobits).picture?.shortSide).toBe(shortSide);
  });

  it.each([
    [4320, 30_000, 2160],
    [4320, 12_000, 1440],
    [4320, 5500, 1080],
    [4320, 3000, 720],
    [4320, 1300, 480],
    [4320, 600, 360],
    [4320, 300, 240],
    [1081, 3112, 1080],
    [1080, 3110, 720],
  ])('of %i lines with %i kilobits a second is made %i lines high', (height, kilobits, lines) => {
    const picture = { width: (height * 16) / 9, height, fps: 30 };
    expect(ratesFor({ picture, sound: null }, kilobits).picture?.shortSide).toBe(lines);
  });

  it('has only the bits that the sound leaves', () => {
    expect(ratesFor({}, 3200).picture?.shortSide).toBe(720);
  });
});
