// What the store holds, in memory: found by id and by work, and in the order in which it may have to go.
import type { StoredFile } from '../../core/files/stored-file.ts';

/** Somebody who reads a file. */
export type Reader = {
  /** The rate key of the network they are in. */
  readonly network: string;
  readonly isSlow: () => boolean;
  /** Ends the reading, with an error for the reader; fulfilled once the file is closed. */
  readonly cut: () => Promise<void>;
};

/** One finished file. Off the shelf (`isGone`) it lives on for those who read it. */
export type Entry = {
  file: StoredFile;
  /** Epoch milliseconds, for the order after a restart. */
  usedAt: number;
  readonly readers: Set<Reader>;
  isGone: boolean;
  readonly folder: string;
  /** Fulfilled when the last change of the record is on the disk. */
  written: Promise<void>;
};

/** The entries of one store. */
export type FileIndex = ReturnType<typeof createFileIndex>;

/** An empty shelf. */
export function createFileIndex() {
  // In the order of use, the one that nobody used for longest first.
  const entries = new Map<string, Entry>();
  const serials = new WeakMap<Entry, number>();
  let serial = 0;
  let bytes = 0;

  return {
    /** Everything that takes room, files included that are gone but still read. */
    bytes: () => bytes,
    all: (): readonly Entry[] => [...entries.values()],
    get: (id: string): Entry | undefined => entries.get(id),

    put(file: StoredFile, folder: string, usedAt: number): Entry {
      const written = Promise.resolve();
      const readers = new Set<Reader>();
      const entry: Entry = { file, usedAt, readers, isGone: false, folder, written };
      entries.set(file.id, entry);
      serial += 1;
      serials.set(entry, serial);
      bytes += file.bytes;
      return entry;
    },

    /** The one of this work that was put here last and has not come to its end at `nowMs`. */
    newestOf(workKey: string, nowMs: number): Entry | undefined {
      let newest: Entry | undefined;
      for (const entry of entries.values()) {
        const { file } = entry;
        if (file.workKey !== workKey || file.expiresAt <= nowMs) continue;
        if (!newest || (serials.get(entry) ?? 0) > (serials.get(newest) ?? 0)) newest = entry;
      }
      return newest;
    },

    /** Makes it the last to go. */
    use(entry: Entry, nowMs: number): void {
      entry.usedAt = nowMs;
      if (entries.delete(entry.file.id)) entries.set(entry.file.id, entry);
    },

    /** Takes it off the shelf; false when it was off already. */
    take(entry: Entry): boolean {
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
