// Twitter / X upstream: the hosts, extractors and uploader pages that only the server needs.
import type { PlatformUpstream } from '../platform.ts';
import { OWN_HOSTS, PICTURE_HOSTS } from './links.ts';

/** Twitter / X, upstream. */
export const twitterUpstream: PlatformUpstream = {
  shortHosts: ['t.co', ...PICTURE_HOSTS, ...OWN_HOSTS],
  cdnSuffixes: ['.x.com', '.twitter.com', '.twimg.com', '.t.co'],
  extractors: ['Twitter'],
  uploaderPage: /^\/(\w{1,20})\/?$/,
};
