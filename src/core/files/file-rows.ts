// The list of finished files whose bytes lie in an object store; several servers may share it.
import type { StoredFile } from './stored-file.ts';

/** A finished file with the digests of its bytes, and the tag that the object store gave to its object. */
export type ListedFile = StoredFile & {
  readonly sha256: string;
  readonly crc32: number;
  readonly objectEtag: string;
};

/**
 * The list. Times are epoch milliseconds of the caller's clock. A removed file is found no more, but stays in the list until
 * its object is deleted: others may still be reading it.
 */
export type FileRows = {
  /** Adds a file; from then on every server finds it. Throws AppError `server_full` when the database has no space. */
  readonly add: (file: ListedFile) => Promise<void>;
  /** A file that was not removed, though it may have expired. */
  readonly get: (id: string) => Promise<ListedFile | null>;
  /** The same for several, in no order. */
  readonly getMany: (ids: readonly string[]) => Promise<readonly ListedFile[]>;
  /** The newest file of a work key that has not expired. */
  readonly newestOf: (workKey: string, nowMs: number) => Promise<ListedFile | null>;
  /** Extends the lifetime of a file to `expiresAt`, never shortens it, and marks it as used; false if it is gone or expired. */
  readonly touch: (
    id: string,
    times: { readonly expiresAt: number; readonly nowMs: number; readonly usedAt: number },
  ) => Promise<boolean>;
  /** Marks a file as used, even a removed one. */
  readonly markUsed: (id: string, usedAt: number) => Promise<void>;
  /** Removes a file; false if it was removed already. */
  readonly remove: (id: string, nowMs: number) => Promise<boolean>;
  /** Removes all expired files; returns how many. */
  readonly removeExpired: (nowMs: number) => Promise<number>;
  /** The files that were not removed, the least recently used ones first. */
  readonly leastRecentlyUsed: (limit: number) => Promise<readonly ListedFile[]>;
  /** The bytes of all files that were not removed. */
  readonly totalBytes: () => Promise<number>;
  /** Ids of files that were removed, and last used, at `beforeMs` or earlier. */
  readonly unusedSince: (beforeMs: number, limit: number) => Promise<readonly string[]>;
  /** Takes a file off the list, when its object is gone. */
  readonly forget: (id: string) => Promise<void>;
  /** Those of `ids` that are on the list, removed ones too. */
  readonly listed: (
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly isRemoved: boolean }>>;
};
