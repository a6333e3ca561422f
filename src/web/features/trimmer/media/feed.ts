// Writing the tracks of a new file side by side, so that none runs ahead of the others and is kept in memory.

/** Adds one packet or frame after the other; yields the time in the new file, in seconds, that it has reached. */
export type Feed = AsyncGenerator<number, void, undefined>;

/** Runs feeds to their end, always the one that is furthest behind. Stops at the signal, with its reason. */
export async function runFeeds(
  feeds: readonly Feed[],
  signal: AbortSignal,
  onReached: (seconds: number) => void,
): Promise<void> {
  const running = new Map<Feed, number>(feeds.map((feed) => [feed, 0]));
  try {
    while (running.size > 0) {
      signal.throwIfAborted();
      const [feed] = [...running].reduce((a, b) => (b[1] < a[1] ? b : a));
      const { done, value } = await feed.next();
      if (done) running.delete(feed);
      else {
        running.set(feed, value);
        onReached(Math.min(...running.values()));
      }
    }
  } finally {
    // Releases decoders and frames of those that were not finished.
    await Promise.all([...running.keys()].map((feed) => feed.return()));
  }
}
