// The lab's Snapchat: Spotlight pages, their media on sc-cdn.net, and short links.
import type { MediaLibrary, Variant } from '../../media/media.ts';
import type { LabAnswer, LabLink, LabPlatform, LabRequest } from '../../platform.ts';
import { inScript, mediaFile, page, picture, redirect, refusal } from '../answers.ts';
import { mp3, onlyFile } from '../expected-downloads.ts';

type Snap = {
  readonly id: string;
  /** The name of its file on the CDN. */
  readonly key: string;
  readonly title: string;
  readonly author: string;
  readonly variant: Variant | null;
};

const upright = (colour: string, toneHz: number, width: number, height: number): Variant => ({
  container: 'mp4',
  seconds: 10,
  picture: { codec: 'h264', width, height, fps: 30, colour },
  sound: { codec: 'aac', toneHz, kilobitsPerSecond: 64 },
});

/** Colour and tone of each snap. */
const SNAPS: readonly Snap[] = [
  {
    id: 'W7_EDlXWTBiXAEEniNoMPwAAYYWtidGhudGZpAX1TKn0JAX1TKnXJAAAAAA',
    key: 'kKJHIR1QAznRKK9jgYYDq',
    title: 'Lantern festival',
    author: 'lab.lantern',
    variant: upright('#e8b004', 330, 540, 960),
  },
  {
    id: 'W7_EDlXWTBiXAEEniNoMPwAAYcnVjYWdwcGV1AZEaIYn5AZEaIYnrAAAAAQ',
    key: 'ztfr6xFs0FOcFhwVczWfj',
    title: 'River from the bridge',
    author: 'lab.river',
    variant: upright('#04a0e8', 392, 720, 1280),
  },
  {
    id: 'W7_EDlXWTBiXAEEniNoMPwAAYdGV4dG9ubHkxAZIbJZm4AZIbJZmsAAAAAA',
    key: 'pQ2rD8kVb0sTnXyLw5GhJ',
    title: 'A snap without a film',
    author: 'lab.still',
    variant: null,
  },
];
const REMOVED = 'W7_EDlXWTBiXAEEniNoMPwAAYcmVtb3ZlZG9uZTEAZIbJZm9AZIbJZmuAAAAAQ';
const SHORT_LINKS = new Map([['x7QhT2mB', SNAPS[1]?.id ?? '']]);

/** The platform's hosts, links and answers. */
export const snapchat: LabPlatform = {
  id: 'snapchat',
  hosts: ['www.snapchat.com', 'snapchat.com', 't.snapchat.com', '.sc-cdn.net'],
  links: [
    {
      name: 'Spotlight',
      url: `https://www.snapchat.com/spotlight/${SNAPS[0]?.id}`,
      expect: {
        title: 'Lantern festival',
        author: 'lab.lantern',
        items: [{ kind: 'video', durationSeconds: 10, tracks: [track(540, 960)] }],
      },
      ...downloadsOf(SNAPS[0]),
    },
    {
      name: 'Spotlight under its author',
      url: `https://www.snapchat.com/@lab.river/spotlight/${SNAPS[1]?.id}?share_id=abc&locale=en`,
      expect: river(),
      ...downloadsOf(SNAPS[1]),
    },
    { name: 'short link', url: 'https://t.snapchat.com/x7QhT2mB', expect: river() },
    {
      name: 'no film in it',
      url: `https://www.snapchat.com/spotlight/${SNAPS[2]?.id}`,
      expect: { code: 'no_video' },
    },
    {
      name: 'removed',
      url: `https://www.snapchat.com/spotlight/${REMOVED}`,
      expect: { code: 'not_found' },
    },
  ],
  answer,
};

/** There is one file of each. */
function downloadsOf(snap: Snap | undefined): Pick<LabLink, 'downloads'> {
  if (!snap?.variant) return {};
  return { downloads: [[...onlyFile(snap.variant), mp3(snap.variant)]] };
}

function track(width: number, height: number) {
  return { width, height, delivery: 'file', watermarked: false } as const;
}

function river() {
  const items = [{ kind: 'video', durationSeconds: 10, tracks: [track(720, 1280)] }] as const;
  return { title: 'River from the bridge', author: 'lab.river', items };
}

function answer({ url }: LabRequest, media: MediaLibrary): Promise<LabAnswer> | LabAnswer | null {
  if (url.hostname.endsWith('.sc-cdn.net')) return answerCdn(url.pathname, media);
  if (url.hostname === 't.snapchat.com') {
    const id = SHORT_LINKS.get(url.pathname.slice(1));
    if (id === undefined) return refusal(404);
    return redirect(`https://www.snapchat.com/spotlight/${id}?share_id=a1b2c3&locale=en-US`);
  }
  const spotlight = /^\/(?:@[\w.-]+\/)?spotlight\/(\w+)\/?$/.exec(url.pathname);
  if (spotlight === null) return null;
  const snap = SNAPS.find(({ id }) => id === spotlight[1]);
  return snap === undefined ? refusal(404) : page(spotlightPage(snap));
}

/** `/d/<key>.27.IRZXSOY` is the video, `/d/<key>.256.IRZXSOY` its thumbnail. */
function answerCdn(path: string, media: MediaLibrary): Promise<LabAnswer> | null {
  const asked = /^\/d\/(\w+)\.(27|256)\.IRZXSOY$/.exec(path);
  const snap = SNAPS.find(({ key }) => key === asked?.[1]);
  if (asked === null || snap === undefined) return null;
  if (asked[2] === '256') {
    return mediaFile(media, picture(snap.variant?.picture?.colour ?? '#808080', 540, 960));
  }
  return snap.variant === null ? null : mediaFile(media, snap.variant);
}

function spotlightPage({ id, key, title, author, variant }: Snap): string {
  const videoMetadata = {
    name: title,
    description: '',
    uploadDateMs: '1780300800000',
    viewCount: '-1',
    shareCount: '12',
    durationMs: '10000',
    width: variant?.picture?.width,
    height: variant?.picture?.height,
    contentUrl: variant === null ? '' : `https://cf-st.sc-cdn.net/d/${key}.27.IRZXSOY`,
    thumbnailUrl: `https://cf-st.sc-cdn.net/d/${key}.256.IRZXSOY`,
    creator: {
      personCreator: { username: author, url: `https://www.snapchat.com/add/${author}` },
    },
  };
  const spotlightStories = [
    {
      story: { storyId: { value: id } },
      metadata: { videoMetadata, hashtags: ['#lab'], engagementStats: { viewCount: '1204' } },
    },
  ];
  const data = {
    props: { pageProps: { spotlightFeed: { spotlightStories } } },
    page: '/spotlight',
  };
  const preload =
    variant === null
      ? ''
      : `<link data-react-helmet="true" rel="preload" href="https://cf-st.sc-cdn.net/d/${key}.27.IRZXSOY" as="video"/>`;
  return `<!DOCTYPE html><html lang="en"><head><title>${title}</title>${preload}</head><body>
<script id="__NEXT_DATA__" type="application/json">${inScript(data)}</script></body></html>`;
}
