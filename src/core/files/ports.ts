// The store of finished files.
import type { ByteRange, StoredFile } from './stored-file.ts';

/** The folder of one job on the store's own file system. */
export type Workspace = {
  readonly folder: string;
  /** Writes the pieces to a new file of the folder. Throws AppError `body_too_large`, `server_full`, and what `pieces` throws. */
  readonly write: (
    name: string,
    pieces: AsyncIterable<Uint8Array>,
    maxBytes: number,
  ) => Promise<{ readonly path: string; readonly bytes: number }>;
  /** Makes room for what was written beyond what was reserved. Throws AppError `server_full`, `storage_failed`. */
  readonly makeRoom: () => Promise<void>;
  /** Gives back what was reserved and removes everything in it. Safe to call twice. */
  readonly remove: () => Promise<void>;
};

/** What a check found out of a file that is to be kept. It gets an `etag` of its own unless visitors know one. */
export type CheckedFile = Pick<StoredFile, 'workKey' | 'receipt' | 'expiresAt'> &
  Partial<Pick<StoredFile, 'etag'>>;

/** Finished files. Throws AppError `server_full` or `storage_failed`. */
export type FileStore = {
  /**
   * Reserves disk space for `bytes` and returns a folder. The least recently used files are evicted only for the first part of it,
   * and for the rest as it is written: call `makeRoom` of the workspace.
   */
  readonly workspace: (bytes: number) => Promise<Workspace>;
  /**
   * Takes a checked file out of a workspace by renaming it; from then on it can be found. A store that has to copy it may begin
   * while it is checked, and drops what it has copied when `checked` rejects. Settles after `checked`, and rejects as that does.
   */
  readonly keep: (path: string, checked: CheckedFile | Promise<CheckedFile>) => Promise<StoredFile>;
  /** The newest unexpired file of a work key. */
  readonly find: (workKey: string) => Promise<StoredFile | null>;
  readonly get: (id: string) => Promise<StoredFile | null>;
  /** The unexpired files among `ids`, by id. */
  readonly getMany: (ids: readonly string[]) => Promise<ReadonlyMap<string, StoredFile>>;
  /**
   * Marks a file as used and extends its lifetime to `expiresAt`; never shortens it. Returns false when the file is
   * gone or has expired. `network` is the rate key of those it is kept for: a disk evicts first what networks own beyond their share.
   */
  readonly touch: (id: string, expiresAt: number, network?: string) => Promise<boolean>;
  /**
   * The bytes of a file, or of a part of it, for a reader in `network` (its rate key; this server itself by default).
   * Throws AppError `expired` when it is gone, or is evicted while it is read because the reader is slow or its network
   * reads more than its share.
   */
  readonly open: (
    id: string,
    range: ByteRange | null,
    network?: string,
  ) => Promise<AsyncIterable<Uint8Array>>;
  /** A file with its digests, which are computed now if need be. Throws AppError `expired` when it is gone. */
  readonly digested: (id: string) => Promise<StoredFile & { readonly crc32: number }>;
  /**
   * Puts a file at `path` of a workspace, to be read there only; on a disk without copying it. Throws AppError `expired` when it
   * is gone.
   */
  readonly place: (id: string, path: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Removes expired files; returns how many. */
  readonly sweep: () => Promise<number>;
};
