// The extra sites of the lab.
import type { ExtraSiteId } from '../../src/shared/platforms/platform.ts';
import type { LabPlatform } from '../platform.ts';
import { bluesky } from './bluesky.ts';
import { reddit } from './reddit.ts';
import { soundcloud } from './soundcloud.ts';
import { streamable } from './streamable.ts';
import { twitch } from './twitch.ts';

/** One module per extra site; the compiler checks that none is missing. */
export const LAB_SITES: Readonly<Record<ExtraSiteId, LabPlatform>> = {
  bluesky,
  reddit,
  soundcloud,
  streamable,
  twitch,
};
