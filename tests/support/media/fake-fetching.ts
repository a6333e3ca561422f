// A fake of the port's Fetching for tests: the bytes of a real file, handed out in order, held back or broken off midway.
import { readFile, stat } from 'node:fs/promises';
import type { Fetching } from '../../../src/core/jobs/ports.ts';

/** What happens halfway through the file. */
export type HalfwayFake = {
  /** The second half is handed out, and `done` fulfilled, only after this. */
  readonly hold?: Promise<unknown>;
  /** Instead of the second half. */
  readonly failure?: Error;
};

const CHUNK_BYTES = 64 * 1024;

/** A {@link Fetching} of the file at `path`. Without `halfway` it is done from the start. */
export function fakeFetching(path: string, halfway: HalfwayFake = {}): Fetching {
  const done = (async () => {
    const { size: bytes } = await stat(path);
    await halfway.hold;
    if (halfway.failure) throw halfway.failure;
    return { path, bytes, mayHaveGaps: false };
  })();
  done.catch(() => undefined); // like the real one: only those that await it see the error
  return {
    done,
    read: () => readFake(path, halfway),
    readAt: async (from, to) => (await readFile((await done).path)).subarray(from, to),
    want: () => undefined,
  };
}

async function* readFake(path: string, halfway: HalfwayFake): AsyncGenerator<Uint8Array> {
  const bytes = await readFile(path);
  const chunkBytes = Math.max(1, Math.min(CHUNK_BYTES, Math.ceil(bytes.length / 16)));
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    if (at >= bytes.length / 2) {
      await halfway.hold;
      if (halfway.failure) throw halfway.failure;
    }
    yield bytes.subarray(at, at + chunkBytes);
  }
}
