// A list of videos, and the results of a search: what the engine reads of them, and what is kept of them for a while.
import type { ListLink } from '../../shared/platforms/lists.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import type { Origin } from '../blocks/origin.ts';
import type { Source, Via } from './inspection.ts';

/** A video of a list or a result, as far as the list itself describes it. */
export type ListEntry = {
  readonly link: Link;
  /** Its place in the list, from 1 on; left out for a result. */
  readonly number?: number;
  readonly title: string | null;
  readonly author: string | null;
  readonly durationSeconds: number | null;
  /** Never sent to a browser. */
  readonly thumbnail: Source | null;
  readonly origin: Origin;
};

/** A list as the engine reads it: its first entries without duplicates. */
export type ReadList = {
  readonly title: string | null;
  readonly author: string | null;
  readonly entries: readonly ListEntry[];
  /** How many of the first entries cannot be downloaded: deleted, private, live or not begun. */
  readonly unavailable: number;
  /** How many come after the first ones; null if the platform does not say. */
  readonly omitted: number | null;
};

/** What a list that is kept has: an opaque handle, when it is gone (epoch milliseconds), and how the platform was reached. */
export type Kept = { readonly id: string; readonly expiresAt: number; readonly via: Via };

/** A kept list. */
export type VideoList = ReadList & Kept & { readonly link: ListLink };

/** Kept results of a search, best first. */
export type FoundVideos = Kept & { readonly entries: readonly ListEntry[] };
