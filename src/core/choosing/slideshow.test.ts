import { describe, expect, it } from 'vitest';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
} from '../../../tests/support/media/make-item.ts';
import { choiceOf } from './choice.ts';
import { planDownload } from './plan-download.ts';
import { slideshowOf } from './slideshow.ts';

const photo = (index: number) =>
  makeItem(
    [
      makeTrack(`${index}.small`, { picture: makePicture({ width: 320, height: 400 }) }),
      makeTrack(`${index}.large`, { picture: makePicture({ width: 1080, height: 1350 }) }),
    ],
    { id: `p${index}`, index, kind: 'photo', durationSeconds: null },
  );
const sound = makeItem([makeTrack('music', { container: 'mp3', sound: makeSound() })], {
  id: 'sound',
  index: 9,
  kind: 'sound',
  durationSeconds: 60,
});
const video = makeItem([makeTrack('both', { picture: makePicture(), sound: makeSound() })], {
  id: 'video',
});

const plan = (items: Parameters<typeof makeInspection>[0], secondsPerPicture = 3) => {
  const choice = { itemId: null, span: null, container: 'slideshow', secondsPerPicture } as const;
  const planned = planDownload(makeInspection(items), choice);
  return 'plan' in planned ? planned.plan : planned;
};

describe('a slideshow', () => {
  it('has the largest of each photo in their order, and the sound of the post', () => {
    expect(plan([photo(1), video, photo(2), sound], 2)).toMatchObject({
      sources: [
        { kind: 'track', trackId: '1.large', role: 'picture' },
        { kind: 'track', trackId: '2.large', role: 'picture' },
        { kind: 'track', trackId: 'music', role: 'sound' },
      ],
      recipe: { kind: 'slideshow', container: 'mp4', secondsPerPicture: 2 },
      expect: { picture: { codec: 'h264' }, sound: { codec: 'aac' }, durationSeconds: 4 },
      itemId: 'p1',
      seconds: 4,
      alternatives: [],
    });
  });

  it('is silent where the post has no sound of its own: that of a video belongs to the video', () => {
    expect(plan([photo(1), video])).toMatchObject({
      sources: [{ trackId: '1.large' }],
      expect: { sound: null },
    });
  });

  it('is another file for other pictures, other seconds and another sound', () => {
    const keys = [
      plan([photo(1), photo(2), sound]),
      plan([photo(1), photo(2)]),
      plan([photo(1), sound]),
      plan([photo(1), photo(2), sound], 5),
    ].map((one) => ('key' in one ? one.key : null));
    expect(new Set(keys).size).toBe(4);
    expect(plan([photo(1), photo(2), sound])).toMatchObject({ key: keys[0] });
  });

  it('is that of its own post: the size is an estimate', () => {
    const made = plan([photo(1), sound]);
    expect(made).toMatchObject({
      key: expect.stringContaining('youtube/aaaaaaaaaaa/p1/'),
      media: { platform: 'youtube', id: 'aaaaaaaaaaa' },
      estimate: { exact: false },
      extras: {},
    });
  });

  it('is named after its first photo, where a video comes before that', () => {
    const made = plan([video, photo(2), photo(3)]);
    expect(made).toMatchObject({ itemId: 'p2', key: expect.stringContaining('/p2/') });
  });

  it('is not made of a post without photos', () => {
    expect(plan([video, sound])).toEqual({ unavailable: 'photo' });
    expect(slideshowOf([video, sound])).toBeNull();
  });
});

it('the offer of a slideshow counts pictures, seconds and about its bytes', () => {
  expect(slideshowOf([photo(1), photo(2), sound])).toEqual({
    pictures: 2,
    hasSound: true,
    durationSeconds: 6,
    // 400 kB for each picture, 6 kB for each second of it and 16 kB for each second of sound.
    bytes: 932_000,
  });
  expect(slideshowOf([photo(1), photo(2)])?.bytes).toBe(836_000);
  expect(slideshowOf([photo(1), video])).toMatchObject({ pictures: 1, hasSound: false });
});

it('audio without an item is the sound of a photo post, and else of the first item', () => {
  const mp3 = choiceOf('mp3', 'high');
  const itemOf = (items: Parameters<typeof makeInspection>[0]) => {
    const planned = planDownload(makeInspection(items), mp3);
    return 'plan' in planned ? planned.plan.itemId : planned;
  };
  expect(itemOf([photo(1), photo(2), sound])).toBe('sound');
  expect(itemOf([photo(1), sound, video])).toBe('sound');
  expect(itemOf([video, sound])).toBe('video');
  expect(itemOf([photo(1), photo(2)])).toEqual({ unavailable: 'sound' });
});
