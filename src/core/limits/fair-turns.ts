// Bounds how many tasks run at once, and serves the waiting networks in turn, so that none of them can starve the others;
// for inspections and thumbnails. Jobs have an order of their own: core/jobs/queue-order.ts.
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import type { Callers } from '../async/single-flight.ts';
import {
  createNetworkCounts,
  type NetworkBounds,
  networksAround,
  OWN_NETWORK,
} from './networks.ts';

/** Slots and bounds; see `network-bounds.ts`. */
export type FairTurnsOptions = {
  readonly clock: Clock;
  readonly slots: number;
  /** The most slots of one network. */
  readonly runningPerNetwork: NetworkBounds;
  readonly maxWaiting: number;
  /** The most waiting turns of one network. */
  readonly waitingPerNetwork: NetworkBounds;
  readonly beyond: ErrorCode;
  readonly retryAfterSeconds: number;
  /** The longest wait for a slot, in milliseconds. */
  readonly maxWaitMs: number;
};

/**
 * A caller: the key of its network, and whether it can wait. Tasks that can wait come after those that cannot; their number
 * is bounded by the caller.
 */
export type TurnCaller = { readonly network: string; readonly canWait: boolean };

/** The turns of one kind of task. */
export type FairTurns = {
  /**
   * Runs `work` once a slot is free. While it waits it counts for the first caller's network; its rank is that of its best
   * caller. Throws AppError `options.beyond` when too much of the network waits, `server_busy` when too much waits in total
   * or no slot became free in time; and the signal's reason.
   */
  readonly run: <T>(
    callers: Callers<TurnCaller>,
    signal: AbortSignal,
    work: () => Promise<T>,
  ) => Promise<T>;
  readonly waiting: () => number;
};

type Turn = {
  readonly callers: Callers<TurnCaller>;
  readonly first: TurnCaller;
  /** Starts it in a slot that counts for `network`. */
  readonly start: (network: string) => void;
  readonly refuse: (reason: unknown) => void;
};

/** A network of this width may run this many tasks before it ranks below one that runs none. */
const WEIGHTS: NetworkBounds = { address: 1, 56: 2, 48: 4 };

type State = FairTurnsOptions & {
  readonly waiting: Set<Turn>;
  readonly waitingCounts: NetworkCounts;
  readonly runningCounts: NetworkCounts;
  running: number;
  /** How many of the waiting turns cannot wait. */
  bounded: number;
};

type NetworkCounts = ReturnType<typeof createNetworkCounts>;

/** Creates the turns; nothing runs or waits. */
export function createFairTurns(options: FairTurnsOptions): FairTurns {
  const state: State = {
    ...options,
    waiting: new Set(),
    waitingCounts: createNetworkCounts(),
    runningCounts: createNetworkCounts(),
    running: 0,
    bounded: 0,
  };
  return {
    async run(callers, signal, work) {
      const network = await waitForSlot(state, callers, signal);
      try {
        return await work();
      } finally {
        state.running -= 1;
        state.runningCounts.add(networksAround(network), -1);
        startWaiting(state);
      }
    },
    waiting: () => state.waiting.size,
  };
}

/** Resolves with the network that the slot counts for. */
function waitForSlot(
  state: State,
  callers: Callers<TurnCaller>,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const [first = { network: OWN_NETWORK, canWait: false }] = callers.all();
    refuseBeyond(state, first);
    let cancelTimer: () => void = () => undefined;
    const settle = () => {
      cancelTimer();
      signal.removeEventListener('abort', onAbort);
    };
    const turn: Turn = {
      callers,
      first,
      start(payer) {
        settle();
        state.running += 1;
        state.runningCounts.add(networksAround(payer), 1);
        resolve(payer);
      },
      refuse(reason) {
        settle();
        reject(reason);
      },
    };
    const giveUp = (reason: unknown) => {
      if (removeWaiting(state, turn)) turn.refuse(reason);
    };
    const onAbort = () => giveUp(signal.reason);
    if (!first.canWait)
      cancelTimer = state.clock.after(state.maxWaitMs, () => giveUp(busy(state, 'server_busy')));
    signal.addEventListener('abort', onAbort, { once: true });
    state.waiting.add(turn);
    countWaiting(state, first, 1);
    callers.onJoin(() => startWaiting(state));
    startWaiting(state);
  });
}

function startWaiting(state: State): void {
  while (state.running < state.slots) {
    const chosen = nextTurn(state);
    if (!chosen) return;
    removeWaiting(state, chosen.turn);
    chosen.turn.start(chosen.network);
  }
}

/** The turn whose network runs least; of equals one that cannot wait, and then the one that has waited longest. */
function nextTurn(state: State): { readonly turn: Turn; readonly network: string } | null {
  let best: { turn: Turn; network: string; rank: number } | null = null;
  for (const turn of state.waiting) {
    for (const { network, canWait } of turn.callers.all()) {
      const rank = rankOf(state, network) + (canWait ? 0.5 : 0);
      if (rank < (best?.rank ?? Number.POSITIVE_INFINITY)) best = { turn, network, rank };
    }
  }
  return best;
}

/** Low for a network that runs little; infinite for one that may not run more. */
function rankOf({ runningCounts, runningPerNetwork }: State, network: string): number {
  if (isBeyond(network, runningCounts, runningPerNetwork)) return Number.POSITIVE_INFINITY;
  const ranks = networksAround(network).map((each) =>
    Math.floor(runningCounts.of(each) / WEIGHTS[each.width]),
  );
  return Math.max(...ranks);
}

function isBeyond(network: string, counts: NetworkCounts, bounds: NetworkBounds): boolean {
  return networksAround(network).some((each) => counts.of(each) >= bounds[each.width]);
}

function removeWaiting(state: State, turn: Turn): boolean {
  if (!state.waiting.delete(turn)) return false;
  countWaiting(state, turn.first, -1);
  return true;
}

function countWaiting(state: State, { network, canWait }: TurnCaller, amount: 1 | -1): void {
  if (canWait) return;
  state.bounded += amount;
  state.waitingCounts.add(networksAround(network), amount);
}

function refuseBeyond(state: State, { network, canWait }: TurnCaller): void {
  if (canWait) return;
  if (isBeyond(network, state.waitingCounts, state.waitingPerNetwork))
    throw busy(state, state.beyond);
  if (state.bounded >= state.maxWaiting && !displaceFor(state, network))
    throw busy(state, 'server_busy');
}

/** Makes space in the queue: the network with the most waiting turns loses its last one to a network with fewer. */
function displaceFor(state: State, network: string): boolean {
  const heldBy = (key: string) =>
    Math.max(
      ...networksAround(key).map((each) => state.waitingCounts.of(each) / WEIGHTS[each.width]),
    );
  let last: Turn | null = null;
  for (const turn of state.waiting) {
    if (turn.first.canWait) continue;
    if (!last || heldBy(turn.first.network) >= heldBy(last.first.network)) last = turn;
  }
  if (!last || heldBy(last.first.network) <= heldBy(network) + 1) return false;
  removeWaiting(state, last);
  last.refuse(busy(state, 'server_busy'));
  return true;
}

function busy({ retryAfterSeconds }: State, code: ErrorCode): AppError {
  return new AppError(code, { params: { retryAfterSeconds } });
}
