// All platforms of the lab.
import type { MainPlatformId } from '../../src/shared/platforms/platform.ts';
import type { LabPlatform } from '../platform.ts';
import { facebook } from './facebook/facebook.ts';
import { instagram } from './instagram/instagram.ts';
import { pinterest } from './pinterest/pinterest.ts';
import { snapchat } from './snapchat/snapchat.ts';
import { threads } from './threads/threads.ts';
import { tiktok } from './tiktok/tiktok.ts';
import { twitter } from './twitter/twitter.ts';
import { youtube } from './youtube/youtube.ts';

/** One module per main platform (extra sites: `lab/sites`); the compiler checks that none is missing. */
export const LAB_PLATFORMS: Record<MainPlatformId, LabPlatform> = {
  youtube,
  tiktok,
  instagram,
  facebook,
  twitter,
  snapchat,
  pinterest,
  threads,
};
