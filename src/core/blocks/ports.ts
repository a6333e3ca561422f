// Ports of the block list.
/**
 * An entry of the block list: a video (`platform:id`, `trending:id`), another id under which its platform serves the same
 * media, or an uploader (`platform:name`, as `uploaderKey` writes it).
 */
export type Block = {
  readonly id: string;
  readonly kind: 'video' | 'alias' | 'uploader';
  readonly subject: string;
  /** The entry of the video that an alias belongs to; both are removed together. */
  readonly parentId: string | null;
  readonly reason: string;
  readonly noticeId: string | null;
  readonly admin: string | null;
  readonly createdAt: number;
};

/** The store of the block list. A subject may have several entries, for different reasons. */
export type Blocks = {
  /** Newest first, without aliases. */
  readonly list: (limit: number) => Promise<readonly Block[]>;
  /** The number of entries, including aliases. */
  readonly count: () => Promise<number>;
  /** All blocked subjects, each once. */
  readonly subjects: () => Promise<readonly Pick<Block, 'kind' | 'subject'>[]>;
  /** The entries of the videos with this id, oldest first. */
  readonly findVideo: (subject: string) => Promise<readonly Block[]>;
  readonly add: (block: Block) => Promise<void>;
  /** Removes an entry and its aliases. Returns the entry, or null when there is none. */
  readonly remove: (id: string, removedAt: number) => Promise<Block | null>;
  /** The number of entries ever added, without aliases, by UTC day (epoch milliseconds). */
  readonly addedPerDay: () => Promise<
    readonly { readonly day: number; readonly kind: Block['kind']; readonly count: number }[]
  >;
};
