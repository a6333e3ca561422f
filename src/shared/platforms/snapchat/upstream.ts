// Snapchat upstream: the hosts, extractors and uploader pages that only the server needs.
import type { PlatformUpstream } from '../platform.ts';

/** Snapchat, upstream. */
export const snapchatUpstream: PlatformUpstream = {
  shortHosts: ['t.snapchat.com', 'www.snapchat.com', 'snapchat.com', 'story.snapchat.com'],
  cdnSuffixes: ['.snapchat.com', '.sc-cdn.net'],
  extractors: ['SnapchatSpotlight'],
  uploaderPage: /^\/(?:add\/|@)([^/]+)\/?$/,
};
