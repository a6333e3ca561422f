// What a new trending video may be filled with, by what the engine knows of its link. Pure.
import { MAX_TITLE_LENGTH } from '../../shared/limits.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import { MAX_TRENDING_DESCRIPTION_LENGTH, readVideoAddress } from '../../shared/trending.ts';
import type { Inspected } from '../inspecting/inspection.ts';

/** For an operator only: `picture.address` is a source, which no visitor is told. */
export type TrendingPreview = {
  readonly title: string;
  readonly description: string | null;
  readonly platform: PlatformId;
  readonly videoUrl: string;
  /** The picture's id within the inspection, and its address where a new video may name it. */
  readonly picture: { readonly id: string; readonly address: string | null } | null;
  readonly durationSeconds: number | null;
};

/** The item that the link points at, else the first. */
export function previewOf({ inspection, sources }: Inspected): TrendingPreview {
  const { link, media, items } = inspection;
  const item = items.find(({ index }) => index === link.hints.index) ?? items[0];
  const source = item?.thumbnail && sources.byId.get(item.thumbnail.id);
  const letters = [...(media.title || (item?.title ?? ''))];
  return {
    title: letters.slice(0, MAX_TITLE_LENGTH).join(''),
    // Half of a letter at the cut is no letter.
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
