// Signals within one process. Delivery is synchronous and in order.
import type { Clock } from '../../core/async/clock.ts';
import type { Signals } from '../../core/async/signals.ts';

type Listener = (value: never) => void;

/** Creates the port. Kept values expire by `clock`. */
export function createMemorySignals(clock: Pick<Clock, 'monotonic'>): Signals {
  const kept = new Map<string, { readonly value: unknown; readonly untilMs: number }>();
  const listeners = new Map<string, Set<Listener>>();
  return {
    publish(topic, value, keepMs) {
      if (keepMs > 0) kept.set(topic, { value, untilMs: clock.monotonic() + keepMs });
      else kept.delete(topic);
      for (const listener of [...(listeners.get(topic) ?? [])]) listener(value as never);
    },
    subscribe(topic, listener) {
      const own = listeners.get(topic) ?? new Set<Listener>();
      listeners.set(topic, own.add(listener));
      const last = kept.get(topic);
      if (last && last.untilMs > clock.monotonic()) listener(last.value as never);
      else kept.delete(topic);
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(topic) === own) listeners.delete(topic);
      };
    },
  };
}
