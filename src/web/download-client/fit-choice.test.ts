import { describe, expect, it } from 'vitest';
import { anInspection, anOffer } from '../../../tests/support/flow/manual-flow.ts';
import { fitChoice, itemOf } from './fit-choice.ts';
import { DEFAULT_CHOICE } from './flow-state.ts';

const video = [anOffer('high'), anOffer('mp3-320', 'mp3'), anOffer('track:x')];
const photo = [anOffer('photo', 'image')];
const silent = [anOffer('high')];
const soundOnly = [anOffer('mp3-320', 'mp3')];

describe('a choice', () => {
  it('stays unchanged if the post offers it', () => {
    const choice = { ...DEFAULT_CHOICE, quality: 'low', offerId: 'track:x' } as const;
    expect(fitChoice(choice, anInspection(video))).toEqual(choice);
  });

  it.each([
    ['a photo becomes the photo', DEFAULT_CHOICE, photo, { offerId: 'photo' }],
    [
      'a silent video cannot be MP3',
      { ...DEFAULT_CHOICE, format: 'mp3' },
      silent,
      { format: 'mp4' },
    ],
    ['sound alone cannot be MP4', DEFAULT_CHOICE, soundOnly, { format: 'mp3' }],
    [
      'a row of another item is forgotten',
      { ...DEFAULT_CHOICE, offerId: 'gone' },
      video,
      { offerId: null },
    ],
  ] as const)('fits: %s', (_name, choice, offers, changed) => {
    expect(fitChoice(choice, anInspection(offers))).toMatchObject(changed);
  });

  it('names an item only where there are several, the one the link points at first', () => {
    const post = anInspection(video, photo, silent);
    expect(fitChoice(DEFAULT_CHOICE, anInspection(video)).itemId).toBeNull();
    expect(fitChoice(DEFAULT_CHOICE, post).itemId).toBe('item-1');
    const pointing = { ...post, hints: { index: 2 } };
    expect(fitChoice(DEFAULT_CHOICE, pointing)).toMatchObject({
      itemId: 'item-2',
      offerId: 'photo',
    });
    expect(itemOf(pointing, { ...DEFAULT_CHOICE, itemId: 'item-3' })?.id).toBe('item-3');
    expect(itemOf(anInspection(), DEFAULT_CHOICE)).toBeNull();
  });
});
