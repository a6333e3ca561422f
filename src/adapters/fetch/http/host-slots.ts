// Shares the connections to each host between the parts of one work, so that no host sees more than is polite.
import { MAX_CONNECTIONS } from './connection-count.ts';

/** One part's share. */
export type Seat = {
  /** True when a connection to the host may be opened; it must be released. */
  readonly tryTake: (host: string) => boolean;
  readonly release: (host: string) => void;
  /** Ends the part: nothing is kept for it any longer. */
  readonly leave: () => void;
};

/** The shares of one work. */
export type HostSlots = {
  /** `freed` is called when something may have become possible. */
  readonly join: (freed: () => void) => Seat;
};

/** Kept for each part that has begun, so that a picture does not leave its sound waiting. */
const KEPT = 2;

/** At most {@link MAX_CONNECTIONS} to each host. */
export function createHostSlots(): HostSlots {
  const hosts = new Map<string, Map<symbol, number>>();
  const listeners = new Map<symbol, () => void>();

  const tell = () => {
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
          const mine = users.get(me) ?? 0;
          users.set(me, mine);
          let used = 0;
          let kept = 0;
          for (const [user, count] of users) {
            used += count;
            if (user !== me) kept += Math.max(count, KEPT);
          }
          if (used >= MAX_CONNECTIONS || (mine > 0 && mine + kept >= MAX_CONNECTIONS)) return false;
          users.set(me, mine + 1);
          return true;
        },
        release: (host) => {
          const users = hosts.get(host);
          users?.set(me, Math.max(0, (users.get(me) ?? 0) - 1));
          tell();
        },
        leave: () => {
          listeners.delete(me);
          for (const users of hosts.values()) users.delete(me);
          tell();
        },
      };
    },
  };
}
