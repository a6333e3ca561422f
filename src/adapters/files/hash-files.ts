// Computes the SHA-256 of kept files in the background, one at a time.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry } from './file-index.ts';

const PIECE_BYTES = 256 * 1024;

/** Hashes the files it is given; skips those that are removed meanwhile. */
export type Hasher = {
  readonly add: (entry: Entry) => void;
  /** Stops at once and resolves when no file is open any more. */
  readonly close: () => Promise<void>;
};

/** Creates a hasher. `done` receives the hex digest; `warn` logs unreadable files. */
export function createHasher(needs: {
  readonly done: (entry: Entry, sha256: string) => void;
  readonly warn: (message: string, cause: unknown) => void;
}): Hasher {
  const waiting: Entry[] = [];
  let isClosed = false;
  let running: Promise<void> | undefined;
  const isUnwanted = (entry: Entry) => isClosed || entry.isGone;

  const run = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      if (isUnwanted(entry)) continue;
      try {
        const sha256 = await digest(entry, () => isUnwanted(entry));
        if (sha256 !== null) needs.done(entry, sha256);
      } catch (cause) {
        if (!isUnwanted(entry)) needs.warn('a kept file could not be hashed', cause);
      }
    }
    running = undefined;
  };

  return {
    add(entry) {
      if (isClosed) return;
      waiting.push(entry);
      running ??= run();
    },
    async close() {
      isClosed = true;
      await running;
    },
  };
}

/** Null when the file is no longer needed. Yields to the event loop between pieces. */
async function digest(entry: Entry, isUnwanted: () => boolean): Promise<string | null> {
  const file = await open(join(entry.folder, 'media'), 'r');
  try {
    const hash = createHash('sha256');
    const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
    let position = 0;
    while (position < entry.file.bytes) {
      if (isUnwanted()) return null;
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, position);
      if (bytesRead === 0) throw new Error('the file is shorter than it was');
      hash.update(piece.subarray(0, bytesRead));
      position += bytesRead;
      await nextTurn();
    }
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}
