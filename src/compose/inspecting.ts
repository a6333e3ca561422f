// Wires inspections of links.
import { createInspecting, type Inspecting } from '../core/inspecting/inspecting.ts';
import type { Base } from './base.ts';
import type { openBlockList } from './takedowns.ts';

/** Opens them. */
export function composeInspecting(
  base: Base,
  blockList: Awaited<ReturnType<typeof openBlockList>>,
): Inspecting {
  const { tools, health } = base;
  return createInspecting({
    ...base,
    ...tools,
    breaker: breakerOf(base),
    switches: health.switches,
    blockList,
    shared: base.sharedInspections,
  });
}

/** Those who answer know which platforms refuse them. */
export function breakerOf({ tools, health }: Base) {
  return tools.local ? health.breaker : { guard: runUnguarded };
}

const runUnguarded = <T>(_key: string, attempt: (goOn: () => void) => Promise<T>): Promise<T> =>
  attempt(() => undefined);
