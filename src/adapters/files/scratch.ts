// Workspaces on this server's disk for a store whose finished files lie elsewhere; behind the port `Scratch`.
import { randomBytes } from 'node:crypto';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { asStorageError, serverFull } from '../../core/files/disk-error.ts';
import type { Scratch } from '../../core/files/scratch.ts';
import { claimFolder } from './claim-folder.ts';
import { createFileIndex } from './file-index.ts';
import { checkFreeSpace, measureDisk, STEP_BYTES } from './free-space.ts';
import { openWorkFolder } from './open-folders.ts';
import { createWorkspaces } from './workspaces.ts';
import { writePieces } from './write-pieces.ts';

/** `minFreeBytes` stay free on the disk; `warn` logs internal failures. */
export type ScratchOptions = {
  readonly dataDir: string;
  readonly minFreeBytes: number;
  readonly warn: (message: string, cause: unknown) => void;
};

/**
 * Opens `work/<boot>/` in `dataDir`, private to this user, and removes what a crash left there. Throws an Error with a remedy
 * if another server uses the folder, and file system errors.
 */
export async function openScratch(options: ScratchOptions): Promise<Scratch> {
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unclaim = await claimFolder(dataDir);
  try {
    const folder = await openWorkFolder(dataDir, newId());
    return createScratch(folder, options, unclaim);
  } catch (error) {
    unclaim();
    throw error;
  }
}

const newId = () => randomBytes(16).toString('hex');

function createScratch(
  folder: string,
  { minFreeBytes, warn }: ScratchOptions,
  unclaim: () => void,
): Scratch {
  const workspaces = createWorkspaces({ root: folder, newId, warn });
  const bounds = { minFreeBytes, maxBytes: Number.POSITIVE_INFINITY };
  const ifItFits = async <T>(bytes: number, then: () => T | Promise<T>): Promise<T> => {
    try {
      const lack = await measureDisk({ folder, bounds, workspaces }, bytes);
      if (lack.bytes > 0 || lack.inodes > 0) throw serverFull();
      return await then();
    } catch (error) {
      throw asStorageError(error);
    }
  };
  return {
    lend: (bytes) => ifItFits(bytes, () => workspaces.lend(bytes)),
    extend: (path, bytes) => ifItFits(bytes, () => workspaces.taken(path, -bytes)),
    heldBytes: async () => (await workspaces.measure(STEP_BYTES)).held,
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    checkFreeSpace: () => checkFreeSpace({ folder, bounds, index: createFileIndex() }),
    includes: workspaces.includes,
    write: writePieces,
    async release(path, bytes) {
      workspaces.taken(path, bytes);
      await rm(path, { force: true }).catch((error: unknown) => {
        throw asStorageError(error);
      });
    },
    async close() {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      unclaim();
    },
  };
}
