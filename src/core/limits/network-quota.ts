// Counts how much of a shared resource each network holds, and refuses a network that holds its share.
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { createNetworkCounts, type NetworkBounds, networksAround } from './networks.ts';

/** Bounds in whole units; see `network-bounds.ts`. */
export type Quota = {
  readonly total: number;
  readonly perNetwork: NetworkBounds;
  readonly beyond: ErrorCode;
  readonly retryAfterSeconds: number;
};

/** The use of one resource. */
export type NetworkQuota = {
  /**
   * Takes units (default: one) for a network, by its key; the returned function releases them and is idempotent. Throws AppError: the
   * quota's own code when the network holds its share, `server_busy` when no unit is left.
   */
  readonly take: (network: string, units?: number) => () => void;
  readonly held: () => number;
};

/** Creates a quota; nothing is held. */
export function createNetworkQuota(quota: Quota): NetworkQuota {
  const { total, perNetwork } = quota;
  const counts = createNetworkCounts();
  let held = 0;
  return {
    take(network, units = 1) {
      const params = { retryAfterSeconds: quota.retryAfterSeconds };
      const networks = networksAround(network);
      if (networks.some((each) => counts.of(each) + units > perNetwork[each.width]))
        throw new AppError(quota.beyond, { params });
      if (held + units > total) throw new AppError('server_busy', { params });
      counts.add(networks, units);
      held += units;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        counts.add(networks, -units);
        held -= units;
      };
    },
    held: () => held,
  };
}
