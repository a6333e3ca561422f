// Everything that all visitors share and that can run out: how much there is, how much of it one network may hold, and
// what is answered beyond that. The one place for these bounds; tests/house/shared-resources.test.ts wants a row for each.
import type { ErrorCode } from '../../shared/errors.ts';
import type { NetworkBounds } from './networks.ts';
import type { BucketName } from './ports.ts';

/**
 * Bounds for all and for one network: a number, fractions of what a setting says, or what a bucket of the rate limits lets
 * through at once (which refills as `BUCKETS` says, and has no bound for all but what is kept).
 */
export type SharedResource = (
  | { readonly unit: 'count'; readonly total: number }
  | { readonly unit: 'share'; readonly total: 'MAX_INSPECTIONS' | 'MAX_JOBS' | 'FILES_MAX_GB' }
  | { readonly unit: 'rate'; readonly total: number; readonly bucket: BucketName }
) & {
  readonly perNetwork: NetworkBounds;
  /** What a network beyond its bound meets: an error, a longer wait, or the end of its connection. */
  readonly beyond: ErrorCode | 'waits' | 'closed';
  /** For errors: when to come again, in seconds. */
  readonly retryAfterSeconds?: number;
};

/** No network gets all of a few places, however few others ask at that moment. */
const THREE_QUARTERS: NetworkBounds = { address: 0.75, 56: 0.75, 48: 0.75 };

/** The table. Bounds for one visitor, where there are any, stand beside the code that counts visitors. */
export const SHARED_RESOURCES = {
  /** yt-dlp workers that inspect a link. */
  runningInspections: {
    unit: 'share',
    total: 'MAX_INSPECTIONS',
    perNetwork: THREE_QUARTERS,
    beyond: 'waits',
  },
  /** Links that visitors wait for; those of downloads wait as long as they have to, see `openJobs`. */
  waitingInspections: {
    unit: 'count',
    total: 64,
    perNetwork: { address: 14, 56: 20, 48: 28 },
    beyond: 'too_many_requests',
    retryAfterSeconds: 5,
  },
  /** Downloads that have not ended. A class that wants one film is many downloads and one job. */
  openDownloads: {
    unit: 'count',
    total: 2000,
    perNetwork: { address: 100, 56: 150, 48: 200 },
    beyond: 'too_many_jobs',
    retryAfterSeconds: 10,
  },
  /** Different files that open downloads wait for. */
  openJobs: {
    unit: 'count',
    total: 2000,
    perNetwork: { address: 24, 56: 48, 48: 96 },
    beyond: 'too_many_jobs',
    retryAfterSeconds: 10,
  },
  /** Jobs that are fetched, converted and checked. */
  runningJobs: { unit: 'share', total: 'MAX_JOBS', perNetwork: THREE_QUARTERS, beyond: 'waits' },
  /** Open streams of progress. */
  eventStreams: {
    unit: 'count',
    total: 2000,
    perNetwork: { address: 20, 56: 40, 48: 80 },
    beyond: 'too_many_requests',
    retryAfterSeconds: 15,
  },
  /** TCP connections, those of trusted proxies aside. */
  connections: {
    unit: 'count',
    total: 5000,
    perNetwork: { address: 100, 56: 200, 48: 400 },
    beyond: 'closed',
  },
  /** Finished files that are being read and so cannot make room for others. */
  readFiles: {
    unit: 'share',
    total: 'FILES_MAX_GB',
    perNetwork: { address: 0.25, 56: 0.25, 48: 0.25 },
    beyond: 'closed',
  },
  /** Thumbnails that are fetched or wait for it. */
  thumbnails: {
    unit: 'count',
    total: 400,
    perNetwork: { address: 60, 56: 90, 48: 120 },
    beyond: 'too_many_requests',
    retryAfterSeconds: 2,
  },
  /** Thumbnails that are fetched and re-encoded, each of which may take 5 MB of memory. */
  runningThumbnails: {
    unit: 'count',
    total: 8,
    perNetwork: { address: 4, 56: 4, 48: 4 },
    beyond: 'waits',
  },
  /** Passwords that wait to be verified. */
  signIns: {
    unit: 'count',
    total: 20,
    perNetwork: { address: 5, 56: 5, 48: 10 },
    beyond: 'too_many_requests',
    retryAfterSeconds: 5,
  },
  /** Films that operators upload. */
  uploads: {
    unit: 'count',
    total: 6,
    perNetwork: { address: 4, 56: 4, 48: 4 },
    beyond: 'server_busy',
    retryAfterSeconds: 30,
  },
  /** Notices of rights holders that nobody has decided about. */
  notices: {
    unit: 'rate',
    total: 5000,
    bucket: 'takedown',
    perNetwork: { address: 5, 56: 5, 48: 10 },
    beyond: 'too_many_requests',
  },
  /** Visitors who rate for the first time. */
  newRatings: {
    unit: 'rate',
    total: Number.POSITIVE_INFINITY,
    bucket: 'newRating',
    perNetwork: { address: 3, 56: 3, 48: 6 },
    beyond: 'too_many_requests',
  },
  /** The description of the interface, and what else is cheap to answer. */
  apiPages: {
    unit: 'rate',
    total: Number.POSITIVE_INFINITY,
    bucket: 'site',
    perNetwork: { address: 60, 56: 240, 48: 960 },
    beyond: 'too_many_requests',
  },
} as const satisfies Readonly<Record<string, SharedResource>>;

/** Whole places of `places` that one network may hold; at least one, or nobody could be served. */
export function slotsPerNetwork(
  resource: { readonly perNetwork: NetworkBounds },
  places: number,
): NetworkBounds {
  const of = (fraction: number) => Math.max(1, Math.floor(places * fraction));
  const { perNetwork } = resource;
  return { address: of(perNetwork.address), 56: of(perNetwork[56]), 48: of(perNetwork[48]) };
}
