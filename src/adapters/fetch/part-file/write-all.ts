// Writes pieces at a position until all of them are written: the system may write fewer bytes than requested.
import type { FileHandle } from 'node:fs/promises';

/** Writes without copying. Throws file system errors. */
export async function writeAll(
  handle: FileHandle,
  position: number,
  pieces: readonly Uint8Array[],
): Promise<void> {
  let rest = [...pieces];
  let place = position;
  while (rest.length > 0) {
    let { bytesWritten } = await handle.writev(rest, place);
    if (bytesWritten === 0) throw new Error('nothing could be written');
    place += bytesWritten;
    const left: Uint8Array[] = [];
    for (const piece of rest) {
      if (bytesWritten < piece.length) left.push(piece.subarray(bytesWritten));
      bytesWritten = Math.max(0, bytesWritten - piece.length);
    }
    rest = left;
  }
}
