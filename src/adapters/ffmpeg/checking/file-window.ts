// Reads a file in large pieces for many small reads in its order.
import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';

const READ_BYTES = 1024 * 1024;
/** Reads within a window wait for nothing: after so many, others get a turn if so many milliseconds have passed. */
const TURN = { reads: 64, ms: 10 };

/** Reads `length` bytes at `at`, fewer at the end of the file; they are valid until the next read. Throws the signal's reason. */
export type ReadWindow = (at: number, length: number) => Promise<Buffer>;

/** Opens a file for as long as it is read. */
export async function withWindow<T>(
  path: string,
  signal: AbortSignal,
  use: (read: ReadWindow) => Promise<T>,
): Promise<T> {
  const file = await open(path);
  try {
    return await use(windowOf(file, signal));
  } finally {
    await file.close();
  }
}

function windowOf(file: FileHandle, signal: AbortSignal): ReadWindow {
  let window = Buffer.allocUnsafe(READ_BYTES);
  let start = 0;
  let filled = 0;
  let reads = 0;
  let sinceMs = performance.now();
  return async (at, length) => {
    reads += 1;
    if (reads % TURN.reads === 0 && performance.now() - sinceMs > TURN.ms) {
      await nextTurn();
      signal.throwIfAborted();
      sinceMs = performance.now();
    }
    if (at < start || at + length > start + filled) {
      signal.throwIfAborted();
      if (length > window.length) window = Buffer.allocUnsafe(length);
      ({ bytesRead: filled } = await file.read(window, 0, window.length, at));
      start = at;
    }
    return window.subarray(at - start, Math.min(at - start + length, filled));
  };
}
