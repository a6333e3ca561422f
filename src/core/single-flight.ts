// One piece of work for everybody who asks for the same thing at the same time; it ends when the last one leaves.

/** Who waits for a piece of work at this moment, each under the name it gave; a name may be there several times. */
export type Callers = {
  readonly names: () => Iterable<string>;
  /** Calls back whenever somebody joins. There is one listener. */
  readonly onJoin: (listener: () => void) => void;
};

type Caller = { readonly name: string };
type Flight<T> = {
  readonly controller: AbortController;
  readonly result: Promise<T>;
  readonly callers: Set<Caller>;
  readonly joined: () => void;
};

/**
 * Makes a function that starts `work` once per key while it runs and gives its result to all who asked meanwhile.
 * A caller whose own signal aborts is rejected with that signal's reason at once; the work is aborted when no caller is left.
 */
export function createSingleFlight<T>() {
  type Work = (signal: AbortSignal, callers: Callers) => Promise<T>;
  const flights = new Map<string, Flight<T>>();

  const start = (key: string, caller: Caller, work: Work): Flight<T> => {
    const controller = new AbortController();
    const callers = new Set([caller]);
    let joined: () => void = () => undefined;
    const result = work(controller.signal, {
      names: () => [...callers].map(({ name }) => name),
      onJoin(listener) {
        joined = listener;
      },
    }).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    const flight: Flight<T> = { controller, callers, result, joined: () => joined() };
    flights.set(key, flight);
    return flight;
  };

  return (key: string, signal: AbortSignal, work: Work, name = ''): Promise<T> => {
    signal.throwIfAborted();
    const caller: Caller = { name };
    const known = flights.get(key);
    const flight = known ?? start(key, caller, work);
    if (known) {
      known.callers.add(caller);
      known.joined();
    }
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', onAbort);
        flight.callers.delete(caller);
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
