// Files that are given to visitors while they still arrive: all but their end, which waits for the check.
import { AppError } from '../../shared/errors.ts';
import type { Probe } from './checking/find-fault.ts';
import type { FileStore } from './ports.ts';
import type { ByteRange, Receipt, StoredFile } from './stored-file.ts';

/** A file whose length and bytes are settled while its sources arrive. */
export type ArrivingFile = {
  readonly bytes: number;
  /** Strong, with its quotes; files with other bytes have other ones. */
  readonly etag: string;
  /** By its index. */
  readonly probe: Probe;
  /** Whether its edit list hides pictures from before its part. Default: it does not. */
  readonly hidesLead?: boolean;
  /** Without the bytes from here on, no player takes it for a whole file. */
  readonly heldFrom: number;
  /** Bytes from `from` on, at least one and none from `to` on, as soon as they are there. Fetches them first while they are not. */
  readonly read: (from: number, to: number) => Promise<Uint8Array>;
};

/** An early file as its visitors know it: plain data. */
export type EarlyFile = {
  readonly id: string;
  readonly bytes: number;
  readonly etag: string;
  /** What its index says, before the check. */
  readonly receipt: Receipt;
  /** The address of the server that has it, for other servers; left out where they share no jobs. */
  readonly at?: string;
};

/** The bytes of a file, or of a part of it, that arrives at another server. Throws AppError `expired` where it is none any more. */
export type OpenElsewhere = (
  file: EarlyFile,
  range: ByteRange | null,
) => Promise<AsyncIterable<Uint8Array>>;

/** The early files of this process. */
export type EarlyFiles = {
  /** Adds a file; null for one that failed its check before, whose bytes a visitor may have in part. */
  readonly add: (file: ArrivingFile, receipt: Receipt) => OfferedFile | null;
  readonly includes: (id: string) => boolean;
  /** The bytes of a file, or of a part of it. Throws AppError `expired` where it is none any more, or fails its check meanwhile. */
  readonly open: (
    id: string,
    range: ByteRange | null,
    network: string,
  ) => AsyncIterable<Uint8Array>;
};

/** A file that was added. Readers get the rest of one that is kept; they are ended where it is `dropped`, or `failed` its check. */
export type OfferedFile = {
  readonly file: EarlyFile;
  readonly end: (how: StoredFile | 'dropped' | 'failed') => void;
};

type Entry = {
  readonly file: ArrivingFile;
  /** Rejects where the file is not kept. */
  readonly kept: Promise<StoredFile>;
  hasEnded: boolean;
};

const PIECE_BYTES = 256 * 1024;
/** How many files that failed are remembered. */
const MOST_FAILED = 1000;

/** Starts with none. `newId` returns unique names; `at` is what the files say of this server. */
export function createEarlyFiles({
  files,
  newId,
  at,
}: {
  readonly files: Pick<FileStore, 'open'>;
  readonly newId: () => string;
  readonly at?: string;
}): EarlyFiles {
  const entries = new Map<string, Entry>();
  const failed = new Set<string>();
  return {
    add(file, receipt) {
      const { bytes, etag } = file;
      if (failed.has(etag)) return null;
      const id = newId();
      const { promise: kept, resolve, reject } = Promise.withResolvers<StoredFile>();
      // There may be no reader.
      kept.catch(() => undefined);
      const entry = { file, kept, hasEnded: false };
      entries.set(id, entry);
      return {
        file: { id, bytes, etag, receipt, ...(at !== undefined && { at }) },
        end(how) {
          if (!entries.delete(id)) return;
          entry.hasEnded = true;
          if (typeof how !== 'string') return resolve(how);
          if (how === 'failed') failed.add(etag);
          for (const oldest of failed) if (failed.size > MOST_FAILED) failed.delete(oldest);
          reject(new AppError('expired', { detail: 'it ended before it was whole' }));
        },
      };
    },
    includes: (id) => entries.has(id),
    open(id, range, network) {
      const entry = entries.get(id);
      if (!entry) throw new AppError('expired');
      return readEntry(entry, range ?? { start: 0, end: entry.file.bytes - 1 }, (rest, kept) =>
        files.open(kept.id, rest, network),
      );
    },
  };
}

/** Reads on from the kept file where the sources cannot be read any more, which end with their job, and at the end. */
async function* readEntry(
  entry: Entry,
  { start, end }: ByteRange,
  open: (rest: ByteRange, kept: StoredFile) => Promise<AsyncIterable<Uint8Array>>,
): AsyncGenerator<Uint8Array> {
  const { file, kept } = entry;
  for (let at = start; at <= end; ) {
    const to = Math.min(end + 1, file.heldFrom, at + PIECE_BYTES);
    const mayRead = at < to && !entry.hasEnded;
    const piece = mayRead ? await file.read(at, to).catch(() => null) : null;
    // A source that was fetched again may be shorter than it was.
    if (!piece?.length || entry.hasEnded) {
      yield* await open({ start: at, end }, await kept);
      return;
    }
    at += piece.length;
    yield piece;
  }
}
