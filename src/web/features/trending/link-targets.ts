// The link targets of a video's buttons.
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import { inLanguage, pathOf } from '../../../shared/routes.ts';

/** Returns the URL of the downloader with a link filled in; `home` is the home page in the visitor's language. */
export function downloaderFor(videoUrl: string, home: string): string {
  return `${home}?${new URLSearchParams({ u: videoUrl })}`;
}

/** Returns the URL of a platform's page in a language; the home page without a platform. */
export function pageOfPlatform(platform: PlatformId | null, prefix: string): string {
  return inLanguage(prefix, pathOf(platform ?? 'home'));
}
