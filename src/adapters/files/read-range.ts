// Reads a range of an open file in pieces and always closes it.
import type { FileHandle } from 'node:fs/promises';
import { asStorageError } from '../../core/files/disk-error.ts';
import type { ByteRange } from '../../core/files/stored-file.ts';
import { AppError } from '../../shared/errors.ts';

/** Pieces are garbage until the next collection: with larger ones the process used twice the memory. */
const MAX_PIECE_BYTES = 32 * 1024;

/**
 * A range that is being read. `giveUp` closes the file unless reading has begun, `cut` always; later reads throw
 * `expired`.
 */
export type Reading = {
  readonly pieces: AsyncIterableIterator<Uint8Array>;
  readonly giveUp: () => Promise<void>;
  readonly cut: () => Promise<void>;
};

/**
 * Reads `range` of `file`. Calls `onRead` with the size of each piece and `onClosed` once. Closes the file after the
 * last byte, after a failure, and when the reader leaves, even one that never requested a piece, which a generator
 * would not notice. Holds at most one piece in memory. Throws `storage_failed` when the file is shorter than it was.
 */
export function readRange(
  file: FileHandle,
  range: ByteRange,
  { onRead, onClosed }: { onRead: (bytes: number) => void; onClosed: () => void },
): Reading {
  let position = range.start;
  let isStarted = false;
  let isGivenUp = false;
  let closing: Promise<void> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const close = () => {
    closing ??= file.close().finally(onClosed);
    return closing;
  };
  const end = async (): Promise<IteratorResult<Uint8Array>> => {
    await close();
    return { done: true, value: undefined };
  };
  const readPiece = async (): Promise<IteratorResult<Uint8Array>> => {
    if (isGivenUp) throw new AppError('expired', { detail: 'it was not read in time' });
    if (closing || position > range.end) return end();
    try {
      const wanted = Math.min(MAX_PIECE_BYTES, range.end - position + 1);
      const piece = Buffer.allocUnsafeSlow(wanted);
      const { bytesRead } = await file.read(piece, 0, wanted, position);
      if (bytesRead === 0) throw new AppError('storage_failed', { detail: 'the file is cut' });
      position += bytesRead;
      onRead(bytesRead);
      if (position > range.end) await close();
      return { done: false, value: piece.subarray(0, bytesRead) };
    } catch (error) {
      await close();
      throw asStorageError(error);
    }
  };

  const pieces: AsyncIterableIterator<Uint8Array> = {
    next() {
      isStarted = true;
      const piece = turn.then(readPiece);
      // A failed read ends the iteration; the next one must not fail again.
      turn = piece.catch(() => undefined);
      return piece;
    },
    return: end,
    [Symbol.asyncIterator]: () => pieces,
  };
  const cut = async () => {
    isGivenUp = true;
    await close();
  };
  return {
    pieces,
    cut,
    giveUp: async () => (isStarted ? undefined : cut()),
  };
}
