// Calls a service that all servers share, and falls back to this server's own while the shared one is unavailable.
import type { Clock } from '../async/clock.ts';
import type { Limiter, OnceOnly } from './ports.ts';

/** Longer than a healthy service needs on a busy machine, short enough that no visitor notices. */
const TIMEOUT_MS = 250;
/** For so long after a failure the shared service is not called. */
const RETRY_MS = 1000;

/** Calls `shared`, or `own` if that fails or times out. */
export type Fallback = <Value>(
  shared: () => Promise<Value>,
  own: () => Promise<Value>,
) => Promise<Value>;

/**
 * Creates a fallback. `onChange` is called when it begins, and when the shared service is available again. A TypeError is misuse, and
 * rethrown.
 */
export function createFallback(needs: {
  readonly clock: Clock;
  readonly onChange: (isOwn: boolean, cause?: unknown) => void;
}): Fallback {
  const { clock, onChange } = needs;
  let isOwn = false;
  let retryAtMs = Number.NEGATIVE_INFINITY;
  const change = (next: boolean, cause?: unknown) => {
    if (isOwn === next) return;
    isOwn = next;
    onChange(next, cause);
  };
  return async (shared, own) => {
    if (clock.monotonic() < retryAtMs) return own();
    try {
      const value = await inTime(clock, shared());
      change(false);
      return value;
    } catch (cause) {
      if (cause instanceof TypeError) throw cause;
      retryAtMs = clock.monotonic() + RETRY_MS;
      change(true, cause);
      return own();
    }
  };
}

/** A limiter that all servers share; while it is unavailable, each counts for itself. */
export function limiterWithFallback(
  withFallback: Fallback,
  shared: Limiter,
  own: Limiter,
): Limiter {
  return {
    take: (bucket, key, cost) =>
      withFallback(
        () => shared.take(bucket, key, cost),
        () => own.take(bucket, key, cost),
      ),
  };
}

/** Marks that all servers share; while they are unavailable, a key can be used once on each server. */
export function onceOnlyWithFallback(
  withFallback: Fallback,
  shared: OnceOnly,
  own: OnceOnly,
): OnceOnly {
  return {
    use: (key, untilMs) =>
      withFallback(
        () => shared.use(key, untilMs),
        () => own.use(key, untilMs),
      ),
  };
}

function inTime<Value>(clock: Clock, promise: Promise<Value>): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${TIMEOUT_MS} ms`));
    // If this process itself was busy for so long, a reply may be unread: it is read before the second timer ends.
    let callOff = clock.after(TIMEOUT_MS, () => {
      callOff = clock.after(0, late);
    });
    promise.then(resolve, reject).finally(() => callOff());
  });
}
