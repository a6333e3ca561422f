// The table of platforms upstream, and the hosts that their jobs may connect to.
import { SITE_UPSTREAMS } from '../sites/index.ts';
import { facebookUpstream } from './facebook/upstream.ts';
import { instagramUpstream } from './instagram/upstream.ts';
import { pinterestUpstream } from './pinterest/upstream.ts';
import type { PlatformId, PlatformUpstream } from './platform.ts';
import { snapchatUpstream } from './snapchat/upstream.ts';
import { threadsUpstream } from './threads/upstream.ts';
import { tiktokUpstream } from './tiktok/upstream.ts';
import { twitterUpstream } from './twitter/upstream.ts';
import { youtubeUpstream } from './youtube/upstream.ts';

/** Every platform by its id. */
export const UPSTREAMS: Readonly<Record<PlatformId, PlatformUpstream>> = {
  youtube: youtubeUpstream,
  tiktok: tiktokUpstream,
  instagram: instagramUpstream,
  facebook: facebookUpstream,
  twitter: twitterUpstream,
  snapchat: snapchatUpstream,
  pinterest: pinterestUpstream,
  threads: threadsUpstream,
  ...SITE_UPSTREAMS,
};

/** Whether a host (lower case) serves pages, short links or media of a platform: the hosts that its jobs may connect to. */
export function isUpstreamHost(platform: PlatformId, host: string): boolean {
  const { shortHosts, cdnSuffixes } = UPSTREAMS[platform];
  return (
    shortHosts.includes(host) ||
    cdnSuffixes.some((suffix) => host.endsWith(suffix) || host === suffix.slice(1))
  );
}
