// The port that fetches subtitles.
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Cue } from './cue.ts';

/** Where subtitles are. */
export type SubtitleSource = {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent to the host of `address` only. */
  readonly cookies: Readonly<Record<string, string>>;
  readonly platform: PlatformId;
  /** How the inspection that named them reached the platform. */
  readonly via?: { readonly egress: string; readonly family?: 4 | 6 | undefined };
};

/**
 * Fetches subtitles through the egress proxy and reads them, for a client in `network` (its rate key). Throws AppError
 * `choice_unavailable` for what has no cues, `rate_limited`, `upstream_error`, `too_large`.
 */
export type SubtitleReader = {
  readonly read: (
    source: SubtitleSource,
    network: string,
    signal: AbortSignal,
  ) => Promise<readonly Cue[]>;
};
