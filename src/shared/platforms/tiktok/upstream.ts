// TikTok upstream: the hosts, extractors and uploader pages that only the server needs.
import type { PlatformUpstream } from '../platform.ts';
import { LITE_HOST, SHORT_HOSTS } from './links.ts';

/** TikTok, upstream. */
export const tiktokUpstream: PlatformUpstream = {
  shortHosts: [
    ...SHORT_HOSTS,
    'www.tiktok.com',
    'tiktok.com',
    'm.tiktok.com',
    LITE_HOST,
    'www.tiktokv.com',
  ],
  cdnSuffixes: [
    '.tiktok.com',
    '.tiktokv.com',
    '.tiktokv.us',
    '.tiktokv.eu',
    '.tiktokcdn.com',
    '.tiktokcdn-us.com',
    '.tiktokcdn-eu.com',
    '.tiktokw.us',
    '.tiktokw.eu',
    '.ttwstatic.com',
    '.ibyteimg.com',
    '.ibytedtos.com',
    '.byteoversea.com',
    '.muscdn.com',
  ],
  extractors: ['TikTok'],
  uploaderPage: /^\/@([^/]+)\/?$/,
};
