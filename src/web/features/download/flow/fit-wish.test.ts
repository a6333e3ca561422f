import { describe, expect, it } from 'vitest';
import { anInspection, anOffer } from '../../../../../tests/support/flow/flow-world.ts';
import { fitWish, itemOf } from './fit-wish.ts';
import { FIRST_WISH } from './flow-state.ts';

const video = [anOffer('high'), anOffer('mp3-320', 'mp3'), anOffer('track:x')];
const photo = [anOffer('photo', 'image')];
const silent = [anOffer('high')];
const soundOnly = [anOffer('mp3-320', 'mp3')];

describe('a wish', () => {
  it('stays as it is where it can be had', () => {
    const wish = { ...FIRST_WISH, quality: 'low', offerId: 'track:x' } as const;
    expect(fitWish(wish, anInspection(video))).toEqual(wish);
  });

  it.each([
    ['a photo becomes the photo', FIRST_WISH, photo, { offerId: 'photo' }],
    ['a silent video cannot be MP3', { ...FIRST_WISH, format: 'mp3' }, silent, { format: 'mp4' }],
    ['sound alone cannot be MP4', FIRST_WISH, soundOnly, { format: 'mp3' }],
    [
      'a row of another item is forgotten',
      { ...FIRST_WISH, offerId: 'gone' },
      video,
      { offerId: null },
    ],
  ] as const)('fits: %s', (_name, wish, offers, changed) => {
    expect(fitWish(wish, anInspection(offers))).toMatchObject(changed);
  });

  it('names an item only where there are several, the one the link points at first', () => {
    const post = anInspection(video, photo, silent);
    expect(fitWish(FIRST_WISH, anInspection(video)).itemId).toBeNull();
    expect(fitWish(FIRST_WISH, post).itemId).toBe('item-1');
    const pointing = { ...post, hints: { index: 2 } };
    expect(fitWish(FIRST_WISH, pointing)).toMatchObject({ itemId: 'item-2', offerId: 'photo' });
    expect(itemOf(pointing, { ...FIRST_WISH, itemId: 'item-3' })?.id).toBe('item-3');
    expect(itemOf(anInspection(), FIRST_WISH)).toBeNull();
  });
});
