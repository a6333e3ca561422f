// Makes the platforms' media before the tests: some take too long to make while an engine waits.
import type { MediaLibrary, Variant } from './media/media.ts';
import type { LabPlatform } from './platform.ts';

/** Makes every variant that a link of these platforms must produce; cached ones cost nothing. */
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
