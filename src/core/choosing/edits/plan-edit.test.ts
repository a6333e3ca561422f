import { describe, expect, it } from 'vitest';
import type { Edit } from './edit.ts';
import { type EditedFile, planEdit } from './plan-edit.ts';

const FILE: EditedFile = {
  id: 'f',
  container: 'mp4',
  picture: { codec: 'h264', width: 1920, height: 1080, fps: 30 },
  sound: { codec: 'aac' },
  durationSeconds: 100,
  bytes: 100_000_000,
};
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
  ])('%s', (_what, edit, recipe) => {
    expect(planEdit(FILE, { ...KEPT, ...edit }).recipe).toMatchObject(recipe);
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
    expect(planEdit(FILE, { ...KEPT, span }).seconds).toBe(20);
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
  ])('is refused as %s: %j %j', (code, file, edit) => {
    const plan = () => planEdit({ ...FILE, ...file }, { ...KEPT, ...edit });
    expect(plan).toThrow(expect.objectContaining({ code }));
  });
});
