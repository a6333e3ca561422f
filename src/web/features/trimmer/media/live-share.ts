// How much of a cut is made. What shows it listens to it, so that the editor around it is not drawn again at every step.

/** A share from 0 to 1, in whole percents. */
export type LiveShare = {
  readonly get: () => number;
  /** Calls the listener after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** A {@link LiveShare} that can be set. */
export type OwnShare = LiveShare & { readonly set: (share: number) => void };

/** Creates one at 0. It never falls. */
export function createShare(): OwnShare {
  let whole = 0;
  const listeners = new Set<() => void>();
  return {
    get: () => whole / 100,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // A copy reports every packet.
    set(share) {
      const next = Math.floor(share * 100);
      if (next <= whole) return;
      whole = next;
      for (const listener of listeners) listener();
    },
  };
}
