// Finds the choice for the id of an offer.

import { MP3_RATES, mp3OfferId, QUALITIES } from '../../shared/media/qualities.ts';
import { type Choice, choiceOf } from './choice.ts';

const TRACK = 'track:';

/** The choice for the id of one of an item's offers; null when there is no such offer. */
export function choiceOfOffer(offerId: string, itemId: string | null): Choice | null {
  const whole = { itemId, span: null, sound: { kind: 'original' } } as const;
  const quality = QUALITIES.find((one) => one === offerId);
  if (quality) return choiceOf('mp4', quality, itemId);
  const rate = QUALITIES.find((one) => mp3OfferId(MP3_RATES[one]) === offerId);
  if (rate) return choiceOf('mp3', rate, itemId);
  if (offerId === 'original-sound') return { ...whole, container: 'sound' };
  if (offerId === 'photo' || offerId === 'thumbnail')
    return { itemId, span: null, container: offerId };
  if (!offerId.startsWith(TRACK) || offerId === TRACK) return null;
  const trackId = offerId.slice(TRACK.length);
  return { ...whole, container: 'mp4', picture: { kind: 'track', trackId } };
}
