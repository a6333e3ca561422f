import { describe, expect, it } from 'vitest';
import { mp3Recipe, type PlanOption, type Recipe } from './plan.ts';
import { keyOf } from './plan-key.ts';

const MEDIA = ['youtube', 'aaaaaaaaaaa', 'item'];
const trackOf = (trackId: string, role: 'picture' | 'sound' | 'both') =>
  ({ kind: 'track', trackId, role }) as const;
const optionOf = (recipe: Recipe, sources: PlanOption['sources'] = [trackOf('a', 'both')]) =>
  ({
    sources,
    recipe,
    expect: { picture: null, sound: null, durationSeconds: null },
    estimate: { bytes: null, exact: false },
  }) satisfies PlanOption;

const copied = optionOf({ kind: 'copy', container: 'mp4' });
const mp3 = optionOf(mp3Recipe(320));
const picture = { codec: 'h264', shortSide: 720, kilobitsPerSecond: null } as const;
const encode = {
  kind: 'encode',
  container: 'mp4',
  picture,
  sound: 'copy',
  span: null,
  fitBytes: null,
} as const;
const slides = (secondsPerPicture: number) =>
  optionOf({ kind: 'slideshow', container: 'mp4', secondsPerPicture });

const CHAPTERS = [{ title: 'A', startSeconds: 0, endSeconds: null }];

type Request = Parameters<typeof keyOf>;

describe('the key of a plan', () => {
  it.each<[string, Request, Request]>([
    ['of another platform', [MEDIA, copied], [['tiktok', 'aaaaaaaaaaa', 'item'], copied]],
    ['of another post', [MEDIA, copied], [['youtube', 'b', 'item'], copied]],
    ['of another item', [MEDIA, copied], [['youtube', 'aaaaaaaaaaa', 'other'], copied]],
    ['whose ids have a slash', [['a/b', 'c', ''], copied], [['a', 'b/c', ''], copied]],
    ['of another track', [MEDIA, copied], [MEDIA, optionOf(copied.recipe, [trackOf('b', 'both')])]],
    [
      'of another file',
      [MEDIA, optionOf(mp3.recipe, [{ kind: 'file', fileId: 'a', role: 'both' }])],
      [MEDIA, optionOf(mp3.recipe, [{ kind: 'file', fileId: 'b', role: 'both' }])],
    ],
    [
      'that leaves the sound out',
      [MEDIA, copied],
      [MEDIA, optionOf(copied.recipe, [trackOf('a', 'picture')])],
    ],
    ['in another format', [MEDIA, copied], [MEDIA, optionOf({ kind: 'copy', container: 'mov' })]],
    [
      'that is written, not passed on',
      [MEDIA, copied],
      [MEDIA, optionOf({ kind: 'mux', container: 'mp4' })],
    ],
    ['at another bit rate', [MEDIA, mp3], [MEDIA, optionOf(mp3Recipe(128))]],
    [
      'in another audio format',
      [MEDIA, mp3],
      [MEDIA, optionOf({ ...mp3Recipe(320), container: 'aac' })],
    ],
    [
      'of another size',
      [MEDIA, optionOf(encode)],
      [MEDIA, optionOf({ ...encode, picture: { ...picture, shortSide: 360 } })],
    ],
    [
      'whose audio is encoded',
      [MEDIA, optionOf(encode)],
      [MEDIA, optionOf({ ...encode, sound: { codec: 'aac', kilobitsPerSecond: 128 } })],
    ],
    ['that shows its pictures longer', [MEDIA, slides(3)], [MEDIA, slides(5)]],
    [
      'with another title',
      [MEDIA, mp3, { tags: { title: 'a' } }],
      [MEDIA, mp3, { tags: { title: 'b' } }],
    ],
    [
      'with another artist',
      [MEDIA, mp3, { tags: { artist: 'a' } }],
      [MEDIA, mp3, { tags: { artist: 'b' } }],
    ],
    [
      'by the title of the other',
      [MEDIA, mp3, { tags: { title: 'a' } }],
      [MEDIA, mp3, { tags: { artist: 'a' } }],
    ],
    [
      'with a cover',
      [MEDIA, mp3, { tags: { title: 'a', cover: false } }],
      [MEDIA, mp3, { tags: { title: 'a', cover: true } }],
    ],
    [
      'with the cover that is usual',
      [MEDIA, mp3, { tags: { cover: false } }],
      [MEDIA, mp3, { tags: {} }],
    ],
    ['with tags', [MEDIA, mp3], [MEDIA, mp3, { tags: {} }]],
    ['with subtitles', [MEDIA, copied], [MEDIA, copied, { subtitles: ['en'] }]],
    [
      'with other subtitles',
      [MEDIA, copied, { subtitles: ['en'] }],
      [MEDIA, copied, { subtitles: ['en', 'de'] }],
    ],
    ['with chapters', [MEDIA, copied], [MEDIA, copied, {}, CHAPTERS]],
    [
      'with another title of a chapter',
      [MEDIA, mp3, {}, CHAPTERS],
      [MEDIA, mp3, {}, CHAPTERS.map((one) => ({ ...one, title: 'Other' }))],
    ],
    [
      'with another time of a chapter',
      [MEDIA, mp3, {}, CHAPTERS],
      [MEDIA, mp3, {}, CHAPTERS.map((one) => ({ ...one, startSeconds: 1 }))],
    ],
  ])('tells a file apart from one %s', (_what, one, other) => {
    expect(keyOf(...other)).not.toBe(keyOf(...one));
    expect(keyOf(...structuredClone(one))).toBe(keyOf(...one));
  });

  it('is the same whatever chapters there are for a format that holds none', () => {
    const avi = optionOf({ kind: 'copy', container: 'avi' });
    expect(keyOf(MEDIA, avi, {}, CHAPTERS)).toBe(keyOf(MEDIA, avi));
  });

  it('is the same whatever is expected of the file', () => {
    const known = { ...copied, estimate: { bytes: 5, exact: true } };
    expect(keyOf(MEDIA, known)).toBe(keyOf(MEDIA, copied));
  });
});
