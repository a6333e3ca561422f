// Ports of rate limits and proof of work.
/** Challenges that take a browser about a second; required for notices, and for sign-ins after many attempts. */
export type ProofOfWork = {
  /** `expiresAt` is epoch milliseconds, `difficulty` the number of zero bits. */
  readonly challenge: () => {
    readonly challenge: string;
    readonly difficulty: number;
    readonly expiresAt: number;
  };
  /** Accepts a solution once. Rejects with AppError `proof_needed`, `server_busy`. */
  readonly redeem: (proof: { readonly challenge: string; readonly nonce: string }) => Promise<void>;
};

/** Keys that can be used once each. */
export type OnceOnly = {
  /** Marks a key as used until `untilMs` (epoch milliseconds); false if it was used before. May reject with AppError `server_busy`. */
  readonly use: (key: string, untilMs: number) => Promise<boolean>;
};

/** How many requests each limit refused within the last hour. */
export type RefusalCounts = {
  readonly add: (bucket: BucketName) => void;
  readonly lastHour: (bucket: BucketName) => number;
};

/** A token bucket per key. `retryAfterSeconds` is whole seconds ≥ 1 when not allowed, else 0. */
export type Limiter = {
  readonly take: (
    bucket: BucketName,
    key: string,
    cost?: number,
  ) => Promise<{ allowed: boolean; retryAfterSeconds: number }>;
};

/** The kinds of requests that are limited separately. */
export type BucketName =
  | 'detect'
  | 'inspect'
  | 'list'
  | 'thumbnail'
  | 'notFound'
  | 'download'
  | 'edit'
  | 'job'
  | 'stream'
  | 'file'
  | 'site'
  | 'search'
  | 'youtubeSearch'
  | 'page'
  | 'operator'
  | 'trendingFile'
  | 'trendingView'
  | 'takedown'
  | 'rating'
  | 'newRating'
  | 'pageView'
  | 'signIn'
  | 'signInAccount'
  | 'key'
  | 'keyGuess'
  | 'newKey';
