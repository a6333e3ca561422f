// Writes log lines to standard output; a line that cannot be written is dropped.
import { writeSync } from 'node:fs';

/** Failures of the receiver of standard output: a full disk, a closed pipe, a slow reader. */
const LOSSES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EPIPE', 'EAGAIN', 'EFBIG']);

/** Creates a destination for the logger. Throws all other failures. */
export function logLines(descriptor = 1): { readonly write: (line: string) => void } {
  return {
    write(line) {
      try {
        writeSync(descriptor, line);
      } catch (error) {
        if (!LOSSES.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      }
    },
  };
}
