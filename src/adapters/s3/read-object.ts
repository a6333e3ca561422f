// Reads an opened object in pieces, over further connections when one breaks, and always ends the transfer.
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../shared/errors.ts';
import { asS3Error } from './s3-error.ts';

/** Without a byte in between. */
const TRIES = 3;
const RETRY_MS = 250;

/** What is read: `first` is open at `start`, and `reopen` opens the rest from a position on. `end` is included. */
export type ObjectSource = {
  readonly first: Readable;
  readonly start: number;
  readonly end: number;
  readonly reopen: (start: number) => Promise<Readable>;
};

/**
 * An object that is being read. `giveUp` ends the transfer unless reading has begun, `cut` always; later reads throw
 * `expired`.
 */
export type ObjectReading = {
  readonly pieces: AsyncIterableIterator<Uint8Array>;
  readonly giveUp: () => void;
  readonly cut: () => void;
};

/**
 * Reads `source`. Calls `onRead` with the size of each piece and `onClosed` once. The transfer ends after the last byte, after a
 * failure, and when the reader leaves, even one that never requested a piece. Nothing is fetched beyond what one connection
 * holds. Stores close connections of slow readers, so a broken one is replaced. Throws what `reopen` throws.
 */
export function readObject(
  source: ObjectSource,
  { onRead, onClosed }: { onRead: (bytes: number) => void; onClosed: () => void },
): ObjectReading {
  let body: Readable | null = source.first;
  let iterator: AsyncIterator<Uint8Array> = iterate(source.first);
  let position = source.start;
  let isStarted = false;
  let isGivenUp = false;
  let isClosed = false;
  let turn: Promise<unknown> = Promise.resolve();

  const close = () => {
    if (isClosed) return;
    isClosed = true;
    body?.destroy();
    onClosed();
  };
  const end = async (): Promise<IteratorResult<Uint8Array>> => {
    close();
    return { done: true, value: undefined };
  };
  const nextPiece = async (): Promise<Uint8Array> => {
    if (!body) {
      body = await source.reopen(position);
      iterator = iterate(body);
      // The reader may have left meanwhile.
      if (isClosed) body.destroy();
    }
    const { done, value } = await iterator.next();
    if (done) throw new AppError('storage_failed', { detail: 'object store: the answer is cut' });
    return value;
  };
  const tryPiece = async (): Promise<Uint8Array> => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await nextPiece();
      } catch (error) {
        // What could not be opened again was tried often enough.
        if (isClosed || !body || failures === TRIES) throw error;
        body.destroy();
        body = null;
        await delay(RETRY_MS * failures);
        if (isClosed) throw error;
      }
    }
  };
  const readPiece = async (): Promise<IteratorResult<Uint8Array>> => {
    if (isGivenUp) throw new AppError('expired', { detail: 'it was not read in time' });
    if (isClosed || position > source.end) return end();
    try {
      const piece = await tryPiece();
      if (isClosed) return await end();
      position += piece.length;
      onRead(piece.length);
      if (position > source.end) close();
      return { done: false, value: piece };
    } catch (error) {
      const wasClosed = isClosed;
      close();
      if (isGivenUp) throw new AppError('expired', { detail: 'it was not read in time' });
      if (wasClosed) return { done: true, value: undefined };
      throw asS3Error(error);
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
  const cut = () => {
    isGivenUp = true;
    close();
  };
  return {
    pieces,
    cut,
    giveUp: () => (isStarted ? undefined : cut()),
  };
}

function iterate(body: Readable): AsyncIterator<Uint8Array> {
  return body[Symbol.asyncIterator]();
}
