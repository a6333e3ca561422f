// Writes log lines to standard output: sentences at a terminal, else JSON. A line that cannot be written is dropped.
import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { plainLine } from './plain-lines.ts';

/** Failures of the receiver of standard output: a full disk, a closed pipe, a slow reader. */
const LOSSES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EPIPE', 'EAGAIN', 'EFBIG']);

/** Creates a destination for the logger. Throws all other failures. */
export function logLines(descriptor = 1): { readonly write: (line: string) => void } {
  const isTerminal = isatty(descriptor);
  return {
    write(line) {
      const text = isTerminal ? plainLine(line) : line;
      if (text === null) return;
      try {
        writeSync(descriptor, text);
      } catch (error) {
        if (!LOSSES.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      }
    },
  };
}
