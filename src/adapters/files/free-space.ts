// Decides whether a work may begin, and which finished files have to go for it; used by the store.
import { access, constants, statfs } from 'node:fs/promises';
import { serverFull } from '../../core/files/disk-error.ts';
import { evictable } from './evictable.ts';
import type { Entry, FileIndex } from './file-index.ts';
import type { Workspaces } from './workspaces.ts';

/** Files and folders that one work may make at a time, and those that a finished file takes. */
const INODES_PER_WORKSPACE = 8;
const INODES_PER_FILE = 3;

/** Less than any work needs. */
const SMALL_JOB_BYTES = 1_000_000;

/** The bounds of a store, in bytes. */
export type StoreBounds = { readonly maxBytes: number; readonly minFreeBytes: number };

/**
 * Makes a function that sees to it that `bytes` fit: within the operator's bound, and on the disk with everything that
 * was promised to others. Files go as `expendable` says, and none at all when they would not be enough: then it throws
 * AppError `server_full`.
 */
export function createSpaceReclaimer(needs: {
  readonly folder: string;
  readonly bounds: StoreBounds;
  readonly shelf: FileIndex;
  readonly workspaces: Workspaces;
  readonly discard: (entry: Entry) => Promise<void>;
}): (bytes: number) => Promise<void> {
  const { bounds, shelf, workspaces } = needs;

  const lackFor = async (bytes: number) => {
    const { promised, held } = await workspaces.measure();
    const disk = await statfs(needs.folder);
    const overBound = held + shelf.bytes() + bytes - bounds.maxBytes;
    const overDisk = promised + bytes + bounds.minFreeBytes - disk.bavail * disk.bsize;
    // Some file systems have no fixed number of files, and say 0.
    const nodes =
      disk.files === 0 ? 0 : INODES_PER_WORKSPACE * (workspaces.count() + 1) - disk.ffree;
    return { bytes: Math.max(overBound, overDisk), nodes };
  };

  return async (bytes) => {
    const lack = await lackFor(bytes);
    const candidates = evictable(shelf.all(), bounds.maxBytes);
    const most = candidates.reduce((sum, { file }) => sum + file.bytes, 0);
    if (lack.bytes > most || lack.nodes > candidates.length * INODES_PER_FILE) throw serverFull();
    // Counted, not measured again: a disk may take its time until it shows what was freed.
    for (const entry of candidates) {
      if (lack.bytes <= 0 && lack.nodes <= 0) return;
      await needs.discard(entry);
      await Promise.all([...entry.readers].map(({ cut }) => cut()));
      lack.bytes -= entry.file.bytes;
      lack.nodes -= INODES_PER_FILE;
    }
  };
}

/**
 * Throws AppError `server_full` where not even a small work would find room on the disk if every finished file that may go
 * went, and what the file system throws where nothing can be written. Works that run do not count: they end.
 */
export async function checkFreeSpace(needs: {
  readonly folder: string;
  readonly bounds: StoreBounds;
  readonly shelf: FileIndex;
}): Promise<void> {
  await access(needs.folder, constants.W_OK);
  const disk = await statfs(needs.folder);
  const mayGo = evictable(needs.shelf.all(), needs.bounds.maxBytes);
  const free = mayGo.reduce((sum, { file }) => sum + file.bytes, disk.bavail * disk.bsize);
  const nodes = disk.ffree + mayGo.length * INODES_PER_FILE;
  if (free < needs.bounds.minFreeBytes + SMALL_JOB_BYTES) throw serverFull();
  if (disk.files !== 0 && nodes < INODES_PER_WORKSPACE) throw serverFull();
}
