// Runs ffmpeg to its end: for the media library, which makes files with it, and for measuring them.
import { execFile } from 'node:child_process';

const LARGEST_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Runs a program, in `folder` if one is given, and gives what it wrote. Throws with its error lines when it fails. */
export function runTool(
  program: string,
  args: readonly string[],
  folder?: string,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = {
      encoding: 'buffer',
      maxBuffer: LARGEST_OUTPUT_BYTES,
      ...(folder === undefined ? {} : { cwd: folder }),
    } as const;
    execFile(program, [...args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${program} ${args.join(' ')}\n${stderr}`, { cause: error }));
    });
  });
}

/** Lets `most` of the tasks given to it run at a time, the others in the order of their coming. */
export function createTurns(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // A turn is handed on, so nobody who comes in between can take it.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
