// Bluesky: links of posts, the hosts of its API and media, and its canary.
import { PLATFORMS } from '../platforms/index.ts';
import type { PlatformReading } from '../platforms/platform.ts';
import { refuse, segmentsOf } from '../platforms/reading.ts';
import type { ExtraSite } from './site.ts';

const MAX_HANDLE_LENGTH = 253;
/** A domain name. */
const HANDLE = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/;
/** An account that keeps its posts when its handle changes. `did:web` is left out: it names any host. */
const ACCOUNT = /^did:plc:[a-z2-7]{24}$/;
/** A time in base 32. */
const POST_ID = /^[2-7a-z]{13}$/;

/** Bluesky's record. */
export const bluesky: ExtraSite = {
  platform: {
    id: 'bluesky',
    label: PLATFORMS.bluesky.label,
    hosts: ['bsky.app', 'www.bsky.app'],
    read,
  },
  upstream: {
    shortHosts: [],
    // The API and the video service, and the servers of most accounts, which have the file as it was posted. An account on a
    // server of its own has the playlists of the video service alone.
    cdnSuffixes: ['.bsky.app', '.bsky.social', '.host.bsky.network', '.plc.directory'],
    extractors: ['Bluesky'],
    uploaderPage: /^\/profile\/([^/]+)\/?$/,
    idsAreOfUploaders: true,
  },
  canary: 'https://bsky.app/profile/bsky.app/post/3l3vgf77uco2g',
};

function read(url: URL): PlatformReading {
  const [first, owner, what, id] = segmentsOf(url);
  if (first === 'search' || first === 'hashtag') return refuse('search');
  if (first !== 'profile' || owner === undefined) return refuse('not_an_item');
  if (what === undefined) return refuse('profile');
  if (what === 'feed' || what === 'lists') return refuse('playlist_only');
  if (what !== 'post' || id === undefined) return refuse('not_an_item');
  const name = owner.replaceAll(/%3a/gi, ':').toLowerCase();
  const isName = (name.length <= MAX_HANDLE_LENGTH && HANDLE.test(name)) || ACCOUNT.test(name);
  if (!isName || !POST_ID.test(id)) return refuse('broken_id');
  // A post is found through its owner only, who also chooses its id: others may have posts with the same one.
  return {
    id: `${name}/${id}`,
    kind: 'post',
    address: `https://bsky.app/profile/${name}/post/${id}`,
  };
}
