// The file of one part on the disk: written at any place, read in order from the start while it grows.
import { type FileHandle, open } from 'node:fs/promises';
import { asStorageError } from '../../../core/files/disk-error.ts';
import { AppError } from '../../../shared/errors.ts';
import { type ByteMap, createByteMap } from './byte-map.ts';
import { writeAll } from './write-all.ts';

/** The file. Every failure is an AppError: `server_full`, `storage_failed`. */
export type PartFile = {
  /** What is on the disk. */
  readonly map: Pick<ByteMap, 'covered' | 'prefix' | 'intervals'>;
  readonly write: (position: number, pieces: readonly Uint8Array[]) => Promise<void>;
  /** Bytes for a closer look; fewer than `bytes` at the end. */
  readonly peek: (position: number, bytes: number) => Promise<Uint8Array>;
  /** The bytes in order, as they come; each caller has a place of its own. Lent ones are good until the next are asked for. */
  readonly read: (how?: 'lent') => AsyncIterable<Uint8Array>;
  /** Forgets what is there. What somebody has read already must come again byte for byte, or writing it throws `bad_media`. */
  readonly startOver: () => void;
  /** Cuts it to its length and closes it; readers come to their end. */
  readonly finish: (total: number) => Promise<void>;
  /** Closes it; readers throw `reason`. */
  readonly fail: (reason: unknown) => Promise<void>;
};

const READ_BYTES = 256 * 1024;

/** Creates the file, or empties it. */
export async function createPartFile(path: string): Promise<PartFile> {
  const handle = await open(path, 'w+', 0o600).catch((error: unknown) => {
    throw asStorageError(error);
  });
  const map = createByteMap();
  const waiting = new Set<() => void>();
  let end: { readonly total: number } | { readonly reason: unknown } | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  let delivered = 0;
  let bound = 0;
  let round = 0;

  const wake = () => {
    for (const resume of waiting) resume();
    waiting.clear();
  };

  async function close(ending: NonNullable<typeof end>): Promise<void> {
    if (end) return;
    end = ending;
    try {
      await writing.catch(() => undefined); // whoever wrote was told
      if ('total' in ending) await handle.truncate(ending.total);
    } finally {
      await handle.close();
      wake();
    }
  }

  async function put(position: number, pieces: readonly Uint8Array[]): Promise<void> {
    if (position < bound) await compare(position, Buffer.concat(pieces));
    await writeAll(handle, position, pieces);
  }

  async function compare(position: number, wanted: Buffer): Promise<void> {
    const old = await peek(position, Math.min(wanted.length, bound - position));
    if (!wanted.subarray(0, old.length).equals(old))
      throw new AppError('bad_media', { detail: 'the file changed after some of it was used' });
  }

  async function peek(position: number, bytes: number): Promise<Buffer> {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(bytes), 0, bytes, position);
    return buffer.subarray(0, bytesRead);
  }

  async function* read(how?: 'lent'): AsyncGenerator<Uint8Array> {
    let own: FileHandle | null = null;
    let position = 0;
    let block: Buffer | null = null;
    try {
      for (;;) {
        while (position >= map.prefix() && !end) {
          await new Promise<void>((resolve) => waiting.add(resolve));
        }
        if (end && 'reason' in end) throw end.reason;
        const reading = round;
        const length = Math.min(READ_BYTES, map.prefix() - position);
        if (length <= 0) return;
        own ??= await open(path, 'r');
        if (how !== 'lent') block = Buffer.allocUnsafeSlow(length);
        block ??= Buffer.allocUnsafeSlow(READ_BYTES);
        const { bytesRead } = await own.read(block, 0, length, position);
        if (round !== reading) continue; // what was just read may be of the file before
        if (bytesRead === 0) throw asStorageError(new Error('the file is shorter than its map'));
        position += bytesRead;
        delivered = Math.max(delivered, position);
        yield block.subarray(0, bytesRead);
      }
    } catch (error) {
      throw end && 'reason' in end ? end.reason : asStorageError(error);
    } finally {
      await own?.close();
    }
  }

  return {
    map,
    write: (position, pieces) => {
      const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
      const written = put(position, pieces).then(
        () => {
          const before = map.prefix();
          map.add(position, position + length);
          if (map.prefix() > before) wake();
        },
        (error: unknown) => {
          throw asStorageError(error);
        },
      );
      writing = Promise.allSettled([writing, written]);
      return written;
    },
    peek,
    read,
    startOver: () => {
      bound = Math.max(bound, delivered);
      round += 1;
      map.clear();
    },
    finish: (total) =>
      close({ total }).catch((error: unknown) => Promise.reject(asStorageError(error))),
    fail: (reason) => close({ reason }).catch(() => undefined), // there is a worse reason already
  };
}
