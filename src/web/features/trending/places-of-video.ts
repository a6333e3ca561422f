// Where the buttons of a video lead.
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import { inLanguage, pathOf } from '../../../shared/routes.ts';

/** The downloader with a link put in; `home` is the home page in the visitor's language. */
export function downloaderFor(videoUrl: string, home: string): string {
  return `${home}?${new URLSearchParams({ u: videoUrl })}`;
}

/** The page of a platform in a language; the home page for a video without a platform. */
export function pageOfPlatform(platform: PlatformId | null, prefix: string): string {
  return inLanguage(prefix, pathOf(platform ?? 'home'));
}
