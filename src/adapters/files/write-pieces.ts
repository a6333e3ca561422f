// Writes what arrives to a new file, up to a size.
import { open } from 'node:fs/promises';
import { asStorageError } from '../../core/files/disk-error.ts';
import { AppError } from '../../shared/errors.ts';

/**
 * Writes the pieces in order to a file that must not exist yet. Throws AppError `body_too_large`, `server_full` or
 * `storage_failed`, and what `pieces` throws.
 */
export async function writePieces(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ readonly path: string; readonly bytes: number }> {
  const file = await open(path, 'wx', 0o600).catch(throwStorageError);
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > maxBytes) throw new AppError('body_too_large');
      await file.appendFile(piece).catch(throwStorageError);
    }
  } finally {
    await file.close().catch(throwStorageError);
  }
  return { path, bytes };
}

function throwStorageError(error: unknown): never {
  throw asStorageError(error);
}
