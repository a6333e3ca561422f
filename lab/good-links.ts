// One good link of every platform, for the benchmark and the engine's rehearsal.
import { readLink } from '../src/shared/link.ts';
import type { Link } from '../src/shared/platforms/platform.ts';
import { LAB_PLATFORMS } from './platforms/index.ts';

/** The first link of every platform that shows a video without a short link. */
export function goodLinks(): { platform: string; link: Link }[] {
  return Object.values(LAB_PLATFORMS).flatMap((platform) => {
    for (const one of platform.links) {
      const reading = readLink(one.url);
      if ('items' in one.expect && reading.kind === 'link')
        return [{ platform: platform.id, link: reading.link }];
    }
    return [];
  });
}
