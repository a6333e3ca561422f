// Who reads which file through this server.
import type { Clock } from '../../core/async/clock.ts';
import type { ListedFile } from '../../core/files/file-rows.ts';
import { createReadPace, type ReadPace } from '../../core/files/read-pace.ts';

export type Reader = {
  /** The rate key of the client's network. */
  readonly network: string;
  readonly isSlow: () => boolean;
  readonly pace: ReadPace;
  /** Makes further reads fail; replaced when the object is open. */
  cut: () => void;
};

/** A file with its readers here. A removed one (`isGone`) lives on for them. */
export type FileInUse = {
  readonly file: ListedFile;
  readonly readers: Set<Reader>;
  isGone: boolean;
};

export type Readers = ReturnType<typeof createReaders>;

export function createReaders(clock: Clock) {
  const inUse = new Map<string, FileInUse>();
  return {
    ids: (): readonly string[] => [...inUse.keys()],
    isRead: (id: string): boolean => inUse.has(id),
    /** Files that were not removed. */
    present: (): readonly FileInUse[] => [...inUse.values()].filter(({ isGone }) => !isGone),
    /** The bytes of removed files. */
    goneBytes: (): number =>
      [...inUse.values()].reduce((sum, { file, isGone }) => sum + (isGone ? file.bytes : 0), 0),

    start(file: ListedFile, network: string): Reader {
      const entry = inUse.get(file.id) ?? { file, readers: new Set(), isGone: false };
      const pace = createReadPace(clock);
      const reader: Reader = { network, pace, isSlow: pace.isSlow, cut: () => undefined };
      entry.readers.add(reader);
      inUse.set(file.id, entry);
      return reader;
    },
    stop({ id }: ListedFile, reader: Reader): void {
      const entry = inUse.get(id);
      entry?.readers.delete(reader);
      if (entry?.readers.size === 0) inUse.delete(id);
    },
    markGone(id: string): void {
      const entry = inUse.get(id);
      if (entry) entry.isGone = true;
    },
    cutAll(): void {
      for (const { readers } of [...inUse.values()]) for (const { cut } of [...readers]) cut();
    },
  };
}
