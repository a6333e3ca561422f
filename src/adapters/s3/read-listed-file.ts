// Reads a listed file for one reader, and keeps its row informed.
import type { Clock } from '../../core/async/clock.ts';
import type { FileRows, ListedFile } from '../../core/files/file-rows.ts';
import type { ByteRange } from '../../core/files/stored-file.ts';
import { AppError } from '../../shared/errors.ts';
import { openObject } from './open-object.ts';
import type { S3 } from './open-s3.ts';
import { readObject } from './read-object.ts';
import type { Readers } from './readers.ts';
import { filesFolder } from './tidy.ts';

/** How long an opened file waits for its first read. */
const FIRST_READ_TIMEOUT_MS = 60_000;
/** How often a file is marked as used while it is read. */
const MARK_MS = 60_000;

/** What a reading works with. `waitFor` holds back the end of the store, and `ending` cuts readers off. */
export type ReadingNeeds = {
  readonly s3: S3;
  readonly rows: FileRows;
  readonly readers: Readers;
  readonly clock: Clock;
  readonly markUsed: () => Promise<void>;
  readonly waitFor: <T>(work: Promise<T>) => Promise<T>;
  readonly warn: (message: string, cause: unknown) => void;
  readonly ending: AbortController;
};

/**
 * Opens `range` of a file; null is all of it. The file counts as being read until the reader ends or leaves, at the latest after
 * a minute without a first read. Throws AppError `expired` and removes the row when the object is gone, `storage_failed` when it
 * is another one.
 */
export async function readListedFile(
  needs: ReadingNeeds,
  file: ListedFile,
  { range, network }: { readonly range: ByteRange | null; readonly network: string },
): Promise<AsyncIterable<Uint8Array>> {
  const { clock, readers, markUsed, warn } = needs;
  // Registered before the object is open, so that it is not evicted meanwhile.
  const reader = readers.start(file, network);
  const first = await openMarked(needs, file, range).catch((error: unknown) => {
    readers.stop(file, reader);
    throw error;
  });
  let markedAt = clock.monotonic();
  let cancelTimeout: () => void = () => undefined;
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  const reopen = (from: number) => openListed(needs, file, { start: from, end });
  const reading = readObject(
    { first, start, end, reopen },
    {
      onRead(bytes) {
        reader.pace.count(bytes);
        if (clock.monotonic() - markedAt < MARK_MS) return;
        markedAt = clock.monotonic();
        void needs
          .waitFor(markUsed())
          .catch((cause) => warn('a file that is read could not be marked', cause));
      },
      onClosed() {
        cancelTimeout();
        readers.stop(file, reader);
      },
    },
  );
  reader.cut = reading.cut;
  cancelTimeout = clock.after(FIRST_READ_TIMEOUT_MS, reading.giveUp);
  if (needs.ending.signal.aborted) reading.cut();
  return reading.pieces;
}

/** Opens the object while the file is marked as used, since an object stays for minutes after its row. Throws what either throws. */
async function openMarked(needs: ReadingNeeds, file: ListedFile, range: ByteRange | null) {
  const marking = needs.markUsed();
  // It may fail before the object is open.
  marking.catch(() => undefined);
  const body = await openListed(needs, file, range);
  await marking.catch((error: unknown) => {
    body.destroy();
    throw error;
  });
  return body;
}

/** Opens the object of a file; when it is gone, the file is too. */
async function openListed({ s3, rows }: ReadingNeeds, file: ListedFile, range: ByteRange | null) {
  const object = { key: filesFolder(s3) + file.id, etag: file.objectEtag, bytes: file.bytes };
  try {
    return await openObject(s3, object, range);
  } catch (error) {
    if (error instanceof AppError && error.code === 'expired') await rows.forget(file.id);
    throw error;
  }
}
