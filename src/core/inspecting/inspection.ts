// The result of inspecting a link: the half that browsers may see, and the half that stays on the server.

import type { Item, Media } from '../../shared/media/media.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import type { Origin } from '../blocks/origin.ts';

/** The half that the client may see. `expiresAt` and `inspectedAt` are epoch milliseconds. */
export type Inspection = {
  readonly id: string;
  readonly link: Link;
  readonly media: Media;
  readonly items: readonly Item[];
  /** The number of items beyond the limit, which were not read. */
  readonly omittedItems: number;
  readonly inspectedAt: number;
  readonly expiresAt: number;
};

/** A part of a DASH track: its address and its length in seconds where the manifest gives one. */
export type Fragment = { readonly address: string; readonly durationSeconds: number | null };

/** The origin of a track's bytes. Contains only headers of the allow-list. */
export type Source = {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Cookie name → value, without attributes. */
  readonly cookies: Readonly<Record<string, string>>;
  /** Present for `delivery: 'dash'` only. */
  readonly fragments: readonly Fragment[] | null;
};

/** An address family of IP. */
export type AddressFamily = 4 | 6;

/** How a platform was reached; its answers hold the address that asked. The family is left out where only a proxy knows it. */
export type Via = { readonly egress: string; readonly family?: AddressFamily | undefined };

/** How the platform of an inspection's sources was reached. */
export function viaOf({ egress, family }: Via): Via {
  return { egress, ...(family && { family }) };
}

/** Track, subtitle and thumbnail ids of an inspection → where they come from. Never sent to a browser. */
export type Sources = Via & { readonly byId: ReadonlyMap<string, Source> };

/** The halves of one inspection, made together and expiring together. */
export type Inspected = {
  readonly inspection: Inspection;
  readonly sources: Sources;
  readonly origin: Origin;
  /** Made with the operator's cookies: its files are for the visitor who requested it only. */
  readonly withCookies?: boolean;
};
