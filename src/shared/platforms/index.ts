// The table of platforms, and the lookup of a platform by host.
import { facebook } from './facebook/links.ts';
import { instagram } from './instagram/links.ts';
import { pinterest } from './pinterest/links.ts';
import {
  type ExtraSiteId,
  MAIN_PLATFORM_IDS,
  type MainPlatformId,
  type Platform,
} from './platform.ts';
import { snapchat } from './snapchat/links.ts';
import { threads } from './threads/links.ts';
import { tiktok } from './tiktok/links.ts';
import { twitter } from './twitter/links.ts';
import { youtube } from './youtube/links.ts';

type Named = { readonly label: string };

/** Every platform's record by its id; of an extra site only its name, so that browsers load no more. */
export const PLATFORMS: Readonly<Record<MainPlatformId, Platform> & Record<ExtraSiteId, Named>> = {
  youtube,
  tiktok,
  instagram,
  facebook,
  twitter,
  snapchat,
  pinterest,
  threads,
  bluesky: { label: 'Bluesky' },
  reddit: { label: 'Reddit' },
  soundcloud: { label: 'SoundCloud' },
  streamable: { label: 'Streamable' },
  twitch: { label: 'Twitch Clips' },
};

const PLATFORM_BY_HOST: ReadonlyMap<string, Platform> = new Map(
  MAIN_PLATFORM_IDS.flatMap((id) =>
    PLATFORMS[id].hosts.map((host) => [host, PLATFORMS[id]] as const),
  ),
);

/** The main platform that an exact host (lower case, no port, no dot at its end) belongs to, or null. */
export function platformOfHost(host: string): Platform | null {
  return PLATFORM_BY_HOST.get(host) ?? null;
}
