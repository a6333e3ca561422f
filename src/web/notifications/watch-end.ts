// Waits for the end of some work and hands it on once, for a notification.

/** How the work ended. The last notification of a `tag` replaces the one before. */
export type Ending = { readonly title: string; readonly text: string; readonly tag: string };

/** Work that is followed. `read` gives null once it ended in a way that needs no notification, such as a cancellation. */
export type Work = {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => 'running' | Ending | null;
};

/** Calls `onEnd` when the work has ended; at once if it has already. Returns a function that stops waiting. */
export function watchEnd({ subscribe, read }: Work, onEnd: (ending: Ending | null) => void) {
  let stop: () => void = () => undefined;
  let hasEnded = false;
  const look = () => {
    const now = read();
    if (now === 'running' || hasEnded) return;
    hasEnded = true;
    stop();
    onEnd(now);
  };
  stop = subscribe(look);
  look();
  return () => {
    hasEnded = true;
    stop();
  };
}
