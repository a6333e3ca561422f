// From the id of an offered row back to the wish it stands for.
import { type Choice, choiceOf, MP3_RATES, QUALITIES } from './choice.ts';

const TRACK = 'track:';

/** The wish behind an id of an item's offers, or null when no offer is called so. */
export function choiceOfOffer(offerId: string, itemId: string | null): Choice | null {
  const whole = { itemId, span: null, sound: { kind: 'original' } } as const;
  const quality = QUALITIES.find((one) => one === offerId);
  if (quality) return choiceOf('mp4', quality, itemId);
  const rate = MP3_RATES.find((one) => `mp3-${one}` === offerId);
  if (rate) return { ...whole, container: 'mp3', kilobitsPerSecond: rate };
  if (offerId === 'original-sound') return { ...whole, container: 'sound' };
  if (offerId === 'photo') return { itemId, span: null, container: 'photo' };
  if (!offerId.startsWith(TRACK) || offerId === TRACK) return null;
  const trackId = offerId.slice(TRACK.length);
  return { ...whole, container: 'mp4', picture: { kind: 'track', trackId } };
}
