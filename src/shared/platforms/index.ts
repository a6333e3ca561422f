// The table of platforms: one record each, and which of them a host belongs to.
import { facebook } from './facebook.ts';
import { instagram } from './instagram.ts';
import { pinterest } from './pinterest.ts';
import { PLATFORM_IDS, type Platform, type PlatformId } from './platform.ts';
import { snapchat } from './snapchat.ts';
import { threads } from './threads.ts';
import { tiktok } from './tiktok.ts';
import { twitter } from './twitter.ts';
import { youtube } from './youtube.ts';

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

/** Whether a host (lower case) serves pages, short links or media of a platform: what its jobs may dial. */
export function isHostOf(platform: Platform, host: string): boolean {
  return (
    platform.shortHosts.includes(host) ||
    platform.cdnSuffixes.some((suffix) => host.endsWith(suffix) || host === suffix.slice(1))
  );
}
