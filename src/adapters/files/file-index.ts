// The in-memory index of finished files: by id, by work key, and in the order of their last use.
import { FEW_OWNERS } from '../../core/files/evictable.ts';
import type { StoredFile } from '../../core/files/stored-file.ts';

export type Reader = {
  /** The rate key of the client's network. */
  readonly network: string;
  readonly isSlow: () => boolean;
  /** Makes further reads fail; resolves once the file is closed. */
  readonly cut: () => Promise<void>;
};

/** One finished file. Once removed (`isGone`), it lives on for its current readers. */
export type Entry = {
  file: StoredFile;
  /** Last use in epoch milliseconds, for the order after a restart. */
  usedAt: number;
  readonly readers: Set<Reader>;
  /** The rate keys of the networks that it was made for, as far as they are known. */
  readonly owners: Set<string>;
  isGone: boolean;
  readonly folder: string;
  /** Resolves when the last change of the record is on disk. */
  written: Promise<void>;
};

export type FileIndex = ReturnType<typeof createFileIndex>;

export function createFileIndex() {
  // In the order of their last use, the least recently used one first.
  const entries = new Map<string, Entry>();
  const serials = new WeakMap<Entry, number>();
  let serial = 0;
  let bytes = 0;

  return {
    /** Disk space of all files, including removed ones that are still being read. */
    bytes: () => bytes,
    all: (): readonly Entry[] => [...entries.values()],
    get: (id: string): Entry | undefined => entries.get(id),

    put(file: StoredFile, folder: string, usedAt: number): Entry {
      const written = Promise.resolve();
      const readers = new Set<Reader>();
      const owners = new Set<string>();
      const entry: Entry = { file, usedAt, readers, owners, isGone: false, folder, written };
      entries.set(file.id, entry);
      serial += 1;
      serials.set(entry, serial);
      bytes += file.bytes;
      return entry;
    },

    /** The newest file of a work that has not expired at `nowMs`. */
    newestOf(workKey: string, nowMs: number): Entry | undefined {
      let newest: Entry | undefined;
      for (const entry of entries.values()) {
        const { file } = entry;
        if (file.workKey !== workKey || file.expiresAt <= nowMs) continue;
        if (!newest || (serials.get(entry) ?? 0) > (serials.get(newest) ?? 0)) newest = entry;
      }
      return newest;
    },

    /** Marks a file as the most recently used one. */
    use(entry: Entry, nowMs: number): void {
      entry.usedAt = nowMs;
      if (entries.delete(entry.file.id)) entries.set(entry.file.id, entry);
    },

    /** Marks a file as made for a network. More than a few are not told apart. */
    own({ owners }: Entry, network: string): void {
      if (owners.size <= FEW_OWNERS) owners.add(network);
    },

    /** Removes a file from the index; false if it was removed already. */
    remove(entry: Entry): boolean {
      if (entry.isGone) return false;
      entry.isGone = true;
      entries.delete(entry.file.id);
      if (entry.readers.size === 0) bytes -= entry.file.bytes;
      return true;
    },

    startReading(entry: Entry, reader: Reader): void {
      entry.readers.add(reader);
    },

    stopReading(entry: Entry, reader: Reader): void {
      const wasReading = entry.readers.delete(reader);
      if (wasReading && entry.isGone && entry.readers.size === 0) bytes -= entry.file.bytes;
    },
  };
}
