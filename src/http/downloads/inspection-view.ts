// An inspection as it goes over the wire: the half a browser may see, with the offers made from it.
import type { z } from 'zod';
import { offersOf } from '../../core/choosing/offers.ts';
import type { Inspection } from '../../core/inspecting/inspection.ts';
import { type InspectAnswer, inspectAnswer } from '../../shared/api.ts';
import type { Item } from '../../shared/media.ts';
import { PLATFORMS } from '../../shared/platforms/index.ts';

/** What of an answer depends on who asks; all else is the same for everybody while an inspection is kept. */
const OF_ASKER = {
  success: true,
  platform: true,
  platformName: true,
  url: true,
  hints: true,
} as const;
const askerShape = inspectAnswer.pick(OF_ASKER);
const keptShape = inspectAnswer.omit(OF_ASKER);

/**
 * Makes a function that writes answers of `inspect` as JSON. What everybody gets of an inspection is worked out and
 * written once, and forgotten with it: all who ask are given its items as they were kept.
 */
export function createInspectionWriter(): (inspection: Inspection) => string {
  const written = new WeakMap<Inspection['items'], string>();
  return (inspection) => {
    const text = written.get(inspection.items) ?? JSON.stringify(viewKept(inspection));
    written.set(inspection.items, text);
    // Two objects of which neither is empty, joined.
    return `${JSON.stringify(viewAsker(inspection)).slice(0, -1)},${text.slice(1)}`;
  };
}

function viewAsker({ link }: Inspection): z.output<typeof askerShape> {
  return askerShape.parse({
    success: true,
    platform: link.platform,
    platformName: PLATFORMS[link.platform].label,
    url: link.address,
    hints: link.hints,
  } satisfies z.input<typeof askerShape>);
}

function viewKept(inspection: Inspection): z.output<typeof keptShape> {
  const { id, media, items, omittedItems, inspectedAt, expiresAt } = inspection;
  return keptShape.parse({
    id,
    media,
    omittedItems,
    inspectedAt,
    expiresAt,
    items: items.map((item) => viewItem(id, item)),
  } satisfies z.input<typeof keptShape>);
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
