// Instagram as the server meets it: its hosts, its extractors, its uploaders.
import type { PlatformUpstream } from '../platform.ts';

/** Instagram, upstream. */
export const instagramUpstream: PlatformUpstream = {
  shortHosts: ['www.instagram.com', 'instagram.com', 'm.instagram.com'],
  cdnSuffixes: ['.instagram.com', '.instagr.am', '.cdninstagram.com', '.fbcdn.net'],
  extractors: ['Instagram', 'InstagramStory'],
  uploaderPage: /^\/([\w.]+)\/?$/,
  channelIsName: true,
};
