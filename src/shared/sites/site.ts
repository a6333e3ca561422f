// The type of an extra site: one that yt-dlp serves without a login, and that is off until EXTRA_SITES names it.
import type { Platform, PlatformUpstream } from '../platforms/platform.ts';

/** All that the server knows of an extra site, in one file. */
export type ExtraSite = {
  readonly platform: Platform;
  readonly upstream: PlatformUpstream;
  /** The link of a public item that has been there for years; canaries inspect it while the site is on. */
  readonly canary: string;
};
