// Keeps the last bytes of an endless stream, for the output of children.

/** A buffer of bounded size. */
export type Tail = {
  /** Appends a chunk and drops the oldest bytes beyond the limit. */
  readonly push: (chunk: Buffer) => void;
  /** The kept bytes as text; a character cut by the limit becomes U+FFFD. */
  readonly text: () => string;
};

/** Creates an empty {@link Tail} of at most `maxBytes`. */
export function createTail(maxBytes: number): Tail {
  const chunks: Buffer[] = [];
  let total = 0;
  return {
    push(chunk) {
      // A copy, so that a small piece does not keep a whole read buffer alive.
      chunks.push(Buffer.from(chunk.subarray(Math.max(0, chunk.length - maxBytes))));
      total += Math.min(chunk.length, maxBytes);
      while (chunks[0] && total - chunks[0].length >= maxBytes)
        total -= chunks.shift()?.length ?? 0;
    },
    text: () => Buffer.concat(chunks).subarray(-maxBytes).toString('utf8'),
  };
}
