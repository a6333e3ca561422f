// Frees disk space for a new workspace by evicting finished files.
import { access, constants, statfs } from 'node:fs/promises';
import { serverFull } from '../../core/files/disk-error.ts';
import { evictable } from '../../core/files/evictable.ts';
import type { Entry, FileIndex } from './file-index.ts';
import type { Workspaces } from './workspaces.ts';

/** Inodes that one workspace may use at a time, and those of a finished file. */
const INODES_PER_WORKSPACE = 8;
const INODES_PER_FILE = 3;

/** Less than any job needs. */
const SMALL_JOB_BYTES = 1_000_000;
/** What a job writes before it makes room again. */
export const STEP_BYTES = 128 * 1024 ** 2;

export type StoreBounds = { readonly maxBytes: number; readonly minFreeBytes: number };

/** Makes space on the disk. Both throw AppError `server_full`. */
export type SpaceReclaimer = {
  /**
   * Throws unless `bytes` fit beside everything that workspaces have reserved, within the operator's limit and on the disk, or
   * would if all evictable files went.
   */
  readonly assertFits: (bytes: number) => Promise<void>;
  /**
   * Makes the next step of `bytes` fit beside what is written, and beside the next step of every workspace: files go only for
   * bytes that are about to come. It evicts in the order of `evictable`; if evicting all were not enough, it evicts none.
   */
  readonly free: (bytes: number) => Promise<void>;
};

export function createSpaceReclaimer(needs: {
  readonly folder: string;
  readonly bounds: StoreBounds;
  readonly index: FileIndex;
  readonly workspaces: Workspaces;
  readonly discard: (entry: Entry) => Promise<void>;
}): SpaceReclaimer {
  const { bounds, index } = needs;

  const measureLack = async (bytes: number, step?: number) => {
    const { held, ...onDisk } = await measureDisk(needs, bytes, step);
    const overBound = held + index.bytes() + bytes - bounds.maxBytes;
    return { bytes: Math.max(overBound, onDisk.bytes), inodes: onDisk.inodes };
  };
  const candidatesFor = (lack: { readonly bytes: number; readonly inodes: number }) => {
    const candidates = evictable(index.all(), bounds.maxBytes);
    const most = candidates.reduce((sum, { file }) => sum + file.bytes, 0);
    if (lack.bytes > most || lack.inodes > candidates.length * INODES_PER_FILE) throw serverFull();
    return candidates;
  };

  return {
    async assertFits(bytes) {
      candidatesFor(await measureLack(bytes));
    },
    async free(bytes) {
      const lack = await measureLack(Math.min(bytes, STEP_BYTES), STEP_BYTES);
      // Computed rather than measured: a disk may report freed space late.
      for (const entry of candidatesFor(lack)) {
        if (lack.bytes <= 0 && lack.inodes <= 0) return;
        await needs.discard(entry);
        await Promise.all([...entry.readers].map(({ cut }) => cut()));
        lack.bytes -= entry.file.bytes;
        lack.inodes -= INODES_PER_FILE;
      }
    },
  };
}

/**
 * What the disk lacks for a workspace of `bytes` beside everything that others have reserved, of each at most `step` more than is
 * written; none when negative. And the bytes that they hold.
 */
export async function measureDisk(
  needs: {
    readonly folder: string;
    readonly bounds: Pick<StoreBounds, 'minFreeBytes'>;
    readonly workspaces: Workspaces;
  },
  bytes: number,
  step?: number,
): Promise<{ readonly bytes: number; readonly inodes: number; readonly held: number }> {
  const { promised, held } = await needs.workspaces.measure(step);
  const disk = await statfs(needs.folder);
  const lack = promised + bytes + needs.bounds.minFreeBytes - disk.bavail * disk.bsize;
  // File systems without a fixed number of inodes report 0.
  const inodes =
    disk.files === 0 ? 0 : INODES_PER_WORKSPACE * (needs.workspaces.count() + 1) - disk.ffree;
  return { bytes: lack, inodes, held };
}

/**
 * Throws AppError `server_full` if even evicting every evictable file would not free enough disk space for a small job,
 * and the file system's error if nothing can be written. Running jobs do not count: their space becomes free.
 */
export async function checkFreeSpace(needs: {
  readonly folder: string;
  readonly bounds: StoreBounds;
  readonly index: FileIndex;
}): Promise<void> {
  await access(needs.folder, constants.W_OK);
  const disk = await statfs(needs.folder);
  const candidates = evictable(needs.index.all(), needs.bounds.maxBytes);
  const free = candidates.reduce((sum, { file }) => sum + file.bytes, disk.bavail * disk.bsize);
  const inodes = disk.ffree + candidates.length * INODES_PER_FILE;
  if (free < needs.bounds.minFreeBytes + SMALL_JOB_BYTES) throw serverFull();
  if (disk.files !== 0 && inodes < INODES_PER_WORKSPACE) throw serverFull();
}
