// Computes the SHA-256 and CRC-32 of kept files in the background, one at a time and both in one reading.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { AppError } from '../../shared/errors.ts';
import type { Entry } from './file-index.ts';

const PIECE_BYTES = 256 * 1024;

/** The digests of a file: SHA-256 in hex, and CRC-32 as an unsigned number. */
export type Digests = { readonly sha256: string; readonly crc32: number };

/** Hashes the files it is given; skips those that are removed meanwhile. */
export type Hasher = {
  readonly add: (entry: Entry) => void;
  /** Hashes a file next, and resolves when it is done. Throws AppError `expired` when the file went, `storage_failed`. */
  readonly next: (entry: Entry) => Promise<void>;
  /** Stops at once and resolves when no file is open any more. */
  readonly close: () => Promise<void>;
};

/** Creates a hasher. `done` receives the digests; `warn` logs unreadable files. */
export function createHasher(needs: {
  readonly done: (entry: Entry, digests: Digests) => void;
  readonly warn: (message: string, cause: unknown) => void;
}): Hasher {
  const waiting: Entry[] = [];
  const awaited = new Map<Entry, PromiseWithResolvers<void>>();
  let current: Entry | undefined;
  let isClosed = false;
  let running: Promise<void> | undefined;
  const isUnwanted = (entry: Entry) => isClosed || entry.isGone;

  const hash = async (entry: Entry): Promise<void> => {
    try {
      const digests = isUnwanted(entry) ? null : await digest(entry, () => isUnwanted(entry));
      if (digests) needs.done(entry, digests);
      if (digests) awaited.get(entry)?.resolve();
      else awaited.get(entry)?.reject(new AppError('expired'));
    } catch (cause) {
      if (!isUnwanted(entry)) needs.warn('a kept file could not be hashed', cause);
      awaited.get(entry)?.reject(new AppError('storage_failed', { cause }));
    }
    awaited.delete(entry);
  };
  const run = async () => {
    for (current = waiting.shift(); current; current = waiting.shift()) await hash(current);
    running = undefined;
  };
  const start = () => {
    running ??= run();
  };

  return {
    add(entry) {
      if (isClosed) return;
      waiting.push(entry);
      start();
    },
    async next(entry) {
      if (isClosed) throw new AppError('storage_failed', { detail: 'the store is closed' });
      const known = awaited.get(entry);
      if (known) return known.promise;
      const hashed = Promise.withResolvers<void>();
      awaited.set(entry, hashed);
      const at = waiting.indexOf(entry);
      if (at >= 0) waiting.splice(at, 1);
      if (current !== entry) waiting.unshift(entry);
      start();
      return hashed.promise;
    },
    async close() {
      isClosed = true;
      await running;
    },
  };
}

/** Null when the file is no longer needed. Yields to the event loop between pieces. */
async function digest(entry: Entry, isUnwanted: () => boolean): Promise<Digests | null> {
  const file = await open(join(entry.folder, 'media'), 'r');
  try {
    const hash = createHash('sha256');
    let sum = 0;
    const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
    let position = 0;
    while (position < entry.file.bytes) {
      if (isUnwanted()) return null;
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, position);
      if (bytesRead === 0) throw new Error('the file is shorter than it was');
      hash.update(piece.subarray(0, bytesRead));
      sum = crc32(piece.subarray(0, bytesRead), sum);
      position += bytesRead;
      await nextTurn();
    }
    return { sha256: hash.digest('hex'), crc32: sum };
  } finally {
    await file.close();
  }
}
