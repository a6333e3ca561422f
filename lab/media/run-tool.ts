// Runs ffmpeg to its end, for making and measuring files.
import { execFile } from 'node:child_process';

const LARGEST_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Runs a program, optionally in `folder`, and returns its output. Throws with its error lines when it fails. */
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
