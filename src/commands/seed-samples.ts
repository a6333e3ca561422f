// The sample videos of `npm run seed`: one per platform, with links that the demo's own platforms answer.
import type { TrendingVideo } from '../core/trending/trending.ts';

/** A sample, and the two colours of its thumbnail. */
export type Sample = Pick<
  TrendingVideo,
  'title' | 'description' | 'videoUrl' | 'platform' | 'featured' | 'isAvailable'
> & { readonly colours: readonly [string, string] };

const plain = { featured: false, isAvailable: true } as const;

/** The samples in display order; featured ones come first. */
export const SAMPLES: readonly Sample[] = [
  {
    ...plain,
    featured: true,
    title: 'Sample: A walk through the colour garden',
    description: 'A sample entry. Its link works in the demo only.',
    videoUrl: 'https://www.youtube.com/watch?v=labMain_001',
    platform: 'youtube',
    colours: ['0x2b5876', '0x8fb8a8'],
  },
  {
    ...plain,
    featured: true,
    title: 'Sample: Night train over the viaduct',
    description: 'A sample entry. Its link works in the demo only.',
    videoUrl: 'https://www.tiktok.com/@lab.trains/video/7512345678901234504',
    platform: 'tiktok',
    colours: ['0x1d2b53', '0x7a6a9b'],
  },
  {
    ...plain,
    title: 'Sample: A reel from Instagram',
    description: 'A sample entry with an upright video. Its link works in the demo only.',
    videoUrl: 'https://www.instagram.com/reel/DKreelLab01/',
    platform: 'instagram',
    colours: ['0x7d4f6d', '0xe0b0a0'],
  },
  {
    ...plain,
    title: 'Sample: A watch video from Facebook',
    description: 'A sample entry. Its link works in the demo only.',
    videoUrl: 'https://www.facebook.com/watch/?v=1000000000000101',
    platform: 'facebook',
    colours: ['0x34507a', '0x9fb4cf'],
  },
  {
    ...plain,
    title: 'Sample: Static fire of the small engine',
    description: 'A sample entry. Its link works in the demo only.',
    videoUrl: 'https://x.com/platform_lab/status/1931111111111111101',
    platform: 'twitter',
    colours: ['0x3f3a36', '0xc9a27a'],
  },
  {
    ...plain,
    title: 'Sample: Lantern festival',
    description: 'A sample entry with an upright video. Its link works in the demo only.',
    videoUrl:
      'https://www.snapchat.com/spotlight/W7_EDlXWTBiXAEEniNoMPwAAYYWtidGhudGZpAX1TKn0JAX1TKnXJAAAAAA',
    platform: 'snapchat',
    colours: ['0x5b4a1f', '0xe3c878'],
  },
  {
    ...plain,
    title: 'Sample: Fresh pasta in ten seconds',
    description: 'A sample entry. Its link works in the demo only.',
    videoUrl: 'https://www.pinterest.com/pin/664281013778109217/',
    platform: 'pinterest',
    colours: ['0x6b3f36', '0xd9c3a5'],
  },
  {
    ...plain,
    isAvailable: false,
    title: 'Sample: A post that was deleted',
    description: 'A sample entry that shows how an unavailable video is marked.',
    videoUrl: 'https://www.threads.com/@lab.painter/post/DLdeletedL1',
    platform: 'threads',
    colours: ['0x4a4f55', '0xa9b0b5'],
  },
];
