// A folder as a ZIP file: the same bytes for the same files, whenever it is made.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from '../../src/shared/archives/crc32.ts';
import { zipLayout } from '../../src/shared/archives/zip.ts';

/** The earliest time that the format knows: no clock has a part in the file. */
const ALWAYS = Date.UTC(1980, 0, 1);

/** All files below the folder, in the order of their names. */
export async function zipFolder(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
  const files = await Promise.all(names.map((name) => readFile(path.join(folder, name))));
  const members = files.map((bytes, index) => ({
    name: (names[index] ?? '').replaceAll(path.sep, '/'),
    size: bytes.length,
    crc32: crc32(bytes),
    modifiedAt: ALWAYS,
  }));
  const { pieces } = zipLayout(members);
  return Buffer.concat(
    pieces.map((piece) =>
      piece.kind === 'bytes' ? piece.bytes : (files[piece.index] ?? Buffer.alloc(0)),
    ),
  );
}
