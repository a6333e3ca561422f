// The size of one flat folder, for the operators' cockpit.
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../core/files/disk-error.ts';

/** Total bytes of the files directly in `folder`; 0 when it does not exist. Files may come and go meanwhile. */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder).catch(orIfMissing<string[]>([]))) {
    const stat = await lstat(join(folder, name)).catch(orIfMissing(null));
    if (stat?.isFile()) bytes += stat.size;
  }
  return bytes;
}

function orIfMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (isMissing(error)) return value;
    throw error;
  };
}
