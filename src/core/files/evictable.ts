// Which finished files may be evicted for disk space, and in which order. Pure.

import { SHARED_RESOURCES } from '../limits/network-bounds.ts';
import { createNetworkCounts, type NetworkBounds, networksAround } from '../limits/networks.ts';

const { readFiles, ownFiles } = SHARED_RESOURCES;

/** A file that was made for more networks counts for none of them: others want it too. */
export const FEW_OWNERS = 3;

/**
 * A finished file with those who read it. Networks are rate keys: `network` that of a reader's client, `owners` those that the file
 * was made for, as far as they are known.
 */
export type ReadFile = {
  readonly file: { readonly bytes: number };
  readonly owners?: ReadonlySet<string>;
  readonly readers: ReadonlySet<{ readonly network: string; readonly isSlow: () => boolean }>;
};

/**
 * Returns those of `entries` (least recently used first) that may be evicted, in order: files without readers, first those of networks
 * that own more than their share of `maxBytes`; then files whose readers are all slow or in networks that read more than their share.
 * Each file lowers its networks' share, so that another of their files may stay.
 */
export function evictable<Entry extends ReadFile>(
  entries: readonly Entry[],
  maxBytes: number,
): readonly Entry[] {
  const idle = entries.filter(({ readers }) => readers.size === 0);
  const read = entries.filter(({ readers }) => readers.size > 0);
  const owned = countShares(entries, ownersOf, ownFiles.perNetwork, maxBytes);
  const first = owned.takeOff(idle, (entry) => {
    const owners = ownersOf(entry);
    return owners.length > 0 && owners.every(owned.isBeyond);
  });
  const reading = countShares(read, readersOf, readFiles.perNetwork, maxBytes);
  const cut = reading.takeOff(read, ({ readers }) =>
    [...readers].every(({ network, isSlow }) => isSlow() || reading.isBeyond(network)),
  );
  const isFirst = new Set(first);
  return [...first, ...idle.filter((entry) => !isFirst.has(entry)), ...cut];
}

/** The bytes of `entries` by network, against the share of `maxBytes` that each network may have. */
function countShares<Entry extends ReadFile>(
  entries: readonly Entry[],
  keysOf: (entry: ReadFile) => readonly string[],
  perNetwork: NetworkBounds,
  maxBytes: number,
) {
  const counts = createNetworkCounts();
  const count = (entry: Entry, bytes: number) => {
    const networks = keysOf(entry).flatMap((key) => networksAround(key));
    counts.add(new Map(networks.map((network) => [network.key, network])).values(), bytes);
  };
  for (const entry of entries) count(entry, entry.file.bytes);
  return {
    isBeyond: (key: string): boolean =>
      networksAround(key).some((each) => counts.of(each) > perNetwork[each.width] * maxBytes),
    /** Those of `some` that `mayGo`, one after the other, each of which no longer counts for the next. */
    takeOff: (some: readonly Entry[], mayGo: (entry: Entry) => boolean): readonly Entry[] =>
      some.filter((entry) => {
        if (!mayGo(entry)) return false;
        count(entry, -entry.file.bytes);
        return true;
      }),
  };
}

const ownersOf = ({ owners }: ReadFile) => (owners && owners.size <= FEW_OWNERS ? [...owners] : []);
const readersOf = ({ readers }: ReadFile) => [...readers].map(({ network }) => network);
