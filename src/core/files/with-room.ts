// Reserves disk space for what arrives, step by step, so that nothing is removed for bytes that never come.

const STEP_BYTES = 4 * 1024 * 1024;

/** Passes pieces on once there is room for them; `reserved` bytes have theirs already, and `extend` reserves more. */
export async function* withRoom(
  pieces: AsyncIterable<Uint8Array>,
  reserved: number,
  extend: (bytes: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let room = reserved;
  let arrived = 0;
  for await (const piece of pieces) {
    arrived += piece.length;
    if (arrived > room) {
      const step = Math.max(STEP_BYTES, arrived - room);
      await extend(step);
      room += step;
    }
    yield piece;
  }
}
