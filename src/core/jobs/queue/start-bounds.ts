// How many jobs may start now, by the capacity of all servers and what runs.
import { SHARED_RESOURCES, slotsPerNetwork } from '../../limits/network-bounds.ts';
import { NONE_LONG } from '../work-turns.ts';
import type { Slots } from './job-queue.ts';
import type { QueuedJob, StartBounds } from './queue-order.ts';

/** The bounds for the next job. `occupied` are the slots that jobs have, and those that encode: also cancelled ones, until they have ended. */
export function startBounds(
  { maxRunning, maxEncoding = maxRunning, maxHeavy, long = NONE_LONG }: Slots,
  running: readonly Pick<QueuedJob, 'isLong'>[],
  occupied: { readonly all: number; readonly encoding: number },
): StartBounds {
  // Those that were started for a place, and have not taken it yet: their bytes may still be on the way.
  const started = running.filter(({ isLong }) => isLong).length;
  const pending = Math.max(0, started - long.putBack);
  const more = long.light + long.heavy + pending;
  return {
    slots: maxRunning + more - occupied.all,
    perNetwork: slotsPerNetwork(SHARED_RESOURCES.runningJobs, maxRunning),
    // What gave its slot back may have been a copy.
    encodingSlots: maxEncoding - Math.max(0, occupied.encoding - more),
    encodingPerNetwork: slotsPerNetwork(SHARED_RESOURCES.runningJobs, maxEncoding),
    maxHeavy: maxHeavy + long.heavy + pending,
    heavyPerNetwork: slotsPerNetwork(SHARED_RESOURCES.runningEncodes, maxHeavy),
    longPlaces: long.free - pending,
  };
}

/** Bounds with another slot, and no place beside the slots. */
export function withAnotherSlot(bounds: StartBounds): StartBounds {
  return { ...bounds, slots: 1, encodingSlots: 1, maxHeavy: bounds.maxHeavy + 1, longPlaces: 0 };
}
