// Whose work comes next: fair between visitors and networks, short before long within a bound. Pure; used by works.ts.
import { createNetworkCounts, type NetworkBounds, networksAround } from '../limits/networks.ts';

/** Somebody who waits for a work: the visitor, and the network that they came from. */
export type Holder = { readonly visitor: string; readonly address: string };

/** A work in the queue. `seconds` is the length of its media, null when nobody knows. */
export type QueuedWork = {
  readonly key: string;
  readonly addedAtMs: number;
  readonly seconds: number | null;
  readonly holders: readonly Holder[];
};

/** How many works of one visitor run at the same time. */
export const MAX_RUNNING_PER_VISITOR = 2;
/** A network counts as this many visitors, for behind one address there may be a whole school. */
const VISITORS_PER_NETWORK: NetworkBounds = { address: 3, 56: 6, 48: 12 };
/** Longer media let shorter ones pass, */
const LONG_SECONDS = 600;
/** but nobody waits longer than this for somebody who came later. */
const OVERDUE_MS = 120_000;

/**
 * The waiting works in the order in which they will run. Each visitor's first comes before anybody's second, counting
 * those that run already.
 */
export function queueOrder(
  waiting: readonly QueuedWork[],
  running: readonly QueuedWork[],
  nowMs: number,
): QueuedWork[] {
  const visitors = countHolders(running, ({ visitor }) => visitor);
  const networks = countNetworks(running);
  const ranked = [...waiting]
    .sort((a, b) => a.addedAtMs - b.addedAtMs)
    .map((work) => {
      const ranks = work.holders.map(({ visitor, address }) => {
        const around = networksAround(address);
        networks.add(around, 1);
        const crowds = around.map((network) =>
          Math.ceil(networks.of(network) / VISITORS_PER_NETWORK[network.width]),
        );
        return Math.max(addOne(visitors, visitor), ...crowds);
      });
      const isOverdue = nowMs - work.addedAtMs >= OVERDUE_MS;
      const isLong = (work.seconds ?? 0) > LONG_SECONDS;
      return {
        work,
        rank: isOverdue ? 0 : Math.min(...ranks),
        length: Number(isLong && !isOverdue),
      };
    });
  // The sort is stable, so equals stay in the order in which they came.
  ranked.sort((a, b) => a.rank - b.rank || a.length - b.length);
  return ranked.map(({ work }) => work);
}

/**
 * The work to start now, or null when none may: all that wait belong to visitors who have enough running, or to networks
 * that have as many running as `perNetwork` says.
 */
export function nextWork(
  waiting: readonly QueuedWork[],
  running: readonly QueuedWork[],
  nowMs: number,
  perNetwork: NetworkBounds,
): QueuedWork | null {
  const visitors = countHolders(running, ({ visitor }) => visitor);
  const networks = countNetworks(running);
  const mayRun = (work: QueuedWork) =>
    work.holders.some(
      ({ visitor, address }) =>
        (visitors.get(visitor) ?? 0) < MAX_RUNNING_PER_VISITOR &&
        networksAround(address).every((each) => networks.of(each) < perNetwork[each.width]),
    );
  return queueOrder(waiting, running, nowMs).find(mayRun) ?? null;
}

function countHolders(
  works: readonly QueuedWork[],
  keyOf: (holder: Holder) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const work of works) for (const holder of work.holders) addOne(counts, keyOf(holder));
  return counts;
}

/** A work that several visitors of one network hold is one work of that network. */
function countNetworks(works: readonly QueuedWork[]) {
  const counts = createNetworkCounts();
  for (const { holders } of works) {
    const networks = holders.flatMap(({ address }) => networksAround(address));
    counts.add(new Map(networks.map((network) => [network.key, network])).values(), 1);
  }
  return counts;
}

function addOne(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}
