// YouTube upstream: the hosts, extractors and uploader pages that only the server needs.
import type { PlatformUpstream } from '../platform.ts';

/** YouTube, upstream. */
export const youtubeUpstream: PlatformUpstream = {
  shortHosts: [],
  cdnSuffixes: [
    '.youtube.com',
    '.youtu.be',
    '.youtube-nocookie.com',
    '.youtubekids.com',
    '.youtubei.googleapis.com',
    '.googlevideo.com',
    '.ytimg.com',
    '.ggpht.com',
    '.googleusercontent.com',
    // Where YouTube sends clients it takes for robots; without it, "too many requests" looks like a proxy failure.
    '.www.google.com',
  ],
  extractors: ['Youtube', 'YoutubeClip'],
  listExtractors: ['YoutubeTab'],
  searchExtractors: ['YoutubeSearch'],
  // yt-dlp reports no names of the old `/c/` and `/user/`.
  uploaderPage: /^\/(?:@([^/]+)|channel\/([\w-]+))(?:\/|$)/,
};
