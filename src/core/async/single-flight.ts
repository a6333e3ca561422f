// Shares one run of a function between concurrent callers of the same key; aborts it when the last caller leaves.

/** The callers that wait at this moment, in the order in which they came. */
export type Callers<C> = {
  readonly all: () => readonly C[];
  /** Calls back for each caller that joins. There is one listener. */
  readonly onJoin: (listener: () => void) => void;
};

type Flight<T, C> = {
  readonly controller: AbortController;
  readonly result: Promise<T>;
  readonly callers: Set<{ readonly caller: C }>;
  readonly joined: () => void;
};

/**
 * Makes a function that starts `work` once per key while it runs and gives its result to all callers that came meanwhile.
 * A caller whose own signal aborts is rejected with that signal's reason at once; the work is aborted when no caller is left.
 */
export function createSingleFlight<T, C = undefined>() {
  type Work = (signal: AbortSignal, callers: Callers<C>) => Promise<T>;
  const flights = new Map<string, Flight<T, C>>();

  const start = (key: string, first: { readonly caller: C }, work: Work): Flight<T, C> => {
    const controller = new AbortController();
    const callers = new Set([first]);
    let joined: () => void = () => undefined;
    const result = work(controller.signal, {
      all: () => [...callers].map(({ caller }) => caller),
      onJoin(listener) {
        joined = listener;
      },
    }).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    const flight: Flight<T, C> = { controller, callers, result, joined: () => joined() };
    flights.set(key, flight);
    return flight;
  };

  return (key: string, signal: AbortSignal, work: Work, caller: C): Promise<T> => {
    signal.throwIfAborted();
    const place = { caller };
    const known = flights.get(key);
    const flight = known ?? start(key, place, work);
    if (known) {
      known.callers.add(place);
      known.joined();
    }
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', onAbort);
        flight.callers.delete(place);
      };
      const onAbort = () => {
        leave();
        reject(signal.reason);
        if (flight.callers.size > 0) return;
        if (flights.get(key) === flight) flights.delete(key);
        flight.controller.abort(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      flight.result.then(
        (value) => {
          leave();
          resolve(value);
        },
        (error: unknown) => {
          leave();
          reject(error);
        },
      );
    });
  };
}
