// The options for an image: a photo of the post, or the thumbnail of an item.
import type { Item } from '../../shared/media/media.ts';
import type { Estimate, PlanOption } from './plan.ts';

/** A photo unchanged, the widest first; none of an item that is no photo. */
export function photoOptions(item: Item): PlanOption[] {
  if (item.kind !== 'photo') return [];
  return item.tracks
    .filter((track) => track.picture !== null)
    .sort((a, b) => (b.picture?.width ?? 0) - (a.picture?.width ?? 0))
    .map(({ id, bytes, bytesExact }) => imageOption(id, { bytes, exact: bytesExact }));
}

/** The thumbnail as the platform has it. */
export function thumbnailOptions({ thumbnail }: Item): PlanOption[] {
  if (!thumbnail) return [];
  return [imageOption(thumbnail.id, { bytes: null, exact: false })];
}

function imageOption(trackId: string, estimate: Estimate): PlanOption {
  return {
    sources: [{ kind: 'track', trackId, role: 'picture' }],
    recipe: { kind: 'copy', container: 'image' },
    expect: { picture: null, sound: null, durationSeconds: null },
    estimate,
  };
}
