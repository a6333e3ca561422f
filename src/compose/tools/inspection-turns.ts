// The slots for inspections, on servers with an engine and on those that ask.
import type { Clock } from '../../core/async/clock.ts';
import { createFairTurns, type FairTurns } from '../../core/limits/fair-turns.ts';
import { SHARED_RESOURCES, slotsPerNetwork } from '../../core/limits/shared-resources.ts';

/** Shares `places` slots of the engine between networks; a request waits at most as long as an inspection may take. */
export function inspectionTurns(places: number, maxWaitMs: number, clock: Clock): FairTurns {
  const { runningInspections, waitingInspections } = SHARED_RESOURCES;
  return createFairTurns({
    ...waitingInspections,
    clock,
    slots: places,
    runningPerNetwork: slotsPerNetwork(runningInspections, places),
    maxWaiting: waitingInspections.total,
    waitingPerNetwork: waitingInspections.perNetwork,
    maxWaitMs,
  });
}
