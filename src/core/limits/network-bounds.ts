// Every shared resource that can run out: how much there is, how much of it one network may hold, and what happens beyond
// that. The only place for these bounds; tests/house/network-bounds.test.ts requires a row for each.
import type { ErrorCode } from '../../shared/errors.ts';
import type { NetworkBounds } from './networks.ts';
import type { BucketName } from './ports.ts';

/**
 * The bounds in total and per network: a number, a fraction of a setting, or the burst of a rate limit's bucket (which refills
 * as `BUCKETS` says; its total bounds what is stored).
 */
export type SharedResource = (
  | { readonly unit: 'count'; readonly total: number }
  | {
      readonly unit: 'share';
      readonly total: 'MAX_INSPECTIONS' | 'MAX_JOBS' | 'MAX_TRANSCODES' | 'FILES_MAX_GB';
    }
  | { readonly unit: 'rate'; readonly total: number; readonly bucket: BucketName }
) & {
  readonly perNetwork: NetworkBounds;
  /** What happens to a network beyond its bound: an error, a longer wait, a closed connection, or its files are evicted first. */
  readonly beyond: ErrorCode | 'waits' | 'closed' | 'evicted';
  /** For errors: when to retry, in seconds. */
  readonly retryAfterSeconds?: number;
};

/** One network never holds all slots, even if no other waits. */
const THREE_QUARTERS: NetworkBounds = { address: 0.75, 56: 0.75, 48: 0.75 };

/** The table. Bounds per visitor are beside the code that counts visitors. */
export const SHARED_RESOURCES = {
  /** yt-dlp workers that inspect a link. */
  runningInspections: {
    unit: 'share',
    total: 'MAX_INSPECTIONS',
    perNetwork: THREE_QUARTERS,
    beyond: 'waits',
  },
  /** Inspections that visitors wait for; those of downloads are bounded by `openJobs`. */
  waitingInspections: {
    unit: 'count',
    total: 64,
    perNetwork: { address: 14, 56: 20, 48: 28 },
    beyond: 'too_many_requests',
    retryAfterSeconds: 5,
  },
  /** Downloads that have not ended. A class that downloads one video makes many downloads and one job. */
  openDownloads: {
    unit: 'count',
    total: 2000,
    perNetwork: { address: 100, 56: 150, 48: 200 },
    beyond: 'too_many_jobs',
    retryAfterSeconds: 10,
  },
  /** Jobs that open downloads wait for. */
  openJobs: {
    unit: 'count',
    total: 2000,
    perNetwork: { address: 24, 56: 48, 48: 96 },
    beyond: 'too_many_jobs',
    retryAfterSeconds: 10,
  },
  /** Jobs that run: fetch, convert and check. */
  runningJobs: { unit: 'share', total: 'MAX_JOBS', perNetwork: THREE_QUARTERS, beyond: 'waits' },
  /** Jobs that encode video, among those that run; at most one for each visitor. */
  runningEncodes: {
    unit: 'share',
    total: 'MAX_TRANSCODES',
    perNetwork: THREE_QUARTERS,
    beyond: 'waits',
  },
  /** Uploads of files to trim or convert. */
  editUploads: {
    unit: 'count',
    total: 16,
    perNetwork: { address: 3, 56: 4, 48: 6 },
    beyond: 'too_many_requests',
    retryAfterSeconds: 10,
  },
  /** Bytes of uploads that are kept to be trimmed or converted. */
  storedUploads: {
    unit: 'share',
    total: 'FILES_MAX_GB',
    perNetwork: { address: 0.25, 56: 0.25, 48: 0.25 },
    beyond: 'too_many_requests',
    retryAfterSeconds: 600,
  },
  /** Open event streams of progress. */
  eventStreams: {
    unit: 'count',
    total: 2000,
    perNetwork: { address: 20, 56: 40, 48: 80 },
    beyond: 'too_many_requests',
    retryAfterSeconds: 15,
  },
  /** TCP connections, except those of trusted proxies. */
  connections: {
    unit: 'count',
    total: 5000,
    perNetwork: { address: 100, 56: 200, 48: 400 },
    beyond: 'closed',
  },
  /**
   * Bodies of one file that are sent at once. A download manager takes sixteen, and as many again while those of a broken line end; a class
   * behind one address saves one file.
   */
  fileBodies: {
    unit: 'count',
    total: 1000,
    perNetwork: { address: 48, 56: 96, 48: 192 },
    beyond: 'too_many_requests',
    retryAfterSeconds: 5,
  },
  /** Finished files that are being sent and so cannot be removed for others. */
  readFiles: {
    unit: 'share',
    total: 'FILES_MAX_GB',
    perNetwork: { address: 0.25, 56: 0.25, 48: 0.25 },
    beyond: 'closed',
  },
  /** Finished files on a disk that were made for one network alone, while it is not full. */
  ownFiles: {
    unit: 'share',
    total: 'FILES_MAX_GB',
    perNetwork: { address: 0.1, 56: 0.1, 48: 0.2 },
    beyond: 'evicted',
  },
  /** Thumbnails that are fetched or wait for a slot. */
  thumbnails: {
    unit: 'count',
    total: 400,
    perNetwork: { address: 60, 56: 90, 48: 120 },
    beyond: 'too_many_requests',
    retryAfterSeconds: 2,
  },
  /** Thumbnails that are fetched and re-encoded; each may take 5 MB of memory. */
  runningThumbnails: {
    unit: 'count',
    total: 8,
    perNetwork: { address: 4, 56: 4, 48: 4 },
    beyond: 'waits',
  },
  /** Subtitles that are fetched or wait for a slot. */
  subtitles: {
    unit: 'count',
    total: 100,
    perNetwork: { address: 20, 56: 30, 48: 40 },
    beyond: 'too_many_requests',
    retryAfterSeconds: 2,
  },
  /** Subtitles that are fetched and read; each may take 10 MB of memory. */
  runningSubtitles: {
    unit: 'count',
    total: 4,
    perNetwork: { address: 2, 56: 2, 48: 2 },
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
  /** Uploads of videos by operators. */
  uploads: {
    unit: 'count',
    total: 6,
    perNetwork: { address: 4, 56: 4, 48: 4 },
    beyond: 'server_busy',
    retryAfterSeconds: 30,
  },
  /** Takedown notices that are not decided. */
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
  /** Keys that visitors made for their extensions. */
  extensionKeys: {
    unit: 'rate',
    total: 50_000,
    bucket: 'newKey',
    perNetwork: { address: 5, 56: 5, 48: 10 },
    beyond: 'too_many_requests',
  },
  /** The API description and other responses that are cheap to produce. */
  apiPages: {
    unit: 'rate',
    total: Number.POSITIVE_INFINITY,
    bucket: 'site',
    perNetwork: { address: 60, 56: 120, 48: 240 },
    beyond: 'too_many_requests',
  },
} as const satisfies Readonly<Record<string, SharedResource>>;

/** How many of `slots` one network may hold; at least one. */
export function slotsPerNetwork(
  resource: { readonly perNetwork: NetworkBounds },
  slots: number,
): NetworkBounds {
  const of = (fraction: number) => Math.max(1, Math.floor(slots * fraction));
  const { perNetwork } = resource;
  return { address: of(perNetwork.address), 56: of(perNetwork[56]), 48: of(perNetwork[48]) };
}
