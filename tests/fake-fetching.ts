// A fake of the port's Fetching for tests: the bytes of a real file, handed out in order, held back or broken off midway.
import { open, stat } from 'node:fs/promises';
import type { Fetching } from '../src/core/ports.ts';

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
    return { path, bytes, looksHoled: false };
  })();
  done.catch(() => undefined); // as with the real one, whoever waits for it is told
  return { done, read: () => readFake(path, halfway) };
}

async function* readFake(path: string, halfway: HalfwayFake): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const chunkBytes = Math.max(1, Math.min(CHUNK_BYTES, Math.ceil(size / 16)));
    for (let at = 0; at < size; ) {
      if (at >= size / 2) {
        await halfway.hold;
        if (halfway.failure) throw halfway.failure;
      }
      const { buffer, bytesRead } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, at);
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
