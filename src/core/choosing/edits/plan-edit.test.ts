import { describe, expect, it } from 'vitest';
import type { VideoCodec } from '../../../shared/media/media.ts';
import type { Edit } from './edit.ts';
import { type EditedFile, planEdit } from './plan-edit.ts';

const FILE: EditedFile = {
  id: 'f',
  container: 'mp4',
  picture: { codec: 'h264', width: 1920, height: 1080, fps: 30 },
  sound: { codec: 'aac' },
  durationSeconds: 100,
  bytes: 100_000_000,
  playsOn: ['everything'],
};
const PICTURE = { codec: 'h264', width: 1920, height: 1080, fps: 30 } as const;
const withPicture = (container: EditedFile['container'], codec: VideoCodec) => ({
  container,
  picture: { ...PICTURE, codec },
});
const KEPT: Edit = {
  container: null,
  span: null,
  cut: 'exact',
  quality: null,
  kilobitsPerSecond: null,
  maxBytes: null,
};
const span = { startSeconds: 10, endSeconds: 30 };
const H264 = { codec: 'h264', shortSide: null, kilobitsPerSecond: null };

describe('the plan of an edit', () => {
  it.each<[string, Partial<Edit>, object]>([
    ['copies a part from its key frame', { span, cut: 'keyframe' }, { kind: 'clip', span }],
    ['encodes a part that is exact', { span }, { kind: 'encode', picture: H264, span }],
    ['copies what the format takes', { container: 'mov' }, { kind: 'copy', container: 'mov' }],
    [
      'encodes what it does not take',
      { container: 'webm' },
      { kind: 'encode', picture: { codec: 'vp9' }, sound: { codec: 'opus' } },
    ],
    [
      'takes the sound alone, at the bit rate that was asked for',
      { container: 'mp3', kilobitsPerSecond: 192 },
      { picture: null, sound: { codec: 'mp3', kilobitsPerSecond: 192 } },
    ],
    [
      'makes it smaller',
      { quality: 'low' },
      { kind: 'encode', picture: { shortSide: 360 }, sound: 'copy' },
    ],
    ['copies what fits the size', { maxBytes: 200_000_000 }, { kind: 'copy' }],
    ['copies what fits the size with some room', { maxBytes: 102_050_000 }, { kind: 'copy' }],
    ['encodes what might not', { maxBytes: 101_000_000 }, { kind: 'encode' }],
    [
      'copies a part that fits the size',
      { span, cut: 'keyframe', maxBytes: 21_000_000 },
      { kind: 'clip' },
    ],
    ['does not make a picture larger', { quality: 'high' }, { kind: 'copy' }],
    [
      'encodes the audio again for another bit rate, and nothing else',
      { kilobitsPerSecond: 96 },
      { picture: 'copy', sound: { codec: 'aac', kilobitsPerSecond: 96 } },
    ],
    [
      'encodes audio for its quality',
      { container: 'm4a', quality: 'medium' },
      { picture: null, sound: { codec: 'aac', kilobitsPerSecond: 128 } },
    ],
    ['copies audio where no quality was chosen', { container: 'm4a' }, { kind: 'copy' }],
    [
      'encodes audio well where no quality was chosen',
      { container: 'mp3' },
      { sound: { codec: 'mp3', kilobitsPerSecond: 320 } },
    ],
    [
      'encodes all of a part that is exact, in its quality',
      { span, quality: 'medium' },
      { picture: { shortSide: 720 }, sound: { codec: 'aac', kilobitsPerSecond: 128 } },
    ],
    [
      'encodes both streams to fit a size',
      { maxBytes: 20_000_000 },
      { picture: { codec: 'h264' }, sound: { codec: 'aac' } },
    ],
  ])('%s', (_what, edit, recipe) => {
    expect(planEdit(FILE, { ...KEPT, ...edit }).recipe).toMatchObject(recipe);
  });

  it.each<[EditedFile['sound'], Partial<Edit>, number]>([
    [{ codec: 'aac', kilobitsPerSecond: 48 }, { span }, 48],
    [{ codec: 'aac', kilobitsPerSecond: 256 }, { span }, 192],
    [{ codec: 'aac', kilobitsPerSecond: 12 }, { span }, 32],
    [{ codec: 'aac', kilobitsPerSecond: null }, { span }, 192],
    [{ codec: 'aac', kilobitsPerSecond: 48 }, { span, quality: 'low' }, 48],
    [{ codec: 'aac', kilobitsPerSecond: 48 }, { container: 'webm' }, 48],
    [{ codec: 'mp3', kilobitsPerSecond: 64 }, { span }, 64],
    // MP3 and AAC need more than Opus for the same, and others than these are not compared.
    [{ codec: 'opus', kilobitsPerSecond: 64 }, { span }, 192],
    [{ codec: 'aac', kilobitsPerSecond: 48 }, { container: 'mp3' }, 320],
    [{ codec: 'flac', kilobitsPerSecond: 100 }, { span }, 192],
    [{ codec: 'aac', kilobitsPerSecond: 48 }, { kilobitsPerSecond: 96 }, 96],
  ])(
    'does not raise the rate of audio that gains nothing: %j with %j has %i',
    (sound, edit, rate) => {
      expect(planEdit({ ...FILE, sound }, { ...KEPT, ...edit }).recipe).toMatchObject({
        sound: { kilobitsPerSecond: rate },
      });
    },
  );

  it.each<[string, Partial<EditedFile>, object]>([
    ['as its own', { container: 'mov' }, { kind: 'copy', container: 'mov' }],
    ['of a kind that is not written as MP4', { container: 'mkv' }, { container: 'mp4' }],
    ['with VP8 as WebM', withPicture('mkv', 'vp8'), { container: 'webm', picture: 'copy' }],
    ['with AV1 as WebM', withPicture('mkv', 'av1'), { container: 'webm', picture: 'copy' }],
    ['without a picture as M4A', { container: 'flac', picture: null }, { container: 'm4a' }],
    [
      'of sound in a format of films as the file of its codec',
      { container: 'webm', picture: null, sound: { codec: 'opus' } },
      { kind: 'copy', container: 'ogg' },
    ],
    [
      'of MP3 in a format of films as MP3',
      { container: 'mkv', picture: null, sound: { codec: 'mp3' } },
      { kind: 'copy', container: 'mp3' },
    ],
    [
      'of Opus in an M4A as Ogg',
      { container: 'm4a', picture: null, sound: { codec: 'opus' } },
      { kind: 'copy', container: 'ogg' },
    ],
    ['of an MP4 without a picture as M4A', { picture: null }, { kind: 'copy', container: 'm4a' }],
    [
      'of sound as its own',
      { container: 'ogg', picture: null, sound: { codec: 'vorbis' } },
      { kind: 'copy', container: 'ogg' },
    ],
    [
      'without sound',
      { ...withPicture('mkv', 'mpeg4'), sound: null },
      { container: 'mp4', sound: null },
    ],
  ])('keeps the format where none was chosen: a file %s', (_what, file, recipe) => {
    expect(planEdit({ ...FILE, ...file }, KEPT).recipe).toMatchObject(recipe);
  });

  it('bounds the shorter side of an upright picture', () => {
    const upright = { ...FILE, picture: { ...PICTURE, width: 1080, height: 1920 } };
    expect(planEdit(upright, { ...KEPT, quality: 'medium' }).expect.picture).toEqual({
      codec: 'h264',
      width: 720,
      height: 1280,
    });
    for (const [width, height] of [
      [720, 1280],
      [1280, 720],
    ] as const) {
      const fitting = { ...FILE, picture: { ...PICTURE, width, height } };
      expect(planEdit(fitting, { ...KEPT, quality: 'medium' }).recipe.kind).toBe('copy');
    }
    const madeOf = (width: number, height: number) =>
      planEdit({ ...FILE, picture: { ...PICTURE, width, height } }, { ...KEPT, quality: 'medium' })
        .expect.picture;
    expect(madeOf(1919, 1080)).toMatchObject({ width: 1279, height: 720 });
    expect(madeOf(1080, 1919)).toMatchObject({ width: 720, height: 1279 });
  });

  it('expects what it makes', () => {
    const expected = (edit: Partial<Edit>) => planEdit(FILE, { ...KEPT, ...edit }).expect;
    const picture = { codec: 'h264', width: 1920, height: 1080 };
    expect(expected({})).toEqual({ picture, sound: { codec: 'aac' }, durationSeconds: 100 });
    expect(expected({ span })).toMatchObject({ picture, durationSeconds: 20 });
    expect(expected({ span, cut: 'keyframe' })).toMatchObject({ durationSeconds: null });
    expect(expected({ container: 'mp3' })).toMatchObject({
      picture: null,
      sound: { codec: 'mp3' },
    });
    expect(expected({ quality: 'low' })).toMatchObject({
      picture: { codec: 'h264', width: 640, height: 360 },
    });
  });

  it('takes of the file as much as the part is long', () => {
    expect(planEdit(FILE, { ...KEPT, span }).estimate).toEqual({ bytes: 20_000_000, exact: false });
  });

  it('has the role of what the file holds', () => {
    const roleOf = (file: Partial<EditedFile>) =>
      planEdit({ ...FILE, ...file }, { ...KEPT, container: 'mp3' }).sources;
    expect(roleOf({})).toEqual([{ kind: 'file', fileId: 'f', role: 'both' }]);
    expect(roleOf({ picture: null })).toEqual([{ kind: 'file', fileId: 'f', role: 'sound' }]);
  });

  it('has one key for one result of one file', () => {
    const keyFor = (edit: Partial<Edit>, file: Partial<EditedFile> = {}) =>
      planEdit({ ...FILE, ...file }, { ...KEPT, ...edit }).key;
    const later = { startSeconds: 10, endSeconds: 31 };
    const keys = [
      keyFor({}),
      keyFor({}, { id: 'g' }),
      keyFor({ span }),
      keyFor({ span: later }),
      keyFor({ span, cut: 'keyframe' }),
      keyFor({ span: later, cut: 'keyframe' }),
      keyFor({ quality: 'low' }),
      keyFor({ quality: 'medium' }),
      keyFor({ kilobitsPerSecond: 96 }),
      keyFor({ maxBytes: 20_000_000 }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keyFor({ quality: 'high' })).toBe(keyFor({}));
  });

  it('fits a size: its bit rates stay within it', () => {
    const { recipe } = planEdit(FILE, { ...KEPT, maxBytes: 20_000_000 });
    if (recipe.kind !== 'encode') throw new TypeError(recipe.kind);
    const rates = [recipe.picture, recipe.sound].map((one) =>
      one === null || one === 'copy' ? 0 : (one.kilobitsPerSecond ?? 0),
    );
    const kilobits = rates.reduce((sum, one) => sum + one, 0);
    expect(kilobits).toBeGreaterThan(1000);
    expect((kilobits * 1000 * 100) / 8).toBeLessThan(20_000_000);
    expect(recipe.fitBytes).toBe(20_000_000);
  });

  it('is as long as the part, and ends with the file where the end was rounded', () => {
    expect(planEdit(FILE, { ...KEPT, span })).toMatchObject({
      key: expect.stringMatching(/^file\/f\//),
      seconds: 20,
      estimate: { bytes: 20_000_000, exact: false },
    });
    const odd = { startSeconds: 10, endSeconds: 30.1234567 };
    expect(planEdit(FILE, { ...KEPT, span: odd }).estimate.bytes).toBe(20_123_457);
    const late = { startSeconds: 90, endSeconds: 100.4 };
    expect(planEdit(FILE, { ...KEPT, span: late }).seconds).toBe(10);
  });

  it.each<[string, Partial<EditedFile>, Partial<Edit>]>([
    ['choice_unavailable', { container: 'image', durationSeconds: null }, {}],
    ['no_picture', { picture: null }, { container: 'mp4' }],
    ['no_sound', { sound: null }, { container: 'mp3' }],
    ['too_small_to_fit', {}, { maxBytes: 100_000 }],
    ['invalid_request', {}, { span: { startSeconds: 100, endSeconds: 110 } }],
    ['invalid_request', {}, { span: { startSeconds: 10, endSeconds: 101 } }],
    ['invalid_request', {}, { span: { startSeconds: 10, endSeconds: 10 } }],
    ['choice_unavailable', { container: 'image' }, {}],
    ['choice_unavailable', { durationSeconds: null }, {}],
    ['choice_unavailable', { durationSeconds: 0 }, {}],
    ['no_sound', { picture: PICTURE, sound: null }, { container: 'm4a' }],
  ])('is refused as %s: %j %j', (code, file, edit) => {
    const plan = () => planEdit({ ...FILE, ...file }, { ...KEPT, ...edit });
    expect(plan).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    [-1, 5, 'start'],
    [100, 110, 'start'],
    [Number.NaN, 5, 'start'],
    [10, 100.6, 'end'],
    [10, 9, 'end'],
    [10, 10.03, 'end'],
    [99.99, 100.4, 'end'],
  ])('names the end of a part that is not within the file: %d to %d', (from, to, field) => {
    const wrong = { ...KEPT, span: { startSeconds: from, endSeconds: to } };
    expect(() => planEdit(FILE, wrong)).toThrow(expect.objectContaining({ params: { field } }));
  });

  it('may be a moment, and may begin with the file', () => {
    const moment = { startSeconds: 0, endSeconds: 0.05 };
    expect(planEdit(FILE, { ...KEPT, span: moment }).recipe).toMatchObject({ span: moment });
  });

  it('of a part ends with the file where the end was rounded, in its recipe too', () => {
    const late = { startSeconds: 90, endSeconds: 100.5 };
    expect(planEdit(FILE, { ...KEPT, span: late }).recipe).toMatchObject({
      span: { startSeconds: 90, endSeconds: 100 },
    });
  });

  it('of a silent file is a silent file', () => {
    expect(planEdit({ ...FILE, sound: null }, KEPT).recipe).toEqual({
      kind: 'copy',
      container: 'mp4',
    });
  });

  it('fits the size by the length of the part', () => {
    const { recipe } = planEdit(FILE, { ...KEPT, span, maxBytes: 10_000_000 });
    // 10 MB in 20 seconds: 4000 kilobits a second, with room for the container.
    expect(recipe).toMatchObject({ picture: { kilobitsPerSecond: 3712 } });
  });
});
