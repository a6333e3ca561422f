import { describe, expect, it } from 'vitest';
import {
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
} from '../../../tests/support/media/make-item.ts';
import { choiceOf, choiceOfOffer } from './choice.ts';
import { offersOf } from './offers.ts';
import { optionsFor } from './plan-download.ts';
import { rankItem } from './rank-tracks.ts';

const photo = { container: 'jpeg', picture: makePicture() } as const;
const items = [
  makeItem(
    [
      makeTrack('both:1', { picture: makePicture(), sound: makeSound() }),
      makeTrack('1080', { picture: makePicture({ width: 1920, height: 1080, codec: 'vp9' }) }),
      makeTrack('140', { sound: makeSound() }),
    ],
    { thumbnail: { id: 'thumb', width: 320, height: 180 } },
  ),
  makeItem([makeTrack('large', photo)], { kind: 'photo' }),
];

describe('the choice for an offer', () => {
  it('comes to the very file that was offered, for every offer there is', () => {
    const seen = items.flatMap((item) =>
      offersOf(item).map((offer) => {
        const choice = choiceOfOffer(offer.id, item.id);
        const [option] = choice ? optionsFor(rankItem(item), choice) : [];
        expect([offer.id, option?.recipe.container, option?.estimate.bytes]).toEqual([
          offer.id,
          offer.container,
          offer.bytes,
        ]);
        return offer.id;
      }),
    );
    expect(seen).toEqual(
      expect.arrayContaining(['high', 'medium', 'low', 'mp3-320', 'mp3-192', 'mp3-128']),
    );
    expect(seen).toEqual(
      expect.arrayContaining(['original-sound', 'photo', 'thumbnail', 'track:both:1']),
    );
  });

  it('is the same as that of the two fields', () => {
    for (const quality of ['high', 'medium', 'low'] as const)
      expect(choiceOfOffer(quality, null)).toEqual(choiceOf('mp4', quality));
    expect(choiceOfOffer('mp3-320', 'a')).toEqual(choiceOf('mp3', 'high', 'a'));
  });

  it.each(['high', 'mp3-128', 'original-sound', 'photo', 'thumbnail', 'track:a'])(
    '%s is of the item that was named, and of all of it',
    (id) => {
      expect(choiceOfOffer(id, 'two')).toMatchObject({ itemId: 'two', span: null });
    },
  );

  it.each(['', 'mp3', 'mp3-256', 'High', 'track:', '__proto__', 'toString', 'track'])(
    'is none for %j',
    (id) => {
      expect(choiceOfOffer(id, null)).toBeNull();
    },
  );
});
