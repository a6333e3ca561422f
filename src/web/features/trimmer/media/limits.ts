// How large a part the trimmer makes, and where it keeps it meanwhile.

/** A part up to this is made in memory. */
export const MEMORY_BYTES = 256_000_000;
/** Where the browser lends no storage, this is the largest part. */
export const MEMORY_BYTES_WITHOUT_DISK = 1_000_000_000;
/** The new file must be as long as was announced, within this. */
export const LENGTH_TOLERANCE_MS = 500;
