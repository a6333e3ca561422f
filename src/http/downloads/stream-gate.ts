// Bounds the open progress streams per visitor, per network and in total.

import { SHARED_RESOURCES } from '../../core/limits/network-bounds.ts';
import { createNetworkQuota } from '../../core/limits/network-quota.ts';
import { AppError } from '../../shared/errors.ts';

const { eventStreams } = SHARED_RESOURCES;

/** Maximum open streams per visitor. */
export const MAX_STREAMS_PER_VISITOR = 4;

/** Counts a stream and returns its release function, which is idempotent. Throws AppError `too_many_requests`, `server_busy`. */
export type StreamGate = (visitor: string, network: string) => () => void;

/** Creates a gate with no open streams. */
export function createStreamGate(): StreamGate {
  const visitors = new Map<string, number>();
  const quota = createNetworkQuota(eventStreams);
  return (visitor, network) => {
    const open = visitors.get(visitor) ?? 0;
    if (open >= MAX_STREAMS_PER_VISITOR) {
      const { retryAfterSeconds } = eventStreams;
      throw new AppError('too_many_requests', { params: { retryAfterSeconds } });
    }
    const giveBack = quota.take(network);
    visitors.set(visitor, open + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      giveBack();
      const left = (visitors.get(visitor) ?? 1) - 1;
      if (left > 0) visitors.set(visitor, left);
      else visitors.delete(visitor);
    };
  };
}
