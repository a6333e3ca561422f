// Facebook upstream: the hosts, extractors and uploader pages that only the server needs.
import type { PlatformUpstream } from '../platform.ts';
import { OWN_HOSTS } from './links.ts';

/** Facebook, upstream. */
export const facebookUpstream: PlatformUpstream = {
  shortHosts: ['fb.watch', 'www.fb.watch', ...OWN_HOSTS],
  cdnSuffixes: [
    '.facebook.com',
    '.fb.com',
    '.fb.watch',
    '.fbcdn.net',
    '.fbsbx.com',
    '.cdninstagram.com',
  ],
  extractors: ['Facebook', 'FacebookReel'],
  // yt-dlp reports numbers only.
  uploaderPage: /^\/(?:people\/[^/]+\/|profile\/)?(\d{5,25})\/?$/,
};
