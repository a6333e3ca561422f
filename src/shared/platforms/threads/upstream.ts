// Threads as the server meets it: its hosts, its extractors, its uploaders.
import type { PlatformUpstream } from '../platform.ts';
import { OWN_HOSTS } from './links.ts';

/** Threads, upstream. */
export const threadsUpstream: PlatformUpstream = {
  shortHosts: OWN_HOSTS,
  cdnSuffixes: ['.threads.com', '.threads.net', '.cdninstagram.com', '.fbcdn.net'],
  extractors: ['Threads'],
  uploaderPage: /^\/@([^/]+)\/?$/,
  channelIsName: true,
};
