// The store of the block list.
/**
 * An entry of the block list: a video (`platform:id`, `trending:id`), another id under which its platform serves the same
 * media, or an uploader (`platform:name`, as `uploaderKey` writes it).
 */
export type Block = {
  readonly id: string;
  readonly kind: 'video' | 'alias' | 'uploader';
  readonly subject: string;
  /** The entry of the video that an alias comes and goes with. */
  readonly parentId: string | null;
  readonly reason: string;
  readonly noticeId: string | null;
  readonly admin: string | null;
  readonly createdAt: number;
};

/** The block list. A subject may be on it more than once, for more than one reason. */
export type Blocks = {
  /** The newest first, without aliases. */
  readonly list: (limit: number) => Promise<readonly Block[]>;
  /** How many there are, aliases too. */
  readonly count: () => Promise<number>;
  /** All that is blocked, each once. */
  readonly subjects: () => Promise<readonly Pick<Block, 'kind' | 'subject'>[]>;
  /** The entries of the videos that this is an id of, the oldest first. */
  readonly findVideo: (subject: string) => Promise<readonly Block[]>;
  readonly add: (block: Block) => Promise<void>;
  /** Takes an entry off the list with its aliases; answers it, or null when it is not there. */
  readonly remove: (id: string, removedAt: number) => Promise<Block | null>;
  /** How many entries but aliases were ever made, by UTC day (epoch milliseconds). */
  readonly addedPerDay: () => Promise<
    readonly { readonly day: number; readonly kind: Block['kind']; readonly count: number }[]
  >;
};
