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

/** Why an entry of a list cannot be downloaded; `live` has not ended, or not begun. */
export type Absence = 'private' | 'removed' | 'live' | 'members' | 'unknown';

/** A page of a list as the engine reads it, without duplicates on it. `number` is the place in the list, from 1 on. */
export type ReadList = {
  readonly title: string | null;
  readonly author: string | null;
  readonly entries: readonly ListEntry[];
  /** The entries of the page that cannot be downloaded. */
  readonly absent: readonly { readonly number: number; readonly why: Absence }[];
  /** How many of the page are missing from `entries`: the absent ones, and those that are blocked here. */
  readonly unavailable: number;
  /** How many come after the page; null if the platform does not say. */
  readonly omitted: number | null;
  /** The number of the next page; null for the last one that can be read. */
  readonly nextPage: number | null;
};

/** What a list that is kept has: an opaque handle, when it is gone (epoch milliseconds), and how the platform was reached. */
export type Kept = { readonly id: string; readonly expiresAt: number; readonly via: Via };

/** A kept list. */
export type VideoList = ReadList & Kept & { readonly link: ListLink };

/** Kept results of a search, best first. */
export type FoundVideos = Kept & { readonly entries: readonly ListEntry[] };
