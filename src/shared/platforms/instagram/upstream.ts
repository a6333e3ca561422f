// Instagram upstream: the hosts, extractors and uploader pages that only the server needs.
import type { PlatformUpstream } from '../platform.ts';

/** Instagram, upstream. */
export const instagramUpstream: PlatformUpstream = {
  shortHosts: ['www.instagram.com', 'instagram.com', 'm.instagram.com'],
  cdnSuffixes: ['.instagram.com', '.instagr.am', '.cdninstagram.com', '.fbcdn.net'],
  extractors: ['Instagram', 'InstagramStory'],
  uploaderPage: /^\/([\w.]+)\/?$/,
  channelIsName: true,
};
