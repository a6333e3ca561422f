// How much an extension may ask: so many messages at once and some more each second, and a few tasks at a time.

/** Whether one more message may come now. */
export type Allowance = { readonly take: () => boolean };

/** Allows `atOnce` messages, and one more every `everyMs`. */
export function createAllowance(
  { atOnce, everyMs }: { readonly atOnce: number; readonly everyMs: number },
  now: () => number,
): Allowance {
  let left = atOnce;
  let at = now();
  return {
    take() {
      const time = now();
      left = Math.min(atOnce, left + Math.max(0, time - at) / everyMs);
      at = time;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}

/** Runs tasks, a few at a time. */
export type Turns = {
  /** Starts the task now or when another ends; null if too many are waiting already. */
  readonly run: <T>(task: () => Promise<T>) => Promise<T> | null;
};

/** At most `running` at a time, and `waiting` behind them. */
export function createTurns(bounds: { readonly running: number; readonly waiting: number }): Turns {
  let running = 0;
  const queue: (() => void)[] = [];
  const next = () => {
    running -= 1;
    queue.shift()?.();
  };
  return {
    run(task) {
      if (running >= bounds.running && queue.length >= bounds.waiting) return null;
      const begin = () => {
        running += 1;
        return task().finally(next);
      };
      if (running < bounds.running) return begin();
      return new Promise((resolve, reject) => queue.push(() => begin().then(resolve, reject)));
    },
  };
}
