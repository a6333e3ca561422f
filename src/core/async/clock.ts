// The port for time and timers.
/** `now` is epoch milliseconds for display and storage; `monotonic` is milliseconds for measuring. */
export type Clock = {
  readonly now: () => number;
  readonly monotonic: () => number;
  /** Calls back once after `delayMs`; the returned function cancels the call. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
};
