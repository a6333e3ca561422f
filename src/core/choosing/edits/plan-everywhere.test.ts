// The edits that make a file play everywhere, and those of a file with several sounds.
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
  playsOn: ['everything'],
};
const EDIT: Edit = {
  container: 'mp4',
  span: null,
  cut: 'exact',
  quality: null,
  kilobitsPerSecond: null,
  maxBytes: null,
  everywhere: true,
};
const H264 = { codec: 'h264', shortSide: null, kilobitsPerSecond: null };
const of = (codec: 'h264' | 'h265' | 'av1', width = 1920, height = 1080, fps = 30) => ({
  picture: { codec, width, height, fps },
});

describe('a file that is to play everywhere', () => {
  it.each<[string, Partial<EditedFile>, object]>([
    ['is copied where it does', {}, { kind: 'copy' }],
    ['is copied from another container', { container: 'mkv' }, { kind: 'copy' }],
    [
      'is encoded of H.265',
      { ...of('h265'), playsOn: ['recentPhones'] },
      { picture: H264, sound: 'copy' },
    ],
    [
      'is encoded of H.264 that plays nowhere for certain',
      { playsOn: [] },
      { picture: H264, sound: 'copy' },
    ],
    [
      'keeps its picture where only the sound is another',
      { sound: { codec: 'opus' }, playsOn: ['computers'] },
      { picture: 'copy', sound: { codec: 'aac' } },
    ],
    [
      'has AAC even where MP3 would do',
      { sound: { codec: 'mp3' } },
      { picture: 'copy', sound: { codec: 'aac' } },
    ],
    [
      'has at most 4K',
      { ...of('av1', 7680, 4320), playsOn: [] },
      { picture: { ...H264, shortSide: 2160 } },
    ],
    [
      'upright as well',
      { ...of('av1', 4320, 7680), playsOn: [] },
      { picture: { ...H264, shortSide: 2160 } },
    ],
    [
      'and is no wider',
      { ...of('av1', 5120, 1440), playsOn: [] },
      { picture: { ...H264, shortSide: 1080 } },
    ],
    [
      'and 60 frames a second',
      { ...of('av1', 1280, 720, 120), playsOn: [] },
      { picture: { ...H264, mostFps: 60 } },
    ],
  ])('%s', (_what, changes, recipe) => {
    expect(planEdit({ ...FILE, ...changes }, EDIT).recipe).toMatchObject(recipe);
  });

  it('is H.265 when it need not', () => {
    const file = { ...FILE, ...of('h265'), playsOn: [] };
    expect(planEdit(file, { ...EDIT, everywhere: false }).recipe).toMatchObject({ kind: 'copy' });
  });
});

describe('a file with several sounds', () => {
  const plan = (kept: 'all' | 'first', changes: Partial<Edit>) =>
    planEdit({ ...FILE, sounds: { count: 3, kept } }, { ...EDIT, everywhere: false, ...changes });
  const span = { startSeconds: 1, endSeconds: 9 };
  it.each<[string, Partial<Edit>]>([
    ['copied', { container: 'mp4' }],
    ['encoded', { container: 'webm' }],
    ['its sound', { container: 'mp3' }],
    ['fitted', { container: 'mp4', maxBytes: 20_000_000 }],
    ['cut', { span }],
  ])('has all of them mixed where they belong together: %s', (_what, changes) => {
    const { recipe, sounds } = plan('all', changes);
    expect(recipe).toMatchObject({ kind: 'encode', sound: { mixesAll: true } });
    expect(sounds).toEqual({ count: 3, kept: 'all' });
  });

  it.each<[string, 'all' | 'first', Partial<Edit>]>([
    ['where they do not', 'first', { container: 'mp4' }],
    ['where they do not, encoded', 'first', { container: 'webm' }],
    ['from a key frame on, where nothing is encoded', 'all', { span, cut: 'keyframe' }],
  ])('has the first, and says so: %s', (_what, kept, changes) => {
    const { recipe, sounds } = plan(kept, changes);
    expect(JSON.stringify(recipe)).not.toContain('mixesAll');
    expect(sounds).toEqual({ count: 3, kept: 'first' });
  });

  it('keeps the picture as it is while they are mixed', () => {
    expect(plan('all', {}).recipe).toMatchObject({ picture: 'copy' });
  });
});
