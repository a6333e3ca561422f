// The egresses of a server that connects directly.
import { createMemoryCircuits } from '../../../src/adapters/memory/circuits.ts';
import type { Clock } from '../../../src/core/async/clock.ts';
import { type Breaker, createBreaker } from '../../../src/core/inspecting/egress/breaker.ts';
import { createEgresses, type Egresses } from '../../../src/core/inspecting/egress/egresses.ts';

/** One way, for all platforms. */
export function directEgress(
  clock: Clock,
  breaker: Pick<Breaker, 'guard'> = createBreaker(clock, createMemoryCircuits()),
): Egresses {
  return createEgresses({
    egresses: () => [{ id: 'direct', platforms: null, perHour: null }],
    breaker,
    clock,
  });
}
