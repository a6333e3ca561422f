// SoundCloud: links of tracks, its hosts, and its canary.
import { PLATFORMS } from '../platforms/index.ts';
import type { PlatformReading } from '../platforms/platform.ts';
import { refuse, segmentsOf } from '../platforms/reading.ts';
import type { ExtraSite } from './site.ts';

/** The part of an address that names a user or a track. */
const NAME = /^[a-z\d][\w-]{0,99}$/;
const SHORT_CODE = /^[A-Za-z\d]{5,40}$/;
/** Pages of the site that look like users. */
const PAGES = new Set(
  'charts discover imprint jobs logout messages mobile notifications pages people player popular settings signin stations stream tags terms-of-use upload you'.split(
    ' ',
  ),
);
/** Pages of a user that look like tracks. */
const PAGES_OF_USER = new Set(
  'albums comments followers following likes popular-tracks recommended reposts spotlight toptracks tracks'.split(
    ' ',
  ),
);

/** SoundCloud's record. */
export const soundcloud: ExtraSite = {
  platform: {
    id: 'soundcloud',
    label: PLATFORMS.soundcloud.label,
    hosts: ['soundcloud.com', 'www.soundcloud.com', 'm.soundcloud.com', 'on.soundcloud.com'],
    read,
  },
  upstream: {
    shortHosts: ['on.soundcloud.com', 'soundcloud.com', 'www.soundcloud.com', 'm.soundcloud.com'],
    // Its scripts (with the id that calls of its API need), pictures and files are on sndcdn.com, playlists on both others.
    cdnSuffixes: ['.soundcloud.com', '.sndcdn.com', '.soundcloud.cloud'],
    extractors: ['Soundcloud'],
    uploaderPage: /^\/([\w-]+)\/?$/,
  },
  canary: 'https://soundcloud.com/ethmusic/lostin-powers-she-so-heavy',
};

function read(url: URL): PlatformReading {
  const [first, second, third] = segmentsOf(url);
  if (first === undefined) return refuse('not_an_item');
  if (url.hostname === 'on.soundcloud.com') {
    return SHORT_CODE.test(first)
      ? { short: `https://on.soundcloud.com/${first}` }
      : refuse('broken_id');
  }
  if (first === 'search') return refuse('search');
  if (PAGES.has(first)) return refuse('not_an_item');
  if (second === undefined || PAGES_OF_USER.has(second)) return refuse('profile');
  if (second === 'sets') return refuse('playlist_only');
  // "/<user>/<track>/s-…" is the link of a private track, which only those may use who were given it.
  if (third !== undefined) return refuse('not_an_item');
  const [user, track] = [first.toLowerCase(), second.toLowerCase()];
  if (!NAME.test(user) || !NAME.test(track)) return refuse('broken_id');
  const id = `${user}/${track}`;
  return { id, kind: 'video', address: `https://soundcloud.com/${id}` };
}
