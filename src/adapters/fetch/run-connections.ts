// Runs the connections of one part concurrently: as many as pay off, as many as their host allows.
import type { ConnectionCount } from './http/connection-count.ts';
import type { PartContext } from './part-file/part-context.ts';

/** What the connections are to do. */
export type ConnectionTasks = {
  /** The host of the next task. */
  readonly host: () => string;
  /** Starts the next task beside `active` others; null when there is none at present. */
  readonly begin: (active: number) => Promise<void> | null;
  readonly isDone: () => boolean;
};

/** Running connections. Call `pump` when new tasks may have become available. */
export type Connections = {
  /** Resolves when all tasks are done; rejects with the first failure, after all others have ended. */
  readonly done: Promise<void>;
  readonly pump: () => void;
  readonly active: () => number;
};

const TICK_MS = 50;
/** Longer than one burst of TCP, short enough to find the best number within a second or two. */
const MEASURE_MS = 200;
/** By then every connection has been opened, even where short segments never keep all of them busy at once. */
const OPENING_MS = 1000;

/** Starts at once. `stop` must end all running tasks. */
export function runConnections(
  context: Pick<PartContext, 'activity' | 'clock' | 'slots'>,
  count: ConnectionCount,
  work: ConnectionTasks,
  stop: (reason: unknown) => void,
): Connections {
  const { activity, clock, slots } = context;
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  let active = 0;
  let isPumping = false;
  let failure: { readonly reason: unknown } | null = null;
  let steadySinceMs: number | null = null;
  let measured: { readonly sinceMs: number; readonly bytes: number } | null = null;
  const seat = slots.join(() => pump());
  let callOffTick = clock.after(TICK_MS, tick);
  queueMicrotask(pump);

  function pump(): void {
    if (isPumping) return;
    isPumping = true;
    while (!failure && active < count.wanted() && beginOne()) active += 1;
    isPumping = false;
    if (active === 0 && (failure || work.isDone())) settle();
  }

  function beginOne(): boolean {
    const host = work.host();
    if (!seat.tryTake(host)) return false;
    const running = work.begin(active);
    if (running === null) {
      seat.release(host);
      return false;
    }
    running
      .catch((reason: unknown) => {
        if (failure) return;
        failure = { reason };
        stop(reason);
      })
      .finally(() => {
        active -= 1;
        seat.release(host);
        pump();
      });
    return true;
  }

  function settle(): void {
    callOffTick();
    seat.leave();
    if (failure) reject(failure.reason);
    else resolve();
  }

  function tick(): void {
    callOffTick = clock.after(TICK_MS, tick);
    const nowMs = clock.monotonic();
    if (active !== count.wanted()) {
      steadySinceMs = null;
      measured = null;
    } else if (!measured) {
      steadySinceMs ??= nowMs;
      const isFlowing = activity.flowing() >= active || nowMs - steadySinceMs >= OPENING_MS;
      if (isFlowing) measured = { sinceMs: nowMs, bytes: activity.bytes() };
    } else if (nowMs - measured.sinceMs >= MEASURE_MS) {
      const seconds = (nowMs - measured.sinceMs) / 1000;
      count.measure(active, (activity.bytes() - measured.bytes) / seconds);
      measured = null;
    }
    pump();
  }

  return { done, pump, active: () => active };
}
