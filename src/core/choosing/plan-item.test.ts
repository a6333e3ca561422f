// Which item of a post a plan is for.
import { expect, it } from 'vitest';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
} from '../../../tests/support/media/make-item.ts';
import { type Choice, choiceOf } from './choice.ts';
import { planDownload } from './plan-download.ts';

const aac = makeTrack('140', { sound: makeSound() });
const video = makeTrack('18', { picture: makePicture(), sound: makeSound() });

it('a plan takes the item the link points at, the first without a word, the last where it points beyond', () => {
  const items = [
    makeItem([aac], { id: 'one', kind: 'sound' }),
    makeItem([aac], { id: 'two', index: 2, kind: 'sound' }),
  ];
  const planned = (index?: number) =>
    planDownload(makeInspection(items, index ? { index } : {}), choiceOf('mp3', 'high'));
  expect(
    [planned(2), planned(), planned(9)].map((one) => 'plan' in one && one.plan.itemId),
  ).toEqual(['two', 'one', 'two']);
});

it('a plan is that of its item: a video without an item is the first, even where that is a photo', () => {
  const photo = makeItem([makeTrack('p', { picture: makePicture() })], { kind: 'photo' });
  const mixed = [photo, makeItem([video], { id: 'v', index: 2, durationSeconds: 20 })];
  const song = makeItem([aac], { id: 'song', index: 3, kind: 'sound' });
  const planned = (choice: Choice) => planDownload(makeInspection([...mixed, song]), choice);
  expect(planned(choiceOf('mp4', 'high'))).toEqual({ unavailable: 'picture' });
  expect(planned({ itemId: null, span: null, container: 'photo' })).toMatchObject({
    plan: { itemId: 'item' },
  });
  expect(planned(choiceOf('mp4', 'high', 'v'))).toMatchObject({
    plan: {
      key: expect.stringContaining('youtube/aaaaaaaaaaa/v/'),
      media: { platform: 'youtube', id: 'aaaaaaaaaaa' },
      itemId: 'v',
      seconds: 20,
    },
  });
});

it('a plan counts the items as the post does: a link to the third of it is not the third that is here', () => {
  const items = [1, 3, 4].map((index) =>
    makeItem([video], { id: `item-${index}`, index, kind: 'video' }),
  );
  const itemOf = (index: number) => {
    const planned = planDownload(makeInspection(items, { index }), choiceOf('mp4', 'high'));
    return 'plan' in planned && planned.plan.itemId;
  };
  expect([1, 3, 4, 2, 9].map(itemOf)).toEqual(['item-1', 'item-3', 'item-4', 'item-4', 'item-4']);
});

it.each(['mp4', 'webm', 'mov', 'avi', 'original', 'mp3', 'aac', 'm4a', 'sound'] as const)(
  'a plan is made for each format: %s',
  (container) => {
    const sound = { kind: 'original' } as const;
    const picture = { kind: 'quality', quality: 'high' } as const;
    const isAudio = ['mp3', 'aac', 'm4a', 'sound'].includes(container);
    const choice = { itemId: null, span: null, container, sound, ...(!isAudio && { picture }) };
    const made = planDownload(makeInspection([makeItem([video])]), choice as Choice);
    const written = { original: 'mp4', sound: 'm4a' }[container as string] ?? container;
    expect(made).toMatchObject({ plan: { recipe: { container: written } } });
    // Without such a track it says what is missing.
    const none = planDownload(makeInspection([makeItem([])]), choice as Choice);
    expect(none).toEqual({ unavailable: isAudio ? 'sound' : 'picture' });
  },
);
