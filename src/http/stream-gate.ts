// How many progress streams may be open at once: for one visitor, for one network, and in all.
import { AppError } from '../shared/errors.ts';

/** Most open streams. */
export const MAX_STREAMS = { perVisitor: 4, perAddress: 20, inAll: 2000 } as const;

const RETRY_AFTER_SECONDS = 15;

/** Counts one stream in and gives the way out, which may be called again. Throws AppError `too_many_requests`. */
export type StreamGate = (visitor: string, address: string) => () => void;

/** Makes a gate that nobody has passed. */
export function createStreamGate(): StreamGate {
  const visitors = new Map<string, number>();
  const addresses = new Map<string, number>();
  let inAll = 0;
  return (visitor, address) => {
    const ofVisitor = visitors.get(visitor) ?? 0;
    const ofAddress = addresses.get(address) ?? 0;
    if (
      ofVisitor >= MAX_STREAMS.perVisitor ||
      ofAddress >= MAX_STREAMS.perAddress ||
      inAll >= MAX_STREAMS.inAll
    )
      throw new AppError('too_many_requests', {
        params: { retryAfterSeconds: RETRY_AFTER_SECONDS },
      });
    visitors.set(visitor, ofVisitor + 1);
    addresses.set(address, ofAddress + 1);
    inAll += 1;
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      inAll -= 1;
      leave(visitors, visitor);
      leave(addresses, address);
    };
  };
}

function leave(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 1) - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}
