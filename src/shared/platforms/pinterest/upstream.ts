// Pinterest upstream: the hosts, extractors and uploader pages that only the server needs.
import type { PlatformUpstream } from '../platform.ts';

/** Pinterest, upstream. */
export const pinterestUpstream: PlatformUpstream = {
  shortHosts: ['pin.it', 'api.pinterest.com', 'www.pinterest.com', 'pinterest.com'],
  cdnSuffixes: ['.pinterest.com', '.pinimg.com', '.pin.it'],
  extractors: ['Pinterest'],
  // yt-dlp reports numbers only.
  uploaderPage: /^\/(\d{10,25})\/?$/,
};
