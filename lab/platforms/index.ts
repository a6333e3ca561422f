// The table of all platforms that the lab plays.
import type { PlatformId } from '../../src/shared/platforms/platform.ts';
import type { LabPlatform } from '../platform.ts';
import { facebook } from './facebook.ts';
import { instagram } from './instagram.ts';
import { pinterest } from './pinterest.ts';
import { snapchat } from './snapchat.ts';
import { threads } from './threads.ts';
import { tiktok } from './tiktok.ts';
import { twitter } from './twitter.ts';
import { youtube } from './youtube.ts';

/** One module for each platform; the compiler asks for all eight. */
export const LAB_PLATFORMS: Record<PlatformId, LabPlatform> = {
  youtube,
  tiktok,
  instagram,
  facebook,
  twitter,
  snapchat,
  pinterest,
  threads,
};
