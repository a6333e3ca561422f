// What downloads leave on the disk and in the process: job folders, kept files, open descriptors; for tests of leaks.
import { readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { mediaProgramsBelow } from './process-tree.ts';

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch (error) {
    // Removed while it was looked at.
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
      // Closed while it was looked at, as is the one that lists them.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
}

const TURN_MS = 25;

/**
 * Waits until nothing of any work is left: no folder of a work, no media program below `pid`. The time is counted in turns
 * of this process: on a busy machine, a second on the wall is not one in which anything could be done.
 */
export async function untilNothingLeft(dataDir: string, pid: number, withinMs: number) {
  for (let spentMs = 0; ; spentMs += TURN_MS) {
    // Folders first: a look at all processes takes time that the product in this process needs.
    const left = [...workFolders(dataDir)];
    if (left.length === 0) left.push(...mediaProgramsBelow(pid));
    if (left.length === 0) return;
    if (spentMs >= withinMs) throw new Error(`left after ${withinMs} ms: ${left.join('\n')}`);
    await delay(TURN_MS);
  }
}
