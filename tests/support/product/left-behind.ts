// What downloads leave on the disk and in the process: job folders, kept files, open descriptors; for tests of leaks.
import { readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { mediaProgramsBelow } from './process-tree.ts';

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch (error) {
    // Removed in the meantime.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

/** The job folders that exist in a data folder now. */
export function workFolders(dataDir: string): string[] {
  const root = path.join(dataDir, 'work');
  return namesIn(root).flatMap((boot) =>
    namesIn(path.join(root, boot)).map((id) => path.join(root, boot, id)),
  );
}

/** The folders of finished files in a data folder. */
export function keptFiles(dataDir: string): string[] {
  return namesIn(path.join(dataDir, 'files'));
}

/** What the open descriptors of a process point to. */
export function openDescriptors(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return namesIn(folder).flatMap((fd) => {
    try {
      return readlinkSync(path.join(folder, fd));
    } catch (error) {
      // Closed in the meantime, like the descriptor of this listing.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
}

const TURN_MS = 25;

/**
 * Waits until no job leaves anything: no job folder, and no media program below `pid`. The time limit counts turns of this
 * process instead of wall time, in which a busy machine may run nothing of it.
 */
export async function untilNothingLeft(dataDir: string, pid: number, withinMs: number) {
  for (let spentMs = 0; ; spentMs += TURN_MS) {
    // Folders first: listing all processes takes time that the product in this process needs.
    const left = [...workFolders(dataDir)];
    if (left.length === 0) left.push(...mediaProgramsBelow(pid));
    if (left.length === 0) return;
    if (spentMs >= withinMs) throw new Error(`left after ${withinMs} ms: ${left.join('\n')}`);
    await delay(TURN_MS);
  }
}
