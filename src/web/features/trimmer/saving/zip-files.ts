// One ZIP file of the new files, put together in this browser: they never leave it.
import { crc32 } from '../../../../shared/archives/crc32.ts';
import { type ZipMember, zipLayout } from '../../../../shared/archives/zip.ts';

/** A file with its name in the archive. */
export type ZipFile = { readonly name: string; readonly file: Blob };

/** Makes the archive. The files are read once, for their sums; the archive then refers to them instead of holding copies. */
export async function zipOf(
  files: readonly ZipFile[],
  modifiedAt: number,
  signal: AbortSignal,
): Promise<Blob> {
  const members: ZipMember[] = [];
  for (const { name, file } of files)
    members.push({ name, size: file.size, crc32: await sumOf(file, signal), modifiedAt });
  const pieces = zipLayout(members).pieces.map((piece) =>
    piece.kind === 'bytes' ? Uint8Array.from(piece.bytes) : (files[piece.index]?.file ?? ''),
  );
  return new Blob(pieces, { type: 'application/zip' });
}

async function sumOf(file: Blob, signal: AbortSignal): Promise<number> {
  let sum = 0;
  const reader = file.stream().getReader();
  for (let next = await reader.read(); next.value; next = await reader.read()) {
    signal.throwIfAborted();
    sum = crc32(next.value, sum);
  }
  return sum;
}
