// The folders that jobs write in, and the disk space reserved for each.
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isMissing } from '../../core/files/disk-error.ts';
import type { Workspace } from '../../core/files/ports.ts';
import { writePieces } from './write-pieces.ts';

/** Bytes of a block as `stat` counts them, on every file system. */
const BLOCK_BYTES = 512;

type Lent = { readonly folder: string; reserved: number; readonly onRemoved: (() => void)[] };

/**
 * All workspaces. `promised` is reserved space that is not written yet, `held` all space that they use or may use; of each at most
 * `step` more than is written.
 */
export type Workspaces = {
  readonly lend: (bytes: number) => Promise<Omit<Workspace, 'makeRoom'>>;
  readonly count: () => number;
  readonly measure: (
    step?: number,
  ) => Promise<{ readonly promised: number; readonly held: number }>;
  /** Whether `path` is in one of them. */
  readonly includes: (path: string) => boolean;
  /** Releases the reservation of `bytes` that have left the workspace of `path`; a negative number extends it. */
  readonly taken: (path: string, bytes: number) => void;
  /** Calls `call` when the workspace of `path` is removed. */
  readonly onRemoved: (path: string, call: () => void) => void;
};

/** Creates workspaces below `root`. */
export function createWorkspaces(needs: {
  readonly root: string;
  readonly newId: () => string;
  readonly warn: (message: string, cause: unknown) => void;
}): Workspaces {
  const all = new Set<Lent>();
  const lentFor = (path: string) => [...all].find(({ folder }) => path.startsWith(folder + sep));

  const giveBack = async (lent: Lent) => {
    try {
      // A process that still writes there may add a file while the others are removed.
      await rm(lent.folder, { recursive: true, force: true, maxRetries: 3 });
    } catch (cause) {
      needs.warn('the folder of a work could not be removed', cause);
    }
    all.delete(lent);
    for (const call of lent.onRemoved) call();
  };

  return {
    async lend(bytes) {
      const folder = join(needs.root, needs.newId());
      const lent: Lent = { folder, reserved: bytes, onRemoved: [] };
      await mkdir(lent.folder, { mode: 0o700 });
      all.add(lent);
      let removing: Promise<void> | undefined;
      return {
        folder: lent.folder,
        write: (name, pieces, maxBytes) => writePieces(join(lent.folder, name), pieces, maxBytes),
        remove: () => {
          removing ??= giveBack(lent);
          return removing;
        },
      };
    },
    count: () => all.size,
    async measure(step = Number.POSITIVE_INFINITY) {
      let promised = 0;
      let held = 0;
      for (const { folder, reserved } of all) {
        const written = await bytesBelow(folder);
        const next = Math.min(step, Math.max(0, reserved - written));
        promised += next;
        held += written + next;
      }
      return { promised, held };
    },
    includes: (path) => lentFor(path) !== undefined,
    taken(path, bytes) {
      const lent = lentFor(path);
      if (lent) lent.reserved = Math.max(0, lent.reserved - bytes);
    },
    onRemoved: (path, call) => void lentFor(path)?.onRemoved.push(call),
  };
}

/**
 * Allocated bytes, not file lengths: a part is a sparse file that fills up piece by piece. A file with another name elsewhere
 * takes no more space here.
 */
async function bytesBelow(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(goneIs<string[]>([]));
  let bytes = 0;
  for (const name of names) {
    const { blocks, nlink } = await lstat(join(folder, name)).catch(
      goneIs({ blocks: 0, nlink: 1 }),
    );
    if (nlink === 1) bytes += blocks * BLOCK_BYTES;
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
