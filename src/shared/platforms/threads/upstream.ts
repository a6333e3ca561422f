// Threads upstream: the hosts, extractors and uploader pages that only the server needs.
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
