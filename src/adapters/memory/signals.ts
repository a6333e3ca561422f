// Signals within one process. Delivery is synchronous and in order.
import type { Clock } from '../../core/async/clock.ts';
import { forgetExpired } from '../../core/async/forget-expired.ts';
import type { Signals } from '../../core/async/signals.ts';

type Listener = (value: never) => void;

/** Creates the port. Kept values expire by `clock`. */
export function createMemorySignals(clock: Pick<Clock, 'monotonic'>): Signals {
  const kept = new Map<string, { readonly value: unknown; readonly untilMs: number }>();
  const listeners = new Map<string, Set<Listener>>();
  const forget = forgetExpired(kept);
  const keptOf = (topic: string) => {
    const last = kept.get(topic);
    if (last && last.untilMs > clock.monotonic()) return last;
    kept.delete(topic);
    return null;
  };
  return {
    publish(topic, value, keepMs) {
      const nowMs = clock.monotonic();
      if (keepMs > 0) kept.set(topic, { value, untilMs: nowMs + keepMs });
      else kept.delete(topic);
      forget(nowMs);
      for (const listener of [...(listeners.get(topic) ?? [])]) listener(value as never);
    },
    subscribe(topic, listener) {
      const own = listeners.get(topic) ?? new Set<Listener>();
      listeners.set(topic, own.add(listener));
      const last = keptOf(topic);
      if (last) listener(last.value as never);
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(topic) === own) listeners.delete(topic);
      };
    },
    latest: async (topic) => (keptOf(topic)?.value ?? null) as never,
  };
}
