// A connection to Redis with the signals of a process of its own, whose topics keep their names.
import { Redis } from 'ioredis';
import { systemClock } from '../../../src/adapters/clock/system.ts';
import { createMemorySignals } from '../../../src/adapters/memory/signals.ts';
import { createRedisSignals } from '../../../src/adapters/redis/signals.ts';
import type { createSeal } from '../../../src/adapters/secrets/seal.ts';

/** Opens both; `close` ends them. */
export function openSignals(url: string, sealing: ReturnType<typeof createSeal>) {
  const client = new Redis(url, { maxRetriesPerRequest: null });
  const signals = createRedisSignals({
    client,
    subscriber: client.duplicate(),
    clock: systemClock,
    own: createMemorySignals(systemClock),
    sealing,
    hide: (name) => name,
    warn: () => undefined,
  });
  return {
    client,
    signals,
    close() {
      signals.close();
      client.disconnect();
    },
  };
}
