// Computes the SHA-256 of kept files in the background, one after the other and never in anybody's way.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry } from './file-index.ts';

const PIECE_BYTES = 256 * 1024;

/** Works through what it is given; an entry that is gone meanwhile is left. */
export type Hasher = {
  readonly add: (entry: Entry) => void;
  /** Stops at once and waits until no file is open any more. */
  readonly close: () => Promise<void>;
};

/** Makes one; `done` is given the hex digest, `warn` is told of a file that could not be read. */
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

/** Null when it is no longer wanted. The event loop comes round between two pieces. */
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
