// Fits a wish to what a post really has: which item, and whether there is a video or a sound in it at all.
import type { InspectAnswer, InspectItem } from '../../../../shared/api.ts';
import type { Wish } from './flow-state.ts';

/** The item that a wish is about: the picked one, the one the link points at, else the first. */
export function itemOf(answer: InspectAnswer, wish: Wish): InspectItem | null {
  const { items, hints } = answer;
  return (
    items.find((item) => item.id === wish.itemId) ??
    items.find((item) => item.index === hints.index) ??
    items[0] ??
    null
  );
}

/** The wish with what cannot be had replaced by what can. Format and quality stay wherever they are possible. */
export function fitWish(wish: Wish, answer: InspectAnswer): Wish {
  const item = itemOf(answer, wish);
  if (!item) return wish;
  const has = (id: string) => item.offers.some((offer) => offer.id === id);
  const picked = { ...wish, itemId: answer.items.length > 1 ? item.id : null };
  if (has('photo')) return { ...picked, offerId: 'photo' };
  const offerId = wish.offerId !== null && has(wish.offerId) ? wish.offerId : null;
  const hasVideo = item.offers.some((offer) => offer.container === 'mp4');
  const hasMp3 = item.offers.some((offer) => offer.container === 'mp3');
  if (wish.format === 'mp4' && !hasVideo && hasMp3) return { ...picked, offerId, format: 'mp3' };
  if (wish.format === 'mp3' && !hasMp3 && hasVideo) return { ...picked, offerId, format: 'mp4' };
  return { ...picked, offerId };
}
