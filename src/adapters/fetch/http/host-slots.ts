// Shares the connections to each host among the parts of one job, up to a polite number.
import { MAX_CONNECTIONS } from './connection-count.ts';

/** One part's share. */
export type Seat = {
  /** True when a connection to the host may be opened; it must be released. */
  readonly tryTake: (host: string) => boolean;
  readonly release: (host: string) => void;
  /** Ends the part and its reserved connection. */
  readonly leave: () => void;
};

/** The shares of one job. */
export type HostSlots = {
  /** `freed` is called when a connection may have become available. */
  readonly join: (freed: () => void) => Seat;
};

/** Reserved for each part that has begun, so that a video does not delay its audio. */
const KEPT = 2;

/** At most {@link MAX_CONNECTIONS} per host. */
export function createHostSlots(): HostSlots {
  const hosts = new Map<string, Map<symbol, number>>();
  const listeners = new Map<symbol, () => void>();

  const notifyAll = () => {
    for (const freed of [...listeners.values()]) freed();
  };

  return {
    join: (freed) => {
      const me = Symbol('part');
      listeners.set(me, freed);
      return {
        tryTake: (host) => {
          const users = hosts.get(host) ?? new Map<symbol, number>();
          hosts.set(host, users);
          const own = users.get(me) ?? 0;
          users.set(me, own);
          let used = 0;
          let kept = 0;
          for (const [user, count] of users) {
            used += count;
            if (user !== me) kept += Math.max(count, KEPT);
          }
          if (used >= MAX_CONNECTIONS || (own > 0 && own + kept >= MAX_CONNECTIONS)) return false;
          users.set(me, own + 1);
          return true;
        },
        release: (host) => {
          const users = hosts.get(host);
          users?.set(me, Math.max(0, (users.get(me) ?? 0) - 1));
          notifyAll();
        },
        leave: () => {
          listeners.delete(me);
          for (const users of hosts.values()) users.delete(me);
          notifyAll();
        },
      };
    },
  };
}
