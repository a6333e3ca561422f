// Caches what the lab has made with ffmpeg, by the hash of its recipe, atomically, and made once at a time.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where this machine keeps what any clone of the project has made. */
export const MEDIA_CACHE: string = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'keepreel/lab',
);

/** Files and folders by their recipes. */
export type MediaCache = {
  /**
   * Returns the path of what `make` wrote for `asked` (plain data), with `ending` after its hash. `make` receives a new
   * name beside it and may write a file or a folder there, which is renamed when it is done.
   */
  readonly keep: (
    asked: unknown,
    ending: string,
    make: (path: string) => Promise<void>,
  ) => Promise<string>;
};

/** Creates a cache in `folder`, and the folder if it is missing. `version` is part of every hash. */
export function createMediaCache(folder: string, version: () => Promise<string>): MediaCache {
  const root = resolve(folder);
  const making = new Map<string, Promise<string>>();

  async function find(asked: unknown, ending: string, make: (path: string) => Promise<void>) {
    const text = JSON.stringify([await version(), asked]);
    const name = createHash('sha256').update(text).digest('hex').slice(0, 24);
    const path = join(root, `${name}${ending}`);
    if (await exists(path)) return path;
    await mkdir(root, { recursive: true });
    const unfinished = join(root, `unfinished-${randomUUID()}${ending}`);
    try {
      await make(unfinished);
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      // Another process may have made the same folder meanwhile; a rename does not replace a full one.
      if (!(await exists(path))) throw error;
    }
    return path;
  }

  return {
    keep: (asked, ending, make) => {
      const key = `${ending} ${JSON.stringify(asked)}`;
      const known = making.get(key);
      if (known !== undefined) return known;
      const made = find(asked, ending, make);
      making.set(key, made);
      made.catch(() => making.delete(key));
      return made;
    },
  };
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined; // not made yet
}
