// One piece of work for everybody who asks for the same thing at the same time; it ends when the last one leaves.

type Flight<T> = {
  readonly controller: AbortController;
  readonly result: Promise<T>;
  waiting: number;
};

/**
 * Makes a function that starts `work` once per key while it runs and gives its result to all who asked meanwhile.
 * A caller whose own signal aborts is rejected with that signal's reason at once; the work is aborted when no caller is left.
 */
export function createSingleFlight<T>() {
  const flights = new Map<string, Flight<T>>();

  const start = (key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const controller = new AbortController();
    const flight: Flight<T> = {
      controller,
      waiting: 0,
      result: work(controller.signal).finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      }),
    };
    flights.set(key, flight);
    return flight;
  };

  return (
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    signal.throwIfAborted();
    const flight = flights.get(key) ?? start(key, work);
    flight.waiting += 1;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', onAbort);
        flight.waiting -= 1;
      };
      const onAbort = () => {
        leave();
        reject(signal.reason);
        if (flight.waiting > 0) return;
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
