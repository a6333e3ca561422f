// Puts a finished build where the server looks for it.
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';

/** Two renames, so that a running server never serves half of a build. What was there goes to `old`. */
export async function putInPlace(made: string, target: string, old: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  await rename(target, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(made, target);
}
