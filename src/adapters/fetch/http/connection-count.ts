// Finds the best number of connections for a part: more while that raises the rate, fewer when it does not or the origin refuses.

/** Most origins accept three, and a short file is complete before anything could be measured. */
export const INITIAL_CONNECTIONS = 3;
/** As many as a browser opens. */
const INITIAL_OF_LONG = 6;
const LONG_BYTES = 32 * 1024 * 1024;
/**
 * Per host. Browsers open six; eight still looks like one visitor and saturates a line that gives each connection 10
 * MB/s.
 */
export const MAX_CONNECTIONS = 8;
/** A step up must bring this share of what it would bring on an unlimited line. */
const CLEAR_SHARE = 0.4;
/** After so many measurements at the best number, one more connection is tried: lines change. */
const MEASUREMENTS_BEFORE_RETRY = 8;

/** The number of connections of one part. */
export type ConnectionCount = {
  readonly wanted: () => number;
  /** Records the rate of `connections` connections together over one measurement. */
  readonly measure: (connections: number, bytesPerSecond: number) => void;
  /** Begins with more for a file that is long, unless something was measured or refused. */
  readonly expect: (bytes: number) => void;
  /** The origin refused one of `active` connections: fewer are wanted from now on. */
  readonly refuse: (active: number) => void;
};

/** Starts with {@link INITIAL_CONNECTIONS}. */
export function createConnectionCount(): ConnectionCount {
  let most = MAX_CONNECTIONS;
  let wanted = INITIAL_CONNECTIONS;
  let best: { connections: number; rate: number } | null = null;
  let waited = 0;

  function tryMore(from: number, step: number): void {
    wanted = Math.min(most, from + step);
    waited = 0;
  }

  return {
    wanted: () => wanted,
    measure: (connections, rate) => {
      if (connections !== wanted) return;
      if (best && connections > best.connections) {
        const gain = rate / best.rate - 1;
        const hoped = connections / best.connections - 1;
        if (gain < CLEAR_SHARE * hoped) {
          wanted = best.connections;
          waited = 0;
          return;
        }
        best = { connections, rate };
        tryMore(connections, 3);
      } else if (!best) {
        best = { connections, rate };
        tryMore(connections, 2);
      } else {
        best = { connections, rate };
        waited += 1;
        if (waited >= MEASUREMENTS_BEFORE_RETRY) tryMore(connections, 1);
      }
    },
    expect: (bytes) => {
      if (bytes >= LONG_BYTES && best === null && most === MAX_CONNECTIONS)
        wanted = INITIAL_OF_LONG;
    },
    refuse: (active) => {
      most = Math.max(1, Math.min(most, active - 1));
      wanted = Math.min(wanted, most);
      best = null;
    },
  };
}
