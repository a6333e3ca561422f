// The order of the queue: fair between visitors and networks, short media before long within a bound. Pure.
import { createNetworkCounts, type NetworkBounds, networksAround } from '../../limits/networks.ts';

/** For whom a job runs: a visitor, and the rate key of their network. */
export type Holder = { readonly visitor: string; readonly network: string };

/** A job in the queue. `seconds` is the length of its media, null if unknown. */
export type QueuedJob = {
  readonly key: string;
  readonly addedAtMs: number;
  readonly seconds: number | null;
  /** It encodes video. */
  readonly isHeavy: boolean;
  /** It encodes nothing. */
  readonly isCopy?: boolean;
  /** It has been put back, because it encodes for long: it waits for a place beside the slots. */
  readonly isLong: boolean;
  readonly holders: readonly Holder[];
};

/** Whether a job encodes; one that proved heavy counts as if it did. */
export function encodes({ isHeavy, isCopy }: Pick<QueuedJob, 'isHeavy' | 'isCopy'>): boolean {
  return isHeavy || !isCopy;
}

/** How many jobs of one visitor run at the same time. */
const MAX_RUNNING_PER_VISITOR = 2;
/** How many of them encode video. */
const MAX_HEAVY_PER_VISITOR = 1;
/** A network counts as this many visitors: a whole school may share one address. */
const VISITORS_PER_NETWORK: NetworkBounds = { address: 3, 56: 6, 48: 12 };
/** Jobs with longer media come after shorter ones of the same rank… */
const LONG_SECONDS = 600;
/** …but no job waits longer than this for one that was added later. */
const OVERDUE_MS = 120_000;

/**
 * The waiting jobs in the order in which they will run. Each visitor's first job comes before any visitor's second,
 * counting those that run already.
 */
export function queueOrder(
  waiting: readonly QueuedJob[],
  running: readonly QueuedJob[],
  nowMs: number,
): QueuedJob[] {
  const visitors = countHolders(running, ({ visitor }) => visitor);
  const networks = countNetworks(running);
  const ranked = [...waiting]
    .sort((a, b) => a.addedAtMs - b.addedAtMs)
    .map((job) => {
      const ranks = job.holders.map(({ visitor, network }) => {
        const around = networksAround(network);
        networks.add(around, 1);
        const crowds = around.map((network) =>
          Math.ceil(networks.of(network) / VISITORS_PER_NETWORK[network.width]),
        );
        return Math.max(addOne(visitors, visitor), ...crowds);
      });
      const isOverdue = nowMs - job.addedAtMs >= OVERDUE_MS;
      const isLong = (job.seconds ?? 0) > LONG_SECONDS;
      return {
        job,
        rank: isOverdue ? 0 : Math.min(...ranks),
        length: Number(isLong && !isOverdue),
      };
    });
  // The sort is stable, so equals stay in the order in which they came.
  ranked.sort((a, b) => a.rank - b.rank || a.length - b.length);
  return ranked.map(({ job }) => job);
}

/**
 * How many slots are free, how many of them for jobs that encode, and how many jobs may run at once: all of them and those that encode
 * for one network, the heavy ones in total and for one network. `longPlaces` are free for long ones, which need no slot.
 */
export type StartBounds = {
  readonly slots: number;
  readonly perNetwork: NetworkBounds;
  readonly encodingSlots: number;
  readonly encodingPerNetwork: NetworkBounds;
  readonly maxHeavy: number;
  readonly heavyPerNetwork: NetworkBounds;
  readonly longPlaces: number;
};

/**
 * The job to start now, or null when none may: those that wait belong to visitors or networks that have enough running, or
 * encode video while enough others do. An encode that was put back counts as running for everything but its own start.
 */
export function nextJob(
  waiting: readonly QueuedJob[],
  running: readonly QueuedJob[],
  nowMs: number,
  bounds: StartBounds,
): QueuedJob | null {
  const { slots, encodingSlots, maxHeavy, longPlaces } = bounds;
  const { perNetwork, encodingPerNetwork, heavyPerNetwork } = bounds;
  const heavy = running.filter(({ isHeavy }) => isHeavy);
  const encoding = running.filter(encodes);
  const hasSlot = slotsBeside(running, MAX_RUNNING_PER_VISITOR, perNetwork);
  const hasEncodingSlot = slotsBeside(encoding, MAX_RUNNING_PER_VISITOR, encodingPerNetwork);
  const begun = [...heavy, ...waiting.filter(({ isLong }) => isLong)];
  const mayContinue = slotsBeside(heavy, MAX_HEAVY_PER_VISITOR, heavyPerNetwork);
  const mayBegin = slotsBeside(begun, MAX_HEAVY_PER_VISITOR, heavyPerNetwork);
  const mayRun = (job: QueuedJob) => {
    const { isHeavy, isLong, holders } = job;
    if (!isLong && (slots <= 0 || (encodes(job) && encodingSlots <= 0))) return false;
    if (!isHeavy)
      return holders.some((one) => hasSlot(one) && (!encodes(job) || hasEncodingSlot(one)));
    if (isLong ? longPlaces <= 0 : heavy.length >= maxHeavy) return false;
    const mayEncode = isLong ? mayContinue : mayBegin;
    return holders.some((holder) => hasSlot(holder) && mayEncode(holder));
  };
  return queueOrder(waiting, running, nowMs).find(mayRun) ?? null;
}

/** Tells whether a holder may have another job beside these. */
function slotsBeside(
  running: readonly QueuedJob[],
  perVisitor: number,
  perNetwork: NetworkBounds,
): (holder: Holder) => boolean {
  const visitors = countHolders(running, ({ visitor }) => visitor);
  const networks = countNetworks(running);
  return ({ visitor, network }) =>
    (visitors.get(visitor) ?? 0) < perVisitor &&
    networksAround(network).every((each) => networks.of(each) < perNetwork[each.width]);
}

function countHolders(
  jobs: readonly QueuedJob[],
  keyOf: (holder: Holder) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const job of jobs) for (const holder of job.holders) addOne(counts, keyOf(holder));
  return counts;
}

/** A job for several visitors of one network counts once for that network. */
function countNetworks(jobs: readonly QueuedJob[]) {
  const counts = createNetworkCounts();
  for (const { holders } of jobs) {
    const networks = holders.flatMap(({ network }) => networksAround(network));
    counts.add(new Map(networks.map((network) => [network.key, network])).values(), 1);
  }
  return counts;
}

function addOne(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}
