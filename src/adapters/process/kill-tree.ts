// Finds, kills and pauses the processes of a tree through /proc, also on systems without PID namespaces.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { TREE_VARIABLE } from './environment.ts';

const POLL_MS = 3;

/** Sends SIGKILL to a process, or to a group when `pid` is negative; false when it does not exist. */
export function killNow(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/**
 * Kills all processes that carry the tree's mark or descend from one that does, repeatedly until none is left or
 * `rounds` are over. The mark survives a change of session, group and parent. Returns how many were killed.
 */
export function killTree(treeId: string, rounds = 20): number {
  let killed = 0;
  for (let round = 0; round < rounds; round += 1) {
    const found = processesOf(treeId).filter((pid) => killNow(pid));
    if (found.length === 0) break;
    killed += found.length;
  }
  return killed;
}

/** Stops all processes of a tree where they are, or lets them continue. */
export function signalTree(treeId: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of processesOf(treeId)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

/**
 * Resolves with true once no process of the tree is alive, and with false if some still are after `withinMs`. With
 * `kills` it kills what it finds and needs two scans without a find: during `exec` a process has no readable mark and
 * is missed.
 */
export async function treeEnds(treeId: string, withinMs: number, kills: boolean): Promise<boolean> {
  const end = performance.now() + withinMs;
  const looks = kills ? 2 : 1;
  for (let inVain = 0; ; await wait(POLL_MS)) {
    const found = processesOf(treeId);
    inVain = found.length === 0 ? inVain + 1 : 0;
    if (inVain === looks) return true;
    if (found.length > 0 && performance.now() > end) return false;
    if (kills) for (const pid of found) killNow(pid);
  }
}

/** Ids of the living processes of a tree, except those of other users, which cannot be read. */
export function processesOf(treeId: string): number[] {
  const mark = `${TREE_VARIABLE}=${treeId}`;
  const parents = new Map<number, number>();
  const members = new Set<number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const stat = read(`/proc/${pid}/stat`);
    // The command's name may contain spaces and brackets; the fields begin after the last one.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (!state || state === 'Z' || state === 'X') continue;
    parents.set(pid, Number(parent));
    if (read(`/proc/${pid}/environ`).split('\0').includes(mark)) members.add(pid);
  }
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const [pid, parent] of parents) if (members.has(parent)) members.add(pid);
  }
  return [...members];
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    // It ended meanwhile, or belongs to another user.
    if (isGone(error)) return '';
    throw error;
  }
}

function isGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM';
}
