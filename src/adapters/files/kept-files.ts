// Keeps the file index and the disk in step: stores, updates, reads and removes finished files.
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../core/async/clock.ts';
import { asStorageError, isMissing } from '../../core/files/disk-error.ts';
import { createReadPace } from '../../core/files/read-pace.ts';
import type { ByteRange, StoredFile } from '../../core/files/stored-file.ts';
import { AppError } from '../../shared/errors.ts';
import type { Entry, FileIndex, Reader } from './file-index.ts';
import { createHasher, type Hasher } from './hash-files.ts';
import type { Folders } from './open-folders.ts';
import { type Reading, readRange } from './read-range.ts';
import { writeRecord } from './record.ts';

/** How long an opened file waits for its first read. */
const FIRST_READ_TIMEOUT_MS = 60_000;

/** What finished files are kept with. `newId` makes names of drafts; `warn` logs internal failures. */
export type KeptFilesNeeds = {
  readonly folders: Folders;
  readonly index: FileIndex;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly warn: (message: string, cause: unknown) => void;
};

/** Finished files on disk. Throws AppErrors. */
export type KeptFiles = {
  /** Adds a file that is in its folder already. */
  readonly place: (file: StoredFile, usedAt: number) => void;
  /** Writes the record of a file again. */
  readonly save: (entry: Entry) => Promise<void>;
  /** Moves the file at `path` into the store with one rename, before which nothing of it is visible. */
  readonly put: (path: string, file: StoredFile) => Promise<void>;
  /** Opens a range of a file. It counts as being read until it is closed, at the latest after a minute without a read. */
  readonly read: (
    entry: Entry,
    range: ByteRange,
    network: string,
  ) => Promise<AsyncIterable<Uint8Array>>;
  /** Resolves when a file has its digests. Throws AppError `expired` when it was removed meanwhile. */
  readonly digest: (entry: Entry) => Promise<void>;
  /** Removes a file. Its readers may read on to the end unless they are cut off. */
  readonly discard: (entry: Entry) => Promise<void>;
  /** Stops hashing and waits for pending writes. */
  readonly close: () => Promise<void>;
};

/** Keeps files in `folders` and `index`. Missing digests are computed in the background. */
export function createKeptFiles(needs: KeptFilesNeeds): KeptFiles {
  const { index, warn } = needs;
  const hasher = createHasher({
    done: (entry, digests) => {
      entry.file = { ...entry.file, ...digests };
      void save(needs, entry);
    },
    warn,
  });
  return {
    place: (file, usedAt) => place(needs, hasher, file, usedAt),
    save: (entry) => save(needs, entry),
    put: (path, file) => put(needs, hasher, path, file),
    read: (entry, range, network) => read(needs, entry, range, network),
    digest: async (entry) => {
      if (isHashed(entry.file)) return;
      await hasher.next(entry);
    },
    discard: (entry) => discard(needs, entry),
    async close() {
      await hasher.close();
      await Promise.all(index.all().map(({ written }) => written));
    },
  };
}

function place(
  { folders, index }: KeptFilesNeeds,
  hasher: Hasher,
  file: StoredFile,
  usedAt: number,
): void {
  const entry = index.put(file, join(folders.files, file.id), usedAt);
  if (!isHashed(file)) hasher.add(entry);
}

const isHashed = ({ sha256, crc32 }: StoredFile) => sha256 !== null && crc32 !== null;

function save({ warn }: KeptFilesNeeds, entry: Entry): Promise<void> {
  entry.written = entry.written.then(async () => {
    if (entry.isGone) return;
    try {
      await writeRecord(entry.folder, { ...entry.file, usedAt: entry.usedAt });
    } catch (cause) {
      // The file stays usable; after a restart its old record counts.
      if (!entry.isGone) warn('the record of a kept file could not be changed', cause);
    }
  });
  return entry.written;
}

async function put(
  needs: KeptFilesNeeds,
  hasher: Hasher,
  path: string,
  file: StoredFile,
): Promise<void> {
  const { clock, folders, newId, warn } = needs;
  const usedAt = clock.now();
  const draft = join(folders.work, newId());
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeRecord(draft, { ...file, usedAt });
    await rename(path, join(draft, 'media'));
    await rename(draft, join(folders.files, file.id));
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch((cause) =>
      warn('a file that could not be kept could not be removed', cause),
    );
    throw asStorageError(error);
  }
  place(needs, hasher, file, usedAt);
}

async function read(
  { clock, index, warn }: KeptFilesNeeds,
  entry: Entry,
  range: ByteRange,
  network: string,
): Promise<AsyncIterable<Uint8Array>> {
  const pace = createReadPace(clock);
  let reading: Reading | null = null;
  const reader: Reader = { network, isSlow: pace.isSlow, cut: async () => reading?.cut() };
  // Registered before the file is open, so that it cannot be evicted meanwhile.
  index.startReading(entry, reader);
  const file = await open(join(entry.folder, 'media'), 'r').catch((error: unknown) => {
    index.stopReading(entry, reader);
    if (isMissing(error)) throw new AppError('expired', { cause: error });
    throw asStorageError(error);
  });
  let cancelTimeout: () => void = () => undefined;
  const opened = readRange(file, range, {
    onRead: pace.count,
    onClosed() {
      cancelTimeout();
      index.use(entry, clock.now());
      index.stopReading(entry, reader);
    },
  });
  reading = opened;
  cancelTimeout = clock.after(FIRST_READ_TIMEOUT_MS, () => {
    opened.giveUp().catch((cause) => warn('a file could not be closed', cause));
  });
  return opened.pieces;
}

async function discard({ index }: KeptFilesNeeds, entry: Entry): Promise<void> {
  if (!index.remove(entry)) return;
  await entry.written;
  try {
    await rm(entry.folder, { recursive: true, force: true });
  } catch (error) {
    throw asStorageError(error);
  }
}
