// The folders that works write in, and what was promised to each; used by the store.
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isMissing } from '../../core/files/disk-error.ts';
import type { Workspace } from '../../core/files/ports.ts';

/** Bytes of a block as `stat` counts them, on every file system. */
const BLOCK_BYTES = 512;

type Lent = { readonly folder: string; reserved: number };

/** All folders that are lent out. `promised` is what is still to come, `held` all that they take or may take. */
export type Workspaces = {
  readonly lend: (bytes: number) => Promise<Workspace>;
  readonly count: () => number;
  readonly measure: () => Promise<{ readonly promised: number; readonly held: number }>;
  /** Whether `path` lies in one of them. */
  readonly includes: (path: string) => boolean;
  /** `bytes` of the folder of `path` have left it and are no longer promised. */
  readonly taken: (path: string, bytes: number) => void;
};

/** Lends folders below `root`. */
export function createWorkspaces(needs: {
  readonly root: string;
  readonly newId: () => string;
  readonly warn: (message: string, cause: unknown) => void;
}): Workspaces {
  const all = new Set<Lent>();
  const lentFor = (path: string) => [...all].find(({ folder }) => path.startsWith(folder + sep));

  const giveBack = async (lent: Lent) => {
    try {
      // What still writes there may add a file while the others are removed.
      await rm(lent.folder, { recursive: true, force: true, maxRetries: 3 });
    } catch (cause) {
      needs.warn('the folder of a work could not be removed', cause);
    }
    all.delete(lent);
  };

  return {
    async lend(bytes) {
      const lent: Lent = { folder: join(needs.root, needs.newId()), reserved: bytes };
      await mkdir(lent.folder, { mode: 0o700 });
      all.add(lent);
      let removing: Promise<void> | undefined;
      return {
        folder: lent.folder,
        remove: () => {
          removing ??= giveBack(lent);
          return removing;
        },
      };
    },
    count: () => all.size,
    async measure() {
      let promised = 0;
      let held = 0;
      for (const { folder, reserved } of all) {
        const written = await bytesBelow(folder);
        promised += Math.max(0, reserved - written);
        held += Math.max(reserved, written);
      }
      return { promised, held };
    },
    includes: (path) => lentFor(path) !== undefined,
    taken(path, bytes) {
      const lent = lentFor(path);
      if (lent) lent.reserved = Math.max(0, lent.reserved - bytes);
    },
  };
}

/** What files take on the disk, not what they seem to: a part is made at full length and filled piece by piece. */
async function bytesBelow(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(goneIs<string[]>([]));
  let bytes = 0;
  for (const name of names) {
    const { blocks } = await lstat(join(folder, name)).catch(goneIs({ blocks: 0 }));
    bytes += blocks * BLOCK_BYTES;
  }
  return bytes;
}

/** Files come and go while they are counted. */
function goneIs<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (isMissing(error)) return value;
    throw error;
  };
}
