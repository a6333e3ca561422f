// Asks a service that all servers share, and this server's own substitute while the shared one does not answer.
import type { Clock } from '../async/clock.ts';
import type { Limiter, OnceOnly } from './ports.ts';

/** Longer than a healthy service needs on a busy machine, short enough that no visitor notices. */
const WITHIN_MS = 250;
/** For so long after a failure no request waits for the shared service. */
const REST_MS = 1000;

/** Answers with `shared`, or with `own` if that fails or is late. */
export type Insurance = <Value>(
  shared: () => Promise<Value>,
  own: () => Promise<Value>,
) => Promise<Value>;

/** Creates it. `onChange` hears when the substitute steps in, and when the shared service is back. A TypeError is misuse, and passed on. */
export function createInsurance(needs: {
  readonly clock: Clock;
  readonly onChange: (isOwn: boolean, cause?: unknown) => void;
}): Insurance {
  const { clock, onChange } = needs;
  let isOwn = false;
  let restUntilMs = Number.NEGATIVE_INFINITY;
  const change = (next: boolean, cause?: unknown) => {
    if (isOwn === next) return;
    isOwn = next;
    onChange(next, cause);
  };
  return async (shared, own) => {
    if (clock.monotonic() < restUntilMs) return own();
    try {
      const value = await inTime(clock, shared());
      change(false);
      return value;
    } catch (cause) {
      if (cause instanceof TypeError) throw cause;
      restUntilMs = clock.monotonic() + REST_MS;
      change(true, cause);
      return own();
    }
  };
}

/** A limiter that all servers share; while it is away, each counts for itself. */
export function insuredLimiter(insure: Insurance, shared: Limiter, own: Limiter): Limiter {
  return {
    take: (bucket, key, cost) =>
      insure(
        () => shared.take(bucket, key, cost),
        () => own.take(bucket, key, cost),
      ),
  };
}

/** Marks that all servers share; while they are away, a key can be used once on each server. */
export function insuredOnceOnly(insure: Insurance, shared: OnceOnly, own: OnceOnly): OnceOnly {
  return {
    use: (key, untilMs) =>
      insure(
        () => shared.use(key, untilMs),
        () => own.use(key, untilMs),
      ),
  };
}

function inTime<Value>(clock: Clock, promise: Promise<Value>): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${WITHIN_MS} ms`));
    // Where this process itself was busy for so long, an answer may lie there unread: it is read before the second timer ends.
    let callOff = clock.after(WITHIN_MS, () => {
      callOff = clock.after(0, late);
    });
    promise.then(resolve, reject).finally(() => callOff());
  });
}
