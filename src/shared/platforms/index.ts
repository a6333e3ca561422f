// The table of platforms, and the lookup of a platform by host.
import { facebook } from './facebook/links.ts';
import { instagram } from './instagram/links.ts';
import { pinterest } from './pinterest/links.ts';
import { PLATFORM_IDS, type Platform, type PlatformId } from './platform.ts';
import { snapchat } from './snapchat/links.ts';
import { threads } from './threads/links.ts';
import { tiktok } from './tiktok/links.ts';
import { twitter } from './twitter/links.ts';
import { youtube } from './youtube/links.ts';

/** Every platform's record by its id. */
export const PLATFORMS: Readonly<Record<PlatformId, Platform>> = {
  youtube,
  tiktok,
  instagram,
  facebook,
  twitter,
  snapchat,
  pinterest,
  threads,
};

const PLATFORM_BY_HOST: ReadonlyMap<string, Platform> = new Map(
  PLATFORM_IDS.flatMap((id) => PLATFORMS[id].hosts.map((host) => [host, PLATFORMS[id]] as const)),
);

/** The platform that an exact host (lower case, no port, no dot at its end) belongs to, or null. */
export function platformOfHost(host: string): Platform | null {
  return PLATFORM_BY_HOST.get(host) ?? null;
}
