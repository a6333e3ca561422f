// Open downloads of servers that are gone: this server takes over those that it can decrypt, and deletes the others after a day.

import type { Clock } from '../async/clock.ts';

const DAY_MS = 24 * 3_600_000;

/** The store of downloads that do not, or not yet, belong to this server. */
export type OrphanedDownloads = {
  /**
   * Takes over open downloads of servers that are gone, as far as this server's key opens them; returns how many. Each goes to
   * one server only.
   */
  readonly adopt: () => Promise<number>;
  /** The number of downloads of any server that this key does not open. */
  readonly countUnreadable: () => Promise<number>;
  /** Deletes open downloads from before `beforeMs` whose server is gone, or that are this server's own and unreadable; returns how many. */
  readonly forgetOpen: (beforeMs: number) => Promise<number>;
};

/** Returns the function to call repeatedly after the start: it continues what servers that are gone left open. */
export function createTakingOver(needs: {
  readonly orphans: OrphanedDownloads;
  readonly downloading: {
    readonly resume: () => Promise<void>;
    readonly isStopping: () => boolean;
  };
  readonly clock: Clock;
}): () => Promise<void> {
  const { orphans, downloading, clock } = needs;
  // What was taken over must be continued even if the database fails in between.
  let isOwed = false;
  return async () => {
    // A stopping server would only leave them to the next one.
    if (downloading.isStopping()) return;
    try {
      if ((await orphans.adopt()) > 0) isOwed = true;
    } catch (error) {
      isOwed = true;
      throw error;
    }
    if (isOwed) await downloading.resume();
    isOwed = false;
    await orphans.forgetOpen(clock.now() - DAY_MS);
  };
}
