// Where the bytes of a part are on disk: in a file of its own, or moved into another file, each range at a place of its own.
import { type FileHandle, open } from 'node:fs/promises';
import type { Extent, MovedBytes } from '../../../core/jobs/ports.ts';
import { firstIndexWhere } from '../../../shared/first-index.ts';
import type { Interval } from './byte-map.ts';
import { writeAll } from './write-all.ts';

/** The storage. Throws file system errors. */
export type PartStorage = {
  /** Until it is closed. */
  readonly write: (position: number, pieces: readonly Uint8Array[]) => Promise<void>;
  readonly reader: () => StorageReader;
  /** Copies those bytes of `stored` whose place changes. Neither written nor moved meanwhile, but read. */
  readonly moveTo: (moved: MovedBytes | null, stored: readonly Interval[]) => Promise<void>;
  /** Truncates the file of the part to `total`, unless that is null, and closes it. */
  readonly close: (total: number | null) => Promise<void>;
};

/** Reads bytes from where they are, also once the storage is closed. */
export type StorageReader = {
  /** Fills `bytes` from `position` on; resolves with how many there were. */
  readonly read: (position: number, bytes: Uint8Array) => Promise<number>;
  readonly close: () => Promise<void>;
};

const COPY_BYTES = 256 * 1024;

/** Creates the file of the part, or truncates it to nothing. */
export async function createPartStorage(path: string): Promise<PartStorage> {
  const file = await open(path, 'w+', 0o600);
  let isClosed = false;
  let moved: Moved | null = null;

  function reader(): StorageReader {
    let again: FileHandle | null = null;
    const readSome = async (position: number, bytes: Uint8Array) => {
      const { target, shift, end } = locate(moved, position);
      const some = bytes.subarray(0, end - position);
      if (isClosed && !target) again ??= await open(path, 'r');
      const handle: FileHandle = target ?? again ?? file;
      return (await handle.read(some, 0, some.length, position + shift)).bytesRead;
    };
    return {
      async read(position, bytes) {
        for (let filled = 0; ; ) {
          const count = await readSome(position + filled, bytes.subarray(filled));
          filled += count;
          if (count === 0 || filled === bytes.length) return filled;
        }
      },
      close: async () => again?.close(),
    };
  }

  return {
    async write(position, pieces) {
      let at = position;
      for (let rest = pieces; rest.length > 0; ) {
        const { target, shift, end } = locate(moved, at);
        const [here, further] = splitAt(rest, end - at);
        await writeAll(target ?? file, at + shift, here);
        at = end;
        rest = further;
      }
    },
    reader,
    async moveTo(next, stored) {
      const before = moved;
      const target = next && (await open(next.path, 'r+'));
      const own = isClosed && !next ? await open(path, 'r+') : null;
      const from = reader();
      try {
        for (const { from: start, to: end, at } of (next ?? moved)?.extents ?? []) {
          const shift = target ? at - start : 0;
          for (const there of stored) {
            const [first, to] = [Math.max(start, there.start), Math.min(end, there.end)];
            await copy(from, first, to, (position, bytes) =>
              writeAll(target ?? own ?? file, position + shift, [bytes]),
            );
          }
        }
        moved = target && next && { target, extents: next.extents };
        if (next?.signal.aborted) await target?.close();
        else next?.signal.addEventListener('abort', () => void target?.close(), { once: true });
      } finally {
        const unused = moved === before ? target : before?.target;
        await Promise.all([from.close(), own?.close(), unused?.close()]);
      }
    },
    async close(total) {
      isClosed = true;
      try {
        if (total !== null) await file.truncate(total);
      } finally {
        await file.close();
      }
    },
  };
}

async function copy(
  { read }: StorageReader,
  from: number,
  to: number,
  write: (position: number, bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  for (let at = from; at < to; ) {
    const block = Buffer.allocUnsafeSlow(Math.min(COPY_BYTES, to - at));
    const count = await read(at, block);
    if (count === 0) throw new Error('the file is shorter than its map');
    await write(at, block.subarray(0, count));
    at += count;
  }
}

type Moved = { readonly target: FileHandle; readonly extents: readonly Extent[] };

type Place = {
  readonly target: FileHandle | null;
  readonly shift: number;
  readonly end: number;
};

/** Where the byte at `position` is, and those behind it up to `end`: `shift` bytes further on in `target`, or in the part's own file. */
function locate(moved: Moved | null, position: number): Place {
  const { target = null, extents = [] } = moved ?? {};
  const extent = extents[firstIndexWhere(extents, ({ to }) => to > position)];
  if (!extent) return { target: null, shift: 0, end: Number.POSITIVE_INFINITY };
  if (position < extent.from) return { target: null, shift: 0, end: extent.from };
  return { target, shift: extent.at - extent.from, end: extent.to };
}

/** The first `bytes` bytes of these pieces, and the rest. Copies nothing. */
function splitAt(
  pieces: readonly Uint8Array[],
  bytes: number,
): readonly [Uint8Array[], Uint8Array[]] {
  const [first, rest]: [Uint8Array[], Uint8Array[]] = [[], []];
  let left = bytes;
  for (const piece of pieces) {
    if (left > 0) first.push(piece.subarray(0, left));
    if (left < piece.length) rest.push(piece.subarray(Math.max(0, left)));
    left -= piece.length;
  }
  return [first, rest];
}
