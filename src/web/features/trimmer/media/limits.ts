// The size limits of new files, in memory and on disk.

/** Files up to this size get their index in front, for which all of them is kept in memory until the end. */
export const IN_FRONT_BYTES = 32_000_000;
/** Files up to this size are made in memory, outside of the page. */
export const MEMORY_BYTES = 256_000_000;
/** The maximum size if the browser provides no storage. */
export const MEMORY_BYTES_WITHOUT_DISK = 1_000_000_000;
/** The tolerance for the duration of the new file. */
export const LENGTH_TOLERANCE_MS = 500;
