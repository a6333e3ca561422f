// Suggests the fields of a new trending video from the inspection of its link. Pure.
import { MAX_TITLE_LENGTH } from '../../shared/limits.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import { MAX_TRENDING_DESCRIPTION_LENGTH, readVideoAddress } from '../../shared/trending.ts';
import type { Inspected } from '../inspecting/inspection.ts';

/** The suggestion, for operators only: `picture.address` is a source, which visitors do not get. */
export type TrendingPreview = {
  readonly title: string;
  readonly description: string | null;
  readonly platform: PlatformId;
  readonly videoUrl: string;
  /** The thumbnail's id within the inspection, and its address if a new video may use it. */
  readonly picture: { readonly id: string; readonly address: string | null } | null;
  readonly durationSeconds: number | null;
};

/** Uses the item that the link points at, else the first. */
export function previewOf({ inspection, sources }: Inspected): TrendingPreview {
  const { link, media, items } = inspection;
  const item = items.find(({ index }) => index === link.hints.index) ?? items[0];
  const source = item?.thumbnail && sources.byId.get(item.thumbnail.id);
  const letters = [...(media.title || (item?.title ?? ''))];
  return {
    title: letters.slice(0, MAX_TITLE_LENGTH).join(''),
    // Without half a surrogate pair at the cut.
    description:
      media.description?.slice(0, MAX_TRENDING_DESCRIPTION_LENGTH).replace(/\p{Cs}$/u, '') ?? null,
    platform: link.platform,
    videoUrl: link.address,
    picture: item?.thumbnail
      ? { id: item.thumbnail.id, address: source ? readVideoAddress(source.address) : null }
      : null,
    durationSeconds: item?.durationSeconds ?? null,
  };
}
