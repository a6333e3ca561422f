// Stores segments that arrive out of order in files beside the part, and appends them in order.
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { asStorageError } from '../../../core/files/disk-error.ts';
import { releaseBuffers } from '../http/release-buffers.ts';
import type { PartFile } from './part-file.ts';
import { writeAll } from './write-all.ts';

/** The file of one segment, deleted when it is removed. */
export type Spill = {
  readonly write: (position: number, pieces: readonly Uint8Array[]) => Promise<void>;
  /** Reads bytes that were written; fewer at the end. */
  readonly read: (position: number, bytes: number) => Promise<Buffer>;
  /** Appends its first `bytes` to the part at `position`, block by block, each changed in place before. */
  readonly appendTo: (
    file: PartFile,
    position: number,
    bytes: number,
    change?: (block: Buffer, at: number) => void,
  ) => Promise<void>;
  /** Idempotent. */
  readonly remove: () => Promise<void>;
};

/** Whole packets of a transport stream. */
const BLOCK_BYTES = 188 * 2788;

/** Creates `<path>.seg<index>`. Throws AppError `server_full`, `storage_failed`. */
export async function createSpill(path: string, index: number): Promise<Spill> {
  const name = `${path}.seg${index}`;
  let handle: FileHandle | null = await orStorageError(open(name, 'w+', 0o600));

  function opened(): FileHandle {
    if (!handle) throw new TypeError('the spill was removed');
    return handle;
  }

  return {
    write: async (position, pieces) => orStorageError(writeAll(opened(), position, pieces)),
    read: async (position, bytes) => {
      const block = Buffer.allocUnsafe(bytes);
      const { bytesRead } = await orStorageError(opened().read(block, 0, bytes, position));
      return block.subarray(0, bytesRead);
    },
    appendTo: async (file, position, bytes, change) => {
      const block = Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, bytes));
      for (let at = 0; at < bytes; ) {
        const length = Math.min(block.length, bytes - at);
        const { bytesRead } = await orStorageError(opened().read(block, 0, length, at));
        if (bytesRead === 0) throw asStorageError(new Error('a segment is shorter than it was'));
        change?.(block.subarray(0, bytesRead), at);
        await file.write(position + at, [block.subarray(0, bytesRead)]);
        at += bytesRead;
      }
      releaseBuffers([block]);
    },
    remove: async () => {
      const closing = handle;
      handle = null;
      if (!closing) return;
      await orStorageError(closing.close());
      await orStorageError(unlink(name));
    },
  };
}

async function orStorageError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asStorageError(error);
  }
}
