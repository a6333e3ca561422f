// Rate limits and proof of work.
/** A calculation that takes a browser a second, each time; before notices, and before passwords that are guessed at. */
export type ProofOfWork = {
  /** `expiresAt` is epoch milliseconds, `difficulty` the number of zero bits. */
  readonly challenge: () => {
    readonly challenge: string;
    readonly difficulty: number;
    readonly expiresAt: number;
  };
  /** Takes a solution, once. Throws AppError `proof_needed`. */
  readonly redeem: (proof: { readonly challenge: string; readonly nonce: string }) => void;
};

/** A token bucket per key. `retryAfterSeconds` is whole seconds ≥ 1 when not allowed, else 0. */
export type Limiter = {
  readonly take: (
    bucket: BucketName,
    key: string,
    cost?: number,
  ) => Promise<{ allowed: boolean; retryAfterSeconds: number }>;
};

/** The kinds of request that have a limit of their own. */
export type BucketName =
  | 'detect'
  | 'inspect'
  | 'thumbnail'
  | 'notFound'
  | 'download'
  | 'job'
  | 'stream'
  | 'file'
  | 'site'
  | 'page'
  | 'operator'
  | 'trendingFile'
  | 'trendingView'
  | 'takedown'
  | 'rating'
  | 'newRating'
  | 'pageView'
  | 'signIn'
  | 'signInAccount';
