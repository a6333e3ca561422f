// Batches rows that may be stored with a delay into single statements; for page views and outcomes.
import type { Clock } from '../../../core/async/clock.ts';

const LATE_MS = 1000;
const MOST_AT_ONCE = 500;
const MOST_KEPT = 10_000;

/** How a batch writes; `warn` logs internal failures. */
export type BatchNeeds = {
  readonly clock: Pick<Clock, 'after'>;
  readonly warn: (message: string, cause: unknown) => void;
};

export type WriteBatch<Row> = {
  /** Adds a row; it is stored about a second later. */
  readonly add: (row: Row) => void;
  /** Stores pending rows; logs failures. */
  readonly close: () => Promise<void>;
};

/**
 * Creates an empty batch. Rows of the same key are stored as their `merge`. Rows that `write` fails to store are
 * retried each second, at most the newest 10,000; a series of failures is logged once.
 */
export function createWriteBatch<Row>(
  needs: BatchNeeds & {
    /** Name of the rows in warnings: `page views`. */
    readonly what: string;
    readonly keyOf: (row: Row) => string;
    readonly merge: (one: Row, other: Row) => Row;
    readonly write: (rows: readonly Row[]) => Promise<void>;
  },
): WriteBatch<Row> {
  const { clock, what, warn } = needs;
  let waiting = new Map<string, Row>();
  let callOff: (() => void) | null = null;
  let writing: Promise<void> | null = null;
  let hasFailed = false;
  let hasLost = false;

  const put = (key: string, row: Row) => {
    const before = waiting.get(key);
    waiting.set(key, before === undefined ? row : needs.merge(before, row));
  };

  const dropOldest = () => {
    if (waiting.size <= MOST_KEPT) return;
    for (const key of waiting.keys()) {
      if (waiting.size <= MOST_KEPT) break;
      waiting.delete(key);
    }
    if (!hasLost) warn(`too many ${what} wait to be stored: the oldest are lost`, undefined);
    hasLost = true;
  };

  const writeAll = async () => {
    while (waiting.size > 0) {
      const some = [...waiting.entries().take(MOST_AT_ONCE)];
      for (const [key] of some) waiting.delete(key);
      try {
        await needs.write(some.map(([, row]) => row));
        hasFailed = false;
        hasLost = false;
      } catch (cause) {
        const later = waiting;
        waiting = new Map(some);
        for (const [key, row] of later) put(key, row);
        if (!hasFailed) warn(`${what} could not be stored and are kept for later`, cause);
        hasFailed = true;
        dropOldest();
        return;
      }
    }
  };

  const flush = (): Promise<void> => {
    callOff?.();
    callOff = null;
    writing ??= writeAll().finally(() => {
      writing = null;
      if (waiting.size > 0) wait();
    });
    return writing;
  };

  const wait = () => {
    callOff ??= clock.after(LATE_MS, () => void flush());
  };

  return {
    add(row) {
      put(needs.keyOf(row), row);
      dropOldest();
      if (writing) return;
      if (waiting.size >= MOST_AT_ONCE && !hasFailed) void flush();
      else wait();
    },
    async close() {
      // A row may have been added since the write began.
      await writing;
      await flush();
      callOff?.();
      callOff = null;
      if (waiting.size > 0) warn(`${waiting.size} ${what} were not stored`, undefined);
    },
  };
}
