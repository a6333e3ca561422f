// An egress session for one small request of the server itself: a thumbnail, a short link.
import type { Via } from '../../core/inspecting/inspection.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Budget, Door, Lane } from './door.ts';

const MB = 1024 ** 2;
const BUDGET: Budget = { maxBytes: 16 * MB, maxSockets: 8, idleMs: 15_000, totalMs: 20_000 };

/** Opens a lane, by the egress of an inspection where this server has it, calls `use` with it, and closes it in any case. */
export async function withLane<T>(
  door: Door,
  platform: PlatformId,
  use: (lane: Lane) => Promise<T>,
  via?: Via,
): Promise<T> {
  const lane = door.lane(door.egressOf(platform, via?.egress));
  lane.begin(platform, BUDGET, via?.family);
  try {
    return await use(lane);
  } finally {
    lane.end();
    lane.close();
  }
}
