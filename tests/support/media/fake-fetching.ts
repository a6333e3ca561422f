// A fake of the port's Fetching for tests: the bytes of a real file, handed out in order, held back or broken off midway.
import { open, readFile, stat } from 'node:fs/promises';
import {
  type Fetching,
  type MovedBytes,
  type Part,
  WHOLE_SOURCE,
} from '../../../src/core/jobs/ports.ts';

/** What happens halfway through the file. */
export type HalfwayFake = {
  /**
   * The second half is handed out, and `done` fulfilled, only after this. `fed`: the last piece of the file, and only
   * once a program was fed all others, so that it surely works while the file arrives.
   */
  readonly hold?: Promise<unknown> | 'fed';
  /** Instead of the second half. */
  readonly failure?: Error;
};

const CHUNK_BYTES = 64 * 1024;

/** A {@link Fetching} of which no byte ever arrives. */
export function silentFetching(done: Promise<Part> = new Promise(() => undefined)): Fetching {
  const never = () => new Promise<never>(() => undefined);
  return {
    done,
    totalBytes: never(),
    part: Promise.resolve(WHOLE_SOURCE),
    async *read() {
      // No byte arrives.
    },
    readAt: never,
    readSome: never,
    want: () => undefined,
    moveTo: never,
  };
}

/** A {@link Fetching} of the file at `path`. Without `halfway` it is done from the start. */
export function fakeFetching(path: string, { hold, failure }: HalfwayFake = {}): Fetching {
  const fed = Promise.withResolvers<void>();
  const pass = async () => {
    await (hold === 'fed' ? fed.promise : hold);
    if (failure) throw failure;
  };
  let isDone = false;
  let moved: MovedBytes | null = null;
  const copy = async () => {
    if (!moved) return;
    const [bytes, file] = await Promise.all([readFile(path), open(moved.path, 'r+')]);
    for (const { from, to, at } of moved.extents)
      await file.write(bytes, from, Math.min(to, bytes.length) - from, at);
    await file.close();
  };
  const done = (async () => {
    const { size: bytes } = await stat(path);
    await pass();
    isDone = true;
    await copy();
    return { path, bytes, mayHaveGaps: false };
  })();
  const totalBytes = done.then(({ bytes }) => bytes);
  // Like the real one: only those that await them see the error.
  for (const each of [done, totalBytes]) each.catch(() => undefined);
  async function* read(how?: 'lent'): AsyncGenerator<Uint8Array> {
    const bytes = await readFile(path);
    const chunkBytes = Math.max(1, Math.min(CHUNK_BYTES, Math.ceil(bytes.length / 16)));
    const heldFrom = hold === 'fed' ? bytes.length - chunkBytes : bytes.length / 2;
    try {
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        // Only a program is lent pieces.
        if (at >= heldFrom && how === 'lent') fed.resolve();
        if (at >= heldFrom) await pass();
        yield bytes.subarray(at, at + chunkBytes);
      }
    } finally {
      // It may have seen enough.
      if (how === 'lent') fed.resolve();
    }
  }
  const readAt = async (from: number, to: number) =>
    (await readFile((await done).path)).subarray(from, to);
  return {
    done,
    totalBytes,
    part: Promise.resolve(WHOLE_SOURCE),
    read,
    readAt,
    readSome: readAt,
    want: () => undefined,
    // Its own file keeps them.
    async moveTo(next) {
      moved = next;
      if (isDone) await copy();
    },
  };
}
