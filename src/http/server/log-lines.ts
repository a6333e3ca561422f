// Where log lines go: standard output, line by line; a line that cannot be written is lost, and the server goes on.
import { writeSync } from 'node:fs';

/** Failures of what stands behind standard output: a full disk, a reader that has gone or is too slow. */
const LOSSES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EPIPE', 'EAGAIN', 'EFBIG']);

/** A destination for the logger. `descriptor` is 1 unless a test says otherwise. Throws what is no such failure. */
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
