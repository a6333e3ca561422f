// The API view of an inspection: what a browser may see of it, with the offers.
import type { z } from 'zod';
import { offersOf } from '../../core/choosing/offers.ts';
import { slideshowOf } from '../../core/choosing/slideshow.ts';
import type { Inspection } from '../../core/inspecting/inspection.ts';
import { type InspectAnswer, inspectAnswer } from '../../shared/api/inspect.ts';
import type { Item } from '../../shared/media/media.ts';
import { PLATFORMS } from '../../shared/platforms/index.ts';

/** The fields of an answer that depend on the request; all others are the same while an inspection is cached. */
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
 * Creates a function that serializes answers of `inspect`. The fields that all requests share are computed and serialized
 * once per inspection and released with it.
 */
export function createInspectionWriter(basePath = ''): (inspection: Inspection) => string {
  const written = new WeakMap<Inspection['items'], string>();
  return (inspection) => {
    const text = written.get(inspection.items) ?? JSON.stringify(viewKept(inspection, basePath));
    written.set(inspection.items, text);
    // Joins two objects, neither of which is empty.
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

function viewKept(inspection: Inspection, basePath: string): z.output<typeof keptShape> {
  const { id, media, items, omittedItems, inspectedAt, expiresAt } = inspection;
  return keptShape.parse({
    id,
    media,
    omittedItems,
    inspectedAt,
    expiresAt,
    items: items.map((item) => viewItem(inspection, item, basePath)),
    slideshow: slideshowOf(items),
  } satisfies z.input<typeof keptShape>);
}

/** Returns the address of an item's thumbnail on this site, valid while its inspection is cached. */
export function thumbnailPath(basePath: string, inspectionId: string, thumbnailId: string): string {
  return `${basePath}/api/inspections/${inspectionId}/thumbnails/${encodeURIComponent(thumbnailId)}`;
}

/** What has no list of its places is fetched whole; of unknown length, nothing can be said of a part. */
function partOf({ kind, durationSeconds, tracks }: Item): 'direct' | 'whole' | null {
  if (kind === 'photo' || durationSeconds === null || tracks.length === 0) return null;
  const isListed = ({ delivery, container }: Item['tracks'][number]) =>
    delivery !== 'file' || container === 'mp4' || container === 'webm';
  return tracks.every(isListed) ? 'direct' : 'whole';
}

function viewItem(
  { id, link }: Inspection,
  item: Item,
  basePath: string,
): InspectAnswer['items'][number] {
  const { thumbnail, ...rest } = item;
  return {
    ...rest,
    tracks: [...item.tracks],
    subtitles: [...item.subtitles],
    chapters: [...item.chapters],
    part: partOf(item),
    thumbnailUrl: thumbnail ? thumbnailPath(basePath, id, thumbnail.id) : null,
    offers: offersOf(item, PLATFORMS[link.platform].label).map((offer) => ({
      ...offer,
      playsOn: [...offer.playsOn],
    })),
  };
}
