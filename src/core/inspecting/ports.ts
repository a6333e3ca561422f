// Ports of inspecting: the extraction engine, short links, thumbnails, circuits.
import type { ListLink } from '../../shared/platforms/lists.ts';
import type { Link, PlatformId, ShortLink } from '../../shared/platforms/platform.ts';
import type { AddressFamily, Inspected, Via } from './inspection.ts';
import type { ListEntry, ReadList } from './list.ts';

/**
 * Inspects a link with yt-dlp, by an egress (default: the first one that serves the platform), and as long as it can by an address
 * family (default: the one that the egress uses). Throws AppError; ends within its own deadline and at once when `signal` aborts.
 */
export type Engine = {
  readonly inspect: (
    link: Link,
    signal: AbortSignal,
    egress?: string,
    family?: AddressFamily,
  ) => Promise<Inspected>;
  /** The id of its first egress at the start, which names this server to others. */
  readonly egress: string;
};

/** A part of a video that its viewers marked, and how long the video was then, in seconds. */
export type Mark = {
  readonly title: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly videoSeconds: number | null;
};

/** Reads the marks of the video of a link; none where there are none, or they cannot be had soon. Throws nothing. */
export type VideoMarks = {
  readonly read: (link: Link, signal: AbortSignal) => Promise<readonly Mark[]>;
};

/**
 * Reads a page of a list with yt-dlp, from 1 on, and looks at none of its entries. Throws AppError, `not_a_list` for what turns out
 * to be something else; ends within its own deadline and at once when `signal` aborts.
 */
export type ListEngine = {
  readonly list: (
    link: ListLink,
    page: number,
    signal: AbortSignal,
    egress: string,
  ) => Promise<ReadList>;
};

/**
 * Searches a platform with yt-dlp and looks at none of the results, which come in the platform's order, at most ten. `text` is
 * sent as it is. Throws AppError without any of its words; ends within its own deadline and at once when `signal` aborts.
 */
export type SearchEngine = {
  readonly search: (
    platform: PlatformId,
    text: string,
    signal: AbortSignal,
    egress: string,
  ) => Promise<readonly ListEntry[]>;
};

/** Follows a short link within its platform's own hosts and returns the last address, which the caller must validate again. */
export type ShortLinks = {
  readonly follow: (link: ShortLink, signal: AbortSignal) => Promise<string>;
};

/** Fetches and re-encodes one image; returns a JPEG of bounded size. Throws AppError. */
export type Thumbnails = {
  readonly render: (
    source: {
      address: string;
      headers: Readonly<Record<string, string>>;
      platform: PlatformId;
      /** How the inspection that named it reached the platform, if there was one. */
      via?: Via;
      /** What is meant is the square in its middle: the cover of a song, with bars or a blur beside it. */
      isSquare?: boolean;
    },
    /** The rate key of the client. */
    network: string,
    signal: AbortSignal,
  ) => Promise<Uint8Array>;
};

/** A circuit of the breaker. `openUntilMs` is in milliseconds of the monotonic clock. */
export type Circuit = {
  readonly refusals: number;
  readonly pauses: number;
  readonly openUntilMs: number;
  /** True while the single attempt after a pause is running. */
  readonly isProbing: boolean;
};

/** The circuits by key; a missing one is closed. */
export type Circuits = {
  readonly get: (key: string) => Circuit | undefined;
  readonly set: (key: string, circuit: Circuit) => void;
  readonly delete: (key: string) => void;
};
