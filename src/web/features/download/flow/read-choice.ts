// What a choice comes to, for the cards that show it. Apart from fit-choice.ts, which every page with a link box loads.
import type { InspectAnswer, InspectItem } from '../../../../shared/api/inspect.ts';
import { QUALITIES, type Quality } from '../../../../shared/media/qualities.ts';
import type { Choice } from '../../../download-client/flow-state.ts';

/** Returns the ticked items of a post in its order; without a tick so far the one that the link points at, if it does. */
export function tickedOf({ items, hints }: InspectAnswer, { tickedIds }: Choice) {
  return items.filter(({ id, index }) =>
    tickedIds ? tickedIds.includes(id) : index === hints.index,
  );
}

/** Returns what a choice makes of an item, which the button names. */
export function kindOfFile(item: InspectItem | null, choice: Choice): InspectItem['kind'] {
  const { offerId, format } = choice;
  if (item && item.kind !== 'video') return item.kind;
  const offer = offerId === null ? null : item?.offers.find(({ id }) => id === offerId);
  if (offer?.container === 'image') return 'photo';
  const isSound = offer ? offer.videoCodec === null : format === 'mp3';
  return isSound ? 'sound' : 'video';
}

/**
 * Groups the qualities by the file that they come to: all three come to the same where the post has one. The first of a group
 * names it: the best, or else the smallest.
 */
export function qualityGroups(item: InspectItem): readonly (readonly Quality[])[] {
  const groups = new Map<string, Quality[]>();
  for (const quality of QUALITIES) {
    const offer = item.offers.find(({ id }) => id === quality);
    const file = offer ? JSON.stringify({ ...offer, id: '' }) : quality;
    groups.set(file, [...(groups.get(file) ?? []), quality]);
  }
  return [...groups.values()].map((group, at) => (at === 0 ? group : group.toReversed()));
}
