// Finds and ends every process of a tree through /proc, for systems that offer no process namespaces; used by run.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { TREE_VARIABLE } from './environment.ts';

const POLL_MS = 3;

/** SIGKILL to a process, or to a group when `pid` is negative; false when it does not exist. */
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
 * Kills all processes that carry the tree's mark or descend from one that does, again until none is left or `rounds`
 * are over. A process that leaves its session, its group and its parent still has the mark. Answers how many were killed.
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

/**
 * Fulfilled when no process of the tree lives any more, with false when some still do after `withinMs`. With `kills`,
 * whatever is found is killed, and two looks must find nothing: while a process begins another program its mark cannot be
 * read, and it is missed.
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

/** Ids of the living processes of a tree. Processes of other users cannot be read and are not among them. */
export function processesOf(treeId: string): number[] {
  const mark = `${TREE_VARIABLE}=${treeId}`;
  const parents = new Map<number, number>();
  const members = new Set<number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const stat = read(`/proc/${pid}/stat`);
    // The command's name may hold spaces and brackets; the fields begin behind the last one.
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
    // It ended while we looked, or belongs to somebody else.
    if (isGone(error)) return '';
    throw error;
  }
}

function isGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM';
}
