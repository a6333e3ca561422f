// The size limits of new files, in memory and on disk.

/** Files up to this size are made in memory. */
export const MEMORY_BYTES = 256_000_000;
/** The maximum size if the browser provides no storage. */
export const MEMORY_BYTES_WITHOUT_DISK = 1_000_000_000;
/** The tolerance for the duration of the new file. */
export const LENGTH_TOLERANCE_MS = 500;
