// The table of extra sites, and how the server reads links: those of the sites that are on, or of all that are known.
import { type LinkReading, readLink } from '../link.ts';
import { PLATFORMS, platformOfHost } from '../platforms/index.ts';
import type { ExtraSiteId, Platform, PlatformId, PlatformUpstream } from '../platforms/platform.ts';
import { bluesky } from './bluesky.ts';
import { reddit } from './reddit.ts';
import type { ExtraSite } from './site.ts';
import { soundcloud } from './soundcloud.ts';
import { streamable } from './streamable.ts';
import { twitch } from './twitch.ts';

/** Every extra site's record by its id. */
export const SITES: Readonly<Record<ExtraSiteId, ExtraSite>> = {
  bluesky,
  reddit,
  soundcloud,
  streamable,
  twitch,
};

/** Not `EXTRA_SITE_IDS`, which pages without extra sites would have to load as well. */
const SITE_IDS = Object.keys(SITES) as readonly ExtraSiteId[];

/** The record of a platform or an extra site. */
export function recordOf(id: PlatformId): Platform {
  return isExtraSite(id) ? SITES[id].platform : PLATFORMS[id];
}

/** Their parts of the table of upstreams. */
export const SITE_UPSTREAMS = Object.fromEntries(
  SITE_IDS.map((id) => [id, SITES[id].upstream]),
) as Readonly<Record<ExtraSiteId, PlatformUpstream>>;

/** The platform or extra site, on or off, that an exact host belongs to, or null. */
export const platformOfAnyHost = hostTable(SITE_IDS);

/**
 * Reads a link of any platform or extra site, on or off: for what is stored, for blocks and notices, which outlive a setting.
 * What a visitor asks for is read by {@link linkReader}.
 */
export function readAnyLink(text: string): LinkReading {
  return readLink(text, platformOfAnyHost);
}

/** Returns how a server reads links on which these sites are on; those of the others are like those of unknown sites. */
export function linkReader(on: readonly ExtraSiteId[]): (text: string) => LinkReading {
  const platformOf = hostTable(on);
  return (text) => readLink(text, platformOf);
}

/** Whether it is an extra site, on or off. */
export function isExtraSite(id: PlatformId): id is ExtraSiteId {
  return id in SITES;
}

/** The main platform, or one of these extra sites, that an exact host belongs to. */
export function hostTable(sites: readonly ExtraSiteId[]): (host: string) => Platform | null {
  const byHost = new Map(
    sites.flatMap((id) =>
      SITES[id].platform.hosts.map((host) => [host, SITES[id].platform] as const),
    ),
  );
  return (host) => platformOfHost(host) ?? byHost.get(host) ?? null;
}
