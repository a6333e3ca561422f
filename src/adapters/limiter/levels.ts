// The buckets that one request draws from; the same for every limiter.
import { networksAround } from '../../core/limits/networks.ts';
import type { BucketName } from '../../core/limits/ports.ts';
import { BUCKETS, type Bucket, NETWORK_FACTORS } from './buckets.ts';

export type Level = { readonly key: string; readonly bucket: Bucket };

/**
 * The bucket of the key itself first, then, for an IPv6 key, those of the networks around it. Throws TypeError for a `cost` that
 * the first could never hold.
 */
export function levelsOf(name: BucketName, key: string, cost: number): readonly Level[] {
  const bucket = BUCKETS[name];
  if (!(cost > 0 && cost <= bucket.burst)) throw new TypeError(`No bucket holds ${cost} tokens`);
  return networksAround(key).map((network) => {
    const factor = bucket.networkFactors?.[network.width] ?? NETWORK_FACTORS[network.width];
    return {
      key: network.key,
      bucket: { burst: bucket.burst * factor, refillMs: bucket.refillMs / factor },
    };
  });
}
