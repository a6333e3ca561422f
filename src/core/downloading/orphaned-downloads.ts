// Open downloads of servers that are gone: this server takes over those that it can decrypt, and deletes the others after a day.

import type { Clock } from '../async/clock.ts';
import type { DownloadService } from './service.ts';

const DAY_MS = 24 * 3_600_000;

/** The store of downloads that do not, or not yet, belong to this server. */
export type OrphanedDownloads = {
  /** Takes over downloads that older releases stored without their server, as far as its key decrypts them. */
  readonly adoptUnowned: () => Promise<void>;
  /**
   * Makes open downloads of servers that are gone this server's own, as far as its key opens them, and answers how many: each
   * goes to one server alone, however many ask.
   */
  readonly adopt: () => Promise<number>;
  /** How many downloads of whatever server this key does not open. */
  readonly countUnreadable: () => Promise<number>;
  /** Forgets open downloads made before `beforeMs` whose server is gone, or that are this server's own and cannot be read; answers how many. */
  readonly forgetOpen: (beforeMs: number) => Promise<number>;
};

/** Makes what is called after the start, again and again: it carries out what servers that are gone left open. */
export function createTakingOver(needs: {
  readonly orphans: OrphanedDownloads;
  readonly downloading: Pick<DownloadService, 'resume' | 'isStopping'>;
  readonly clock: Clock;
}): () => Promise<void> {
  const { orphans, downloading, clock } = needs;
  // What was made this server's own must be carried out, though the database fails in between.
  let isOwed = false;
  return async () => {
    // Whatever a server took now, it would only leave to the next one.
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
