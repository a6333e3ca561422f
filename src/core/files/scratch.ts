// The folders of running jobs on this server's own disk, for a store that keeps finished files elsewhere.
import type { Workspace } from './ports.ts';

/** The folders. Throws AppError `server_full` or `storage_failed`. */
export type Scratch = {
  /** Reserves disk space for `bytes` and returns a folder. Throws `server_full` when the disk has no space. */
  readonly lend: (bytes: number) => Promise<Omit<Workspace, 'makeRoom'>>;
  /** The bytes that all folders use or have reserved. */
  readonly heldBytes: () => Promise<number>;
  readonly freeBytes: () => Promise<number>;
  /** Throws `server_full` if there is no disk space for even a small job. */
  readonly checkFreeSpace: () => Promise<void>;
  /** Whether `path` is in one of the folders. */
  readonly includes: (path: string) => boolean;
  /** Adds `bytes` to the reservation of the folder of `path`. Throws `server_full` when the disk has no space. */
  readonly extend: (path: string, bytes: number) => Promise<void>;
  /** Writes the pieces to a new file. Throws AppError `body_too_large` too, and what `pieces` throws. */
  readonly write: (
    path: string,
    pieces: AsyncIterable<Uint8Array>,
    maxBytes: number,
  ) => Promise<{ readonly bytes: number }>;
  /** Removes a file that is not needed here any more, and releases its part of the reservation. */
  readonly release: (path: string, bytes: number) => Promise<void>;
  /** Removes all folders. */
  readonly close: () => Promise<void>;
};
