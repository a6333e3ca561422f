// Snapchat as the server meets it: its hosts, its extractors, its uploaders.
import type { PlatformUpstream } from '../platform.ts';

/** Snapchat, upstream. */
export const snapchatUpstream: PlatformUpstream = {
  shortHosts: ['t.snapchat.com', 'www.snapchat.com', 'snapchat.com', 'story.snapchat.com'],
  cdnSuffixes: ['.snapchat.com', '.sc-cdn.net'],
  extractors: ['SnapchatSpotlight'],
  uploaderPage: /^\/(?:add\/|@)([^/]+)\/?$/,
};
