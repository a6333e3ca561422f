// Keeps the last bytes of a stream that may never end; used by run.ts for what children print.

/** A buffer of bounded size. */
export type Tail = {
  /** Takes a chunk and forgets the oldest bytes beyond the bound. */
  readonly push: (chunk: Buffer) => void;
  /** What is kept, as text; a character that the bound cut in two shows as U+FFFD. */
  readonly text: () => string;
};

/** An empty {@link Tail} of at most `maxBytes`. */
export function createTail(maxBytes: number): Tail {
  const chunks: Buffer[] = [];
  let total = 0;
  return {
    push(chunk) {
      // A copy, so that one small piece does not keep a whole read buffer alive.
      chunks.push(Buffer.from(chunk.subarray(Math.max(0, chunk.length - maxBytes))));
      total += Math.min(chunk.length, maxBytes);
      while (chunks[0] && total - chunks[0].length >= maxBytes)
        total -= chunks.shift()?.length ?? 0;
    },
    text: () => Buffer.concat(chunks).subarray(-maxBytes).toString('utf8'),
  };
}
