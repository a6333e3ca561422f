// The port of work that takes the processor for milliseconds, so that it does not hold up all other requests.

/** Runs one task after the other, and lets whatever else is due run before each of them. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;
