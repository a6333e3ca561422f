// Makes what platforms serve before anybody asks: made only when an engine waits for it, some of it would take too long.
import type { MediaLibrary, Variant } from './media/media.ts';
import type { LabPlatform } from './platform.ts';

/** Makes every variant that must come out of a link of these platforms; quick for those that are there. */
export async function prepareMedia(
  platforms: readonly LabPlatform[],
  media: MediaLibrary,
): Promise<void> {
  const wanted = platforms.flatMap(({ links }) => links.flatMap(({ downloads = [] }) => downloads));
  const files = wanted.flat().flatMap((one) => ('files' in one ? one.files : []));
  const variants = files.flatMap(({ picture, sound }) => [picture, sound]);
  const isThere = (variant: Variant | undefined) => variant !== undefined;
  await Promise.all(variants.filter(isThere).map(media.file));
}
