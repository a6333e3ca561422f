// How many progress streams may be open at once: for one visitor, for one network, and in all.
import { createNetworkQuota } from '../../core/limits/network-quota.ts';
import { SHARED_RESOURCES } from '../../core/limits/shared-resources.ts';
import { AppError } from '../../shared/errors.ts';

const { eventStreams } = SHARED_RESOURCES;

/** Most open streams of one visitor. */
export const MAX_STREAMS_PER_VISITOR = 4;

/** Counts one stream in and gives the way out, which may be called again. Throws AppError `too_many_requests`, `server_busy`. */
export type StreamGate = (visitor: string, network: string) => () => void;

/** Creates a gate without open streams. */
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
