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
