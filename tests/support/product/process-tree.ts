// Which processes are below one, and which of them still live, as the kernel lists them; for tests of what is left behind.
import { readdirSync, readFileSync } from 'node:fs';
import { TREE_VARIABLE } from '../../../src/adapters/process/environment.ts';

/** A process. `startedAt` (ticks since the machine's start) distinguishes it from a later one with the same id. */
export type Process = {
  readonly pid: number;
  readonly parent: number;
  readonly startedAt: string;
  readonly command: string;
  /** The mark of the tree that the product started it in; empty for all others. */
  readonly treeId: string;
};

/** All processes that live now, zombies left out. */
export function livingProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(name) ?? []);
}

/** Those below `pid`, and those that carry the same mark as one of them wherever they went. */
export function processesBelow(pid: number): Process[] {
  const all = livingProcesses();
  const inside = new Set([pid]);
  for (let before = 0; before !== inside.size; ) {
    before = inside.size;
    for (const one of all) if (inside.has(one.parent)) inside.add(one.pid);
  }
  inside.delete(pid);
  const marks = new Set(all.filter((one) => inside.has(one.pid)).map(({ treeId }) => treeId));
  marks.delete('');
  return all.filter((one) => inside.has(one.pid) || marks.has(one.treeId));
}

/** Of these, and of all that carry their marks, the ones that still live. */
export function survivorsOf(processes: readonly Process[]): Process[] {
  const marks = new Set(processes.map(({ treeId }) => treeId).filter(Boolean));
  const known = new Set(processes.map(identityOf));
  return livingProcesses().filter((one) => known.has(identityOf(one)) || marks.has(one.treeId));
}

/** Media programs below `pid`: with them their sandboxes, whose command line names them. */
export function mediaProgramsBelow(pid: number): string[] {
  return processesBelow(pid)
    .filter(({ command }) => /\bff(mpeg|probe)\b/.test(command))
    .map(({ command }) => command);
}

const identityOf = ({ pid, startedAt }: Process) => `${pid} ${startedAt}`;

function readProcess(name: string): Process | null {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
    const [state, parent, ...more] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return null;
    const mark = readFileSync(`/proc/${name}/environ`, 'latin1')
      .split('\0')
      .find((entry) => entry.startsWith(`${TREE_VARIABLE}=`));
    return {
      pid: Number(name),
      parent: Number(parent),
      startedAt: more[17] ?? '',
      command: readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ').trim(),
      treeId: mark?.slice(TREE_VARIABLE.length + 1) ?? '',
    };
  } catch (error) {
    // It has just ended, or belongs to another user.
    if (error instanceof Error) return null;
    throw error;
  }
}
