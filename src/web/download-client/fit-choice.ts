// Fits a choice to the offers of a post: its items, and whether it has video or audio at all.
import type { InspectAnswer, InspectItem } from '../../shared/api/inspect.ts';
import type { Choice } from './flow-state.ts';

/** Returns the item of a choice: the picked one, else the one that the link points at, else the first. */
export function itemOf(answer: InspectAnswer, choice: Choice): InspectItem | null {
  const { items, hints } = answer;
  return (
    items.find((item) => item.id === choice.itemId) ??
    items.find((item) => item.index === hints.index) ??
    items[0] ??
    null
  );
}

/** Replaces what the post does not offer. Keeps format and quality wherever possible. */
export function fitChoice(choice: Choice, answer: InspectAnswer): Choice {
  const item = itemOf(answer, choice);
  if (!item) return choice;
  const has = (id: string) => item.offers.some((offer) => offer.id === id);
  const picked = {
    ...choice,
    itemId: answer.items.length > 1 ? item.id : null,
    part: item.part ? choice.part : undefined,
  };
  if (has('photo')) return { ...picked, offerId: 'photo' };
  const offerId = choice.offerId !== null && has(choice.offerId) ? choice.offerId : null;
  const hasVideo = item.offers.some((offer) => offer.container === 'mp4');
  const hasMp3 = item.offers.some((offer) => offer.container === 'mp3');
  if (choice.format === 'mp4' && !hasVideo && hasMp3) return { ...picked, offerId, format: 'mp3' };
  if (choice.format === 'mp3' && !hasMp3 && hasVideo) return { ...picked, offerId, format: 'mp4' };
  return { ...picked, offerId };
}
