// How much of each kind of request one network may make; used by every limiter.
import type { NetworkBounds } from '../../core/limits/networks.ts';
import type { BucketName } from '../../core/limits/ports.ts';

/**
 * A bucket holds `burst` tokens when full and gains one each `refillMs` (milliseconds). The buckets that wider networks
 * share are larger by {@link NETWORK_FACTORS}, or by factors of their own.
 */
export type Bucket = {
  readonly burst: number;
  readonly refillMs: number;
  readonly networkFactors?: NetworkBounds;
};

/** For what one person does seldom: many addresses of one customer give little more. */
const FEW_PER_NETWORK: NetworkBounds = { address: 1, 56: 1, 48: 2 };

/** The bucket of one {@link BucketName} for one rate key. */
export const BUCKETS: Readonly<Record<BucketName, Bucket>> = {
  detect: { burst: 30, refillMs: 1000 },
  inspect: { burst: 20, refillMs: 3000 },
  list: { burst: 10, refillMs: 6000 },
  thumbnail: { burst: 60, refillMs: 200 },
  notFound: { burst: 30, refillMs: 2000 },
  download: { burst: 20, refillMs: 1000 },
  edit: { burst: 10, refillMs: 3000 },
  job: { burst: 120, refillMs: 250 },
  stream: { burst: 30, refillMs: 1000 },
  file: { burst: 120, refillMs: 250 },
  site: { burst: 60, refillMs: 500 },
  // A letter typed is a search.
  search: { burst: 40, refillMs: 250 },
  // Beside the bucket above: each is a request to the platform.
  youtubeSearch: { burst: 10, refillMs: 6000 },
  // A school may open its lesson at once.
  page: { burst: 600, refillMs: 50 },
  // Opening the cockpit makes six calls, and several operators may sit behind one address.
  operator: { burst: 300, refillMs: 100 },
  trendingFile: { burst: 300, refillMs: 100 },
  // Anyone may invent a visitor: thirty at once, and six an hour.
  trendingView: { burst: 30, refillMs: 600_000, networkFactors: FEW_PER_NETWORK },
  rating: { burst: 10, refillMs: 6000 },
  // Visitors who rate for the first time: three, and three a day.
  newRating: { burst: 3, refillMs: 8 * 3_600_000, networkFactors: FEW_PER_NETWORK },
  pageView: { burst: 60, refillMs: 1000 },
  // Five at once, and five an hour.
  takedown: { burst: 5, refillMs: 720_000, networkFactors: FEW_PER_NETWORK },
  // Five, and twenty, in a quarter of an hour.
  signIn: { burst: 5, refillMs: 180_000 },
  signInAccount: { burst: 20, refillMs: 45_000 },
  // The milliseconds of an hour: a download costs an hour divided by the key's own figure.
  key: { burst: 3_600_000, refillMs: 1 },
  // A program asks with one key; its first request of an hour counts as a guess.
  keyGuess: { burst: 20, refillMs: 6000, networkFactors: FEW_PER_NETWORK },
  // Five at once, and five an hour.
  newKey: { burst: 5, refillMs: 720_000, networkFactors: FEW_PER_NETWORK },
};

/** How many times larger, in burst and in refill, the bucket of a wider network is. */
export const NETWORK_FACTORS: NetworkBounds = { address: 1, 56: 2, 48: 4 };
