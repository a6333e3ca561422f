// Twitch: links of clips, the hosts of its API and media, and its canary. Streams and recordings of streams are not offered.
import { PLATFORMS } from '../platforms/index.ts';
import type { PlatformReading } from '../platforms/platform.ts';
import { refuse, segmentsOf } from '../platforms/reading.ts';
import type { ExtraSite } from './site.ts';

/** Words, and for newer clips a hyphen and 16 characters: "FaintLightGullWholeWheat". */
const SLUG = /^[A-Za-z\d][\w-]{3,99}$/;
const CHANNEL = /^\w{2,25}$/;
const PAGES = new Set(['directory', 'downloads', 'jobs', 'p', 'settings', 'store', 'turbo']);

/** The record of Twitch. */
export const twitch: ExtraSite = {
  platform: {
    id: 'twitch',
    label: PLATFORMS.twitch.label,
    hosts: ['clips.twitch.tv', 'www.twitch.tv', 'twitch.tv', 'm.twitch.tv', 'go.twitch.tv'],
    read,
  },
  upstream: {
    shortHosts: [],
    // Clips are on twitchcdn.net, their pictures on jtvnw.net or beside older clips on twitch.tv.
    cdnSuffixes: ['.twitch.tv', '.twitchcdn.net', '.jtvnw.net'],
    extractors: ['TwitchClips'],
    uploaderPage: /^\/(\w{2,25})\/?$/,
    channelIsName: true,
  },
  canary: 'https://clips.twitch.tv/FaintLightGullWholeWheat',
};

function read(url: URL): PlatformReading {
  const segments = segmentsOf(url);
  const [first, second, third] = segments;
  if (url.hostname === 'clips.twitch.tv') {
    return readClip(
      first === 'embed' ? (url.searchParams.get('clip') ?? undefined) : segments.at(-1),
    );
  }
  if (first === 'clip') return readClip(second);
  if (second === 'clip') return readClip(third);
  if (first === 'search') return refuse('search');
  if (first === undefined || PAGES.has(first)) return refuse('not_an_item');
  if (second === undefined && CHANNEL.test(first) && first !== 'videos') return refuse('live_page');
  return refuse('not_an_item');
}

function readClip(slug: string | undefined): PlatformReading {
  if (slug === undefined) return refuse('not_an_item');
  if (!SLUG.test(slug)) return refuse('broken_id');
  return { id: slug, kind: 'clip', address: `https://clips.twitch.tv/${slug}` };
}
