// What processes cost, read from the kernel: CPU seconds of a command, CPU and memory of a process and of all below it.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Seconds of wall time and of CPU, the children's included. */
export type Cost = { readonly seconds: number; readonly cpuSeconds: number };

/** Runs a command to its end and gives its cost; what it prints goes to `onOutput`. Rejects with its last words when it fails. */
export function timeCommand(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  onOutput?: (chunk: Uint8Array) => void,
): Promise<Cost> {
  return new Promise((resolve, reject) => {
    // bash's own `time` counts everything that the command waited for.
    const child = spawn(
      'bash',
      ['-c', 'TIMEFORMAT="cost %R %U %S"; time "$@"', 'bash', ...command],
      {
        env: { ...process.env, ...env },
        stdio: ['ignore', onOutput ? 'pipe' : 'ignore', 'pipe'],
      },
    );
    let words = '';
    if (onOutput) child.stdout?.on('data', onOutput);
    child.stderr?.on('data', (chunk) => {
      words = (words + chunk).slice(-4000);
    });
    child.once('close', (code) => {
      const cost = words.match(/cost ([\d.]+) ([\d.]+) ([\d.]+)\s*$/);
      if (code !== 0 || !cost)
        return reject(new Error(`${command.join(' ')} ended with ${code}: ${words}`));
      resolve({ seconds: Number(cost[1]), cpuSeconds: Number(cost[2]) + Number(cost[3]) });
    });
  });
}

type Stat = { readonly pid: number; readonly parent: number; readonly cpuSeconds: number };

function readStat(pid: string): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // Fields 14 to 17 of proc(5): own and waited-for children's time.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid: Number(pid), parent: Number(fields[1]), cpuSeconds: ticks / TICKS_PER_SECOND };
  } catch (error) {
    // A process may end while the list is read.
    if (error instanceof Error) return null;
    throw error;
  }
}

/** A process and everything below it, without the trees of `except`. */
function treeOf(root: number, except: readonly number[]): Stat[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(name) ?? []);
  const inside = new Set([root]);
  for (let grew = true; grew; ) {
    const more = all.filter(
      (one) => inside.has(one.parent) && !inside.has(one.pid) && !except.includes(one.pid),
    );
    for (const one of more) inside.add(one.pid);
    grew = more.length > 0;
  }
  return all.filter((one) => inside.has(one.pid));
}

/** CPU seconds that a process and its tree have used, without the trees of `except`. */
export function cpuOfTree(root: number, except: readonly number[] = []): number {
  return treeOf(root, except).reduce((sum, one) => sum + one.cpuSeconds, 0);
}

/** Memory of a process and its tree in MB, shared pages counted once (PSS). */
export function memoryOfTree(root: number, except: readonly number[] = []): number {
  const kilobytes = treeOf(root, except).map(({ pid }) => {
    try {
      return Number(
        readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+)/m)?.[1] ?? 0,
      );
    } catch (error) {
      if (error instanceof Error) return 0;
      throw error;
    }
  });
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

/** Memory of one process alone in MB (RSS). */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(status.match(/^VmRSS:\s+(\d+) kB/m)?.[1] ?? 0) / 1024;
}

/** The middle value; the mean of the two in the middle where their number is even. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(half)] ?? 0)
    : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

/** The medians of both figures. */
export function medianCost(costs: readonly Cost[]): Cost {
  return {
    seconds: median(costs.map(({ seconds }) => seconds)),
    cpuSeconds: median(costs.map(({ cpuSeconds }) => cpuSeconds)),
  };
}
