// An inspection as it goes over the wire: the half a browser may see, with the offers made from it.
import type { Inspection } from '../core/inspection.ts';
import { offersOf } from '../core/offers.ts';
import type { InspectAnswer } from '../shared/api.ts';
import type { Item } from '../shared/media.ts';
import { PLATFORMS } from '../shared/platforms/index.ts';

/** Makes the answer of `inspect`. */
export function viewInspection(inspection: Inspection): InspectAnswer {
  const { id, link, media, omittedItems, inspectedAt, expiresAt } = inspection;
  return {
    success: true,
    id,
    platform: link.platform,
    platformName: PLATFORMS[link.platform].label,
    url: link.address,
    hints: link.hints,
    media,
    items: inspection.items.map((item) => viewItem(id, item)),
    omittedItems,
    inspectedAt,
    expiresAt,
  };
}

/** Where the picture of an item is, while its inspection is kept. */
export function thumbnailPath(inspectionId: string, thumbnailId: string): string {
  return `/api/inspections/${inspectionId}/thumbnails/${encodeURIComponent(thumbnailId)}`;
}

function viewItem(inspectionId: string, item: Item): InspectAnswer['items'][number] {
  const { thumbnail, ...rest } = item;
  return {
    ...rest,
    tracks: [...item.tracks],
    subtitles: [...item.subtitles],
    chapters: [...item.chapters],
    thumbnailUrl: thumbnail ? thumbnailPath(inspectionId, thumbnail.id) : null,
    offers: offersOf(item).map((offer) => ({ ...offer, playsOn: [...offer.playsOn] })),
  };
}
