// Which finished files may be evicted for disk space, and in which order. Pure.
import { createNetworkCounts, networksAround } from '../limits/networks.ts';
import { SHARED_RESOURCES } from '../limits/shared-resources.ts';

const { perNetwork } = SHARED_RESOURCES.readFiles;

/** A finished file with those who read it. `network` is the rate key of the client's network. */
export type ReadFile = {
  readonly file: { readonly bytes: number };
  readonly readers: ReadonlySet<{ readonly network: string; readonly isSlow: () => boolean }>;
};

/**
 * Returns those of `entries` (least recently used first) that may be evicted, in order: files without readers, then files
 * whose readers are all slow or in networks that read more than their share of `maxBytes`. Each of the latter lowers its
 * networks' share, so that another of their files may stay.
 */
export function evictable<Entry extends ReadFile>(
  entries: readonly Entry[],
  maxBytes: number,
): readonly Entry[] {
  const idle = entries.filter(({ readers }) => readers.size === 0);
  const read = entries.filter(({ readers }) => readers.size > 0);
  const readBytes = createNetworkCounts();
  for (const entry of read) readBytes.add(networksOf(entry), entry.file.bytes);
  const mayCut = ({ readers }: ReadFile) =>
    [...readers].every(
      ({ network, isSlow }) =>
        isSlow() ||
        networksAround(network).some(
          (each) => readBytes.of(each) > perNetwork[each.width] * maxBytes,
        ),
    );
  const cut: Entry[] = [];
  for (const entry of read) {
    if (!mayCut(entry)) continue;
    cut.push(entry);
    readBytes.add(networksOf(entry), -entry.file.bytes);
  }
  return [...idle, ...cut];
}

/** The networks of a file's readers, without duplicates. */
function networksOf({ readers }: ReadFile) {
  const networks = [...readers].flatMap(({ network }) => networksAround(network));
  return new Map(networks.map((network) => [network.key, network])).values();
}
