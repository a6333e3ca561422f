// Keeps the hashed files of the last build for one more, so that a tab that was open meanwhile still finds its scripts.
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The files that a build made itself, without those it kept. */
const LIST = 'assets.json';

/** Copies into `made` what the build in `target` had made itself; a build of before that is forgotten. */
export async function keepOldAssets(target: string, made: string): Promise<void> {
  const own = await readdir(path.join(made, 'assets'));
  await writeFile(path.join(made, LIST), JSON.stringify(own));
  const before: readonly string[] = await readFile(path.join(target, LIST), 'utf8').then(
    (text) => JSON.parse(text),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const kept = before.filter((file) => !own.includes(file));
  await Promise.all(
    kept.map((file) =>
      copyFile(path.join(target, 'assets', file), path.join(made, 'assets', file)),
    ),
  );
}
