// Starts a program from this process, which takes the longer the larger this process is; a launcher does it without holding the loop.
import { spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';

/** A command line, program first, and how many descriptors from 0 on become streams. */
export type Command = {
  readonly words: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly descriptors: number;
};

/** How a program ended: one of the two is null. */
export type ProgramEnd = {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
};

/** A started program, in a session of its own: its outermost process, its descriptors, and how that process ended. */
export type Started = {
  readonly pid: number | undefined;
  readonly stdio: readonly Duplex[];
  readonly exited: Promise<ProgramEnd>;
};

/** Starts it. The kernel ties the child's life to the thread that forks, so call it from the main thread. */
export function startHere({ words, cwd, env, descriptors }: Command): Started {
  const [program, ...args] = words;
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: Array<'pipe'>(descriptors).fill('pipe'),
    // A session of its own: a group to kill, and no terminal to read passwords from.
    detached: true,
  });
  const exited = new Promise<ProgramEnd>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
    // Only the helpers around the program can be missing here; 127 is a shell's code for that.
    child.once('error', () => resolve({ exitCode: 127, signal: null }));
  });
  return { pid: child.pid, stdio: child.stdio as unknown as Duplex[], exited };
}
