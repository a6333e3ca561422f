// The circuits of the breaker within one process.
import type { Circuit, Circuits } from '../../core/inspecting/ports.ts';

/** Creates the port; all circuits are closed. */
export function createMemoryCircuits(): Circuits {
  return new Map<string, Circuit>();
}
