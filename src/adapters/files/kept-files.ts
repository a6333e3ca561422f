// The shelf and the disk in step: putting a file there, changing its record, reading it and taking it away.
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../core/async/clock.ts';
import { asStorageError, isMissing } from '../../core/files/disk-error.ts';
import type { ByteRange, StoredFile } from '../../core/files/stored-file.ts';
import { AppError } from '../../shared/errors.ts';
import type { Entry, FileIndex, Reader } from './file-index.ts';
import { createHasher } from './hash-files.ts';
import type { Folders } from './open-folders.ts';
import { createReadPace } from './read-pace.ts';
import { type Reading, readRange } from './read-range.ts';
import { writeRecord } from './record.ts';

/** How long an opened file waits for its reader, in milliseconds. */
const START_WITHIN_MS = 60_000;

/** Works on `shelf` and its folders; throws AppErrors. A digest that is not known yet is computed in the background. */
export function createKeptFiles(needs: {
  readonly folders: Folders;
  readonly shelf: FileIndex;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly warn: (message: string, cause: unknown) => void;
}) {
  const { folders, shelf, clock, newId, warn } = needs;

  const save = (entry: Entry): Promise<void> => {
    entry.written = entry.written.then(async () => {
      if (entry.isGone) return;
      try {
        await writeRecord(entry.folder, { ...entry.file, usedAt: entry.usedAt });
      } catch (cause) {
        // The file is good all the same; after a restart it is as its record was.
        if (!entry.isGone) warn('the record of a kept file could not be changed', cause);
      }
    });
    return entry.written;
  };

  const hasher = createHasher({
    done: (entry, sha256) => {
      entry.file = { ...entry.file, sha256 };
      void save(entry);
    },
    warn,
  });

  const place = (file: StoredFile, usedAt: number): Entry => {
    const entry = shelf.put(file, join(folders.files, file.id), usedAt);
    if (file.sha256 === null) hasher.add(entry);
    return entry;
  };

  return {
    /** Puts a file here that lies in its folder already. */
    place,
    save,

    /** Moves the file at `path` to where it belongs; the last step is one rename, and before it nothing is to be seen. */
    async put(path: string, file: StoredFile): Promise<void> {
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
      place(file, usedAt);
    },

    /** Opens a part of it. It counts as read until it is closed, at the latest when nobody began to read for a minute. */
    async read(
      entry: Entry,
      range: ByteRange,
      network: string,
    ): Promise<AsyncIterable<Uint8Array>> {
      const pace = createReadPace(clock);
      let reading: Reading | null = null;
      const reader: Reader = {
        network,
        isSlow: pace.isSlow,
        cut: async () => reading?.cut(),
      };
      // Before it is open, so that it cannot go meanwhile.
      shelf.startReading(entry, reader);
      const file = await open(join(entry.folder, 'media'), 'r').catch((error: unknown) => {
        shelf.stopReading(entry, reader);
        if (isMissing(error)) throw new AppError('expired', { cause: error });
        throw asStorageError(error);
      });
      let forget: () => void = () => undefined;
      const opened = readRange(file, range, {
        onRead: pace.count,
        onClosed() {
          forget();
          shelf.use(entry, clock.now());
          shelf.stopReading(entry, reader);
        },
      });
      reading = opened;
      forget = clock.after(START_WITHIN_MS, () => {
        opened.giveUp().catch((cause) => warn('a file could not be closed', cause));
      });
      return opened.pieces;
    },

    /** Takes it away; whoever reads it may read to its end, unless that one is cut off. */
    async discard(entry: Entry): Promise<void> {
      if (!shelf.take(entry)) return;
      await entry.written;
      try {
        await rm(entry.folder, { recursive: true, force: true });
      } catch (error) {
        throw asStorageError(error);
      }
    },

    /** Ends the work in the background. */
    async close(): Promise<void> {
      await hasher.close();
      await Promise.all(shelf.all().map(({ written }) => written));
    },
  };
}
