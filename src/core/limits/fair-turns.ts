// Lets a few pieces of work run at once and serves the networks that wait in turn, so that none of them can keep the
// others from being served; for inspections and thumbnails. Works that make files have their own order: queue-order.ts.
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import type { Callers } from '../async/single-flight.ts';
import {
  createNetworkCounts,
  type NetworkBounds,
  networksAround,
  OWN_NETWORK,
} from './networks.ts';

/** Places and bounds; see `shared-resources.ts`. */
export type FairTurnsOptions = {
  readonly clock: Clock;
  readonly places: number;
  /** Most places of one network. */
  readonly runningPerNetwork: NetworkBounds;
  readonly maxWaiting: number;
  /** Most turns that wait because a network asked for them. */
  readonly waitingPerNetwork: NetworkBounds;
  readonly beyond: ErrorCode;
  readonly retryAfterSeconds: number;
  /** The longest wait for a place. */
  readonly maxWaitMs: number;
};

/**
 * Who wants a piece of work: the network, by its key, and whether it can wait. What can wait is not bounded here, comes
 * after what cannot, and has to be bounded by whoever asks.
 */
export type Asker = { readonly network: string; readonly canWait: boolean };

/** The turns of one kind of work. */
export type FairTurns = {
  /**
   * Runs `work` once a place is free. The network that asked first answers for it while it waits; the one with the best
   * turn gets it its place. Throws AppError: the code of the options when that network has as much waiting as it may,
   * `server_busy` when too much waits in all or no place became free in time; and the signal's reason.
   */
  readonly run: <T>(
    callers: Callers<Asker>,
    signal: AbortSignal,
    work: () => Promise<T>,
  ) => Promise<T>;
  readonly waiting: () => number;
};

type Turn = {
  readonly callers: Callers<Asker>;
  readonly first: Asker;
  /** Gives it a place, for which `network` pays. */
  readonly start: (network: string) => void;
  readonly refuse: (reason: unknown) => void;
};

/** A network of this width may run this many pieces of work before it ranks below one that runs none. */
const WEIGHTS: NetworkBounds = { address: 1, 56: 2, 48: 4 };

/** Nothing runs or waits yet. */
export function createFairTurns(options: FairTurnsOptions): FairTurns {
  const { clock, places, retryAfterSeconds } = options;
  const waiting = new Set<Turn>();
  const waitingCounts = createNetworkCounts();
  const runningCounts = createNetworkCounts();
  let running = 0;
  /** How many of those that wait cannot. */
  let bounded = 0;

  const isBeyond = (network: string, counts: typeof runningCounts, bounds: NetworkBounds) =>
    networksAround(network).some((each) => counts.of(each) >= bounds[each.width]);

  /** Low for a network that has little running; infinite for one that may not run more. */
  const rankOf = (network: string): number => {
    if (isBeyond(network, runningCounts, options.runningPerNetwork))
      return Number.POSITIVE_INFINITY;
    const ranks = networksAround(network).map((each) =>
      Math.floor(runningCounts.of(each) / WEIGHTS[each.width]),
    );
    return Math.max(...ranks);
  };

  /** The turn whose network runs least; of equals one that cannot wait, and then the one that has waited longest. */
  const next = (): { readonly turn: Turn; readonly network: string } | null => {
    let best: { turn: Turn; network: string; rank: number } | null = null;
    for (const turn of waiting) {
      for (const { network, canWait } of turn.callers.all()) {
        const rank = rankOf(network) + (canWait ? 0.5 : 0);
        if (rank < (best?.rank ?? Number.POSITIVE_INFINITY)) best = { turn, network, rank };
      }
    }
    return best;
  };

  const count = ({ network, canWait }: Asker, amount: 1 | -1) => {
    if (canWait) return;
    bounded += amount;
    waitingCounts.add(networksAround(network), amount);
  };

  const takeOut = (turn: Turn) => {
    if (!waiting.delete(turn)) return false;
    count(turn.first, -1);
    return true;
  };

  const pump = () => {
    while (running < places) {
      const chosen = next();
      if (!chosen) return;
      takeOut(chosen.turn);
      chosen.turn.start(chosen.network);
    }
  };

  const busy = (code: ErrorCode) => new AppError(code, { params: { retryAfterSeconds } });

  /** Makes room among those that wait: the network with most of them loses its last one to one that has fewer. */
  const displaceFor = (network: string): boolean => {
    const heldBy = (key: string) =>
      Math.max(...networksAround(key).map((each) => waitingCounts.of(each) / WEIGHTS[each.width]));
    let last: Turn | null = null;
    for (const turn of waiting) {
      if (turn.first.canWait) continue;
      if (!last || heldBy(turn.first.network) >= heldBy(last.first.network)) last = turn;
    }
    if (!last || heldBy(last.first.network) <= heldBy(network) + 1) return false;
    takeOut(last);
    last.refuse(busy('server_busy'));
    return true;
  };

  const refuseBeyond = ({ network, canWait }: Asker) => {
    if (canWait) return;
    if (isBeyond(network, waitingCounts, options.waitingPerNetwork)) throw busy(options.beyond);
    if (bounded >= options.maxWaiting && !displaceFor(network)) throw busy('server_busy');
  };

  const place = (callers: Callers<Asker>, signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const [first = { network: OWN_NETWORK, canWait: false }] = callers.all();
      refuseBeyond(first);
      let callOff: () => void = () => undefined;
      const settle = () => {
        callOff();
        signal.removeEventListener('abort', onAbort);
      };
      const turn: Turn = {
        callers,
        first,
        start(payer) {
          settle();
          running += 1;
          runningCounts.add(networksAround(payer), 1);
          resolve(payer);
        },
        refuse(reason) {
          settle();
          reject(reason);
        },
      };
      const giveUp = (reason: unknown) => {
        if (takeOut(turn)) turn.refuse(reason);
      };
      const onAbort = () => giveUp(signal.reason);
      if (!first.canWait)
        callOff = clock.after(options.maxWaitMs, () => giveUp(busy('server_busy')));
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.add(turn);
      count(first, 1);
      callers.onJoin(pump);
      pump();
    });

  return {
    async run(callers, signal, work) {
      const network = await place(callers, signal);
      try {
        return await work();
      } finally {
        running -= 1;
        runningCounts.add(networksAround(network), -1);
        pump();
      }
    },
    waiting: () => waiting.size,
  };
}
