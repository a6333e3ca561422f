// Lets a few pieces of work run at once and the rest wait for their turn; for thumbnails and the lab's media.

/** Makes a function that runs `work` when fewer than `most` are running, in the order in which they came. */
export function createTurns(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
