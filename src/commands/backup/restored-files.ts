// Writes the files of a backup to a temporary folder, and moves them to their places without replacing anything.
import { link, mkdir, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';

/** Moved files; `undo` removes them again. */
export type MovedFiles = { readonly undo: () => Promise<void> };

/** Writes one file below `folder`, readable by this user only; `name` has at most one folder in it. */
export async function writeFileInto(
  folder: string,
  name: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const target = path.join(folder, name);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const file = await open(target, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Moves everything in `from` into `to`. Throws when a name exists there; then nothing has moved. */
export async function moveFiles(from: string, to: string): Promise<MovedFiles> {
  const moved: string[] = [];
  const undo = async () => {
    for (const one of moved) await rm(one, { recursive: true, force: true });
  };
  try {
    for (const entry of await readdir(from, { withFileTypes: true })) {
      const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
      if (entry.isDirectory()) {
        // Replaces an empty folder at most.
        await rename(source, target);
      } else {
        await link(source, target);
        await unlink(source);
      }
      moved.push(target);
    }
    const folder = await open(to, 'r');
    await folder.sync().finally(() => folder.close());
    return { undo };
  } catch (error) {
    await undo();
    throw error;
  }
}
