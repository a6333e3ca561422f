// Which finished files may go when room is needed, and in which order; used by make-room.ts. Pure.
import { createNetworkCounts, networksAround } from '../../core/limits/networks.ts';
import { SHARED_RESOURCES } from '../../core/limits/shared-resources.ts';
import type { Entry } from './file-index.ts';

const { perNetwork } = SHARED_RESOURCES.readFiles;

/**
 * Of `entries` (in the order of their use) those that may go, the first to go first: files that nobody reads, then files
 * whose readers are all slow or in networks that read more than their share of `maxBytes`. With each of the latter its
 * networks read less, so another one of theirs may stay.
 */
export function evictable(entries: readonly Entry[], maxBytes: number): readonly Entry[] {
  const idle = entries.filter(({ readers }) => readers.size === 0);
  const read = entries.filter(({ readers }) => readers.size > 0);
  const readBytes = createNetworkCounts();
  for (const entry of read) readBytes.add(networksOf(entry), entry.file.bytes);
  const mayCut = ({ readers }: Entry) =>
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

/** All networks in which a file is read, each once. */
function networksOf({ readers }: Entry) {
  const networks = [...readers].flatMap(({ network }) => networksAround(network));
  return new Map(networks.map((network) => [network.key, network])).values();
}
