// Empties SQLite's write-ahead log every few minutes, so that what was deleted does not linger in it for long.

import type { Clock } from '../../../core/async/clock.ts';
import type { Database } from '../schema.ts';

const EVERY_MS = 5 * 60_000;

/**
 * Begins; the answer ends it and waits for what runs. What another process keeps in use is left for the next time. `warn` is
 * told of what failed.
 */
export function keepLogEmpty(
  database: Pick<Database, 'checkpoint'>,
  needs: {
    readonly clock: Pick<Clock, 'after'>;
    readonly warn: (message: string, cause: unknown) => void;
  },
): () => Promise<void> {
  let isEnding = false;
  let running: Promise<void> = Promise.resolve();
  let callOff: () => void = () => undefined;
  const wait = () => {
    callOff = needs.clock.after(EVERY_MS, () => {
      running = empty();
    });
  };
  const empty = async () => {
    await database
      .checkpoint()
      .catch((cause: unknown) => needs.warn('the log of the database was not emptied', cause));
    if (!isEnding) wait();
  };
  wait();
  return () => {
    isEnding = true;
    callOff();
    return running;
  };
}
