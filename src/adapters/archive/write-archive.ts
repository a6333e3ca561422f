// Writes a backup: a tar file with a manifest at its end, under a name of its own until it is whole.
import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ARCHIVE_FORMAT, MANIFEST, type Manifest, type ManifestEntry } from './manifest.ts';
import { BLOCK_BYTES, paddingAfter, writeHeader } from './tar-header.ts';

/** Adds an entry; its content may be of any length, and each piece is done with when the next one is asked for. `rowsOf` is asked once it was read. */
export type AddEntry = (
  name: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  rowsOf?: () => number,
) => Promise<void>;

/**
 * Writes the archive `path`, for this user only, with what `fill` adds; answers its manifest. It is on the disk when the
 * call is done, and what failed leaves nothing. Throws what the file system and `fill` throw; a file that is there already
 * is replaced.
 */
export async function writeArchive(
  path: string,
  facts: Omit<Manifest, 'format' | 'entries'>,
  fill: (add: AddEntry) => Promise<void>,
): Promise<Manifest> {
  const draft = `${path}.${randomBytes(8).toString('hex')}.part`;
  const file = await open(draft, 'wx', 0o600);
  try {
    const manifest = await writeEntries(file, facts, fill);
    await file.sync();
    await rename(draft, path);
    await syncFolder(dirname(path));
    return manifest;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function writeEntries(
  file: FileHandle,
  facts: Omit<Manifest, 'format' | 'entries'>,
  fill: (add: AddEntry) => Promise<void>,
): Promise<Manifest> {
  const modifiedSeconds = Math.floor(facts.createdAt / 1000);
  const entries: ManifestEntry[] = [];
  let position = 0;

  const add: AddEntry = async (name, content, rowsOf) => {
    const hash = createHash('sha256');
    const start = position + BLOCK_BYTES;
    let bytes = 0;
    for await (const piece of content) {
      hash.update(piece);
      await writeAt(file, piece, start + bytes);
      bytes += piece.length;
    }
    // Only now is its length known.
    await writeAt(file, writeHeader({ name, bytes, modifiedSeconds }), position);
    await writeAt(file, Buffer.alloc(paddingAfter(bytes)), start + bytes);
    position = start + bytes + paddingAfter(bytes);
    entries.push({
      name,
      bytes,
      sha256: hash.digest('hex'),
      ...(rowsOf ? { rows: rowsOf() } : {}),
    });
  };

  await fill(add);
  const manifest: Manifest = { format: ARCHIVE_FORMAT, ...facts, entries: [...entries] };
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await add(MANIFEST.name, [text]);
  await add(MANIFEST.digestName, [Buffer.from(createHash('sha256').update(text).digest('hex'))]);
  await writeAt(file, Buffer.alloc(2 * BLOCK_BYTES), position);
  return manifest;
}

async function writeAt(file: FileHandle, piece: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < piece.length; ) {
    const { bytesWritten } = await file.write(piece, done, piece.length - done, position + done);
    done += bytesWritten;
  }
}

/** A rename is only certain once its folder is on the disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
