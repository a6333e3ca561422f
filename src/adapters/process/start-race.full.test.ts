// A server that is killed while programs are being started leaves none of them behind.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SLOW_MACHINE_TIMEOUT } from '../../../tests/support/run/slow-machine-timeout.ts';
import { killNow } from './kill-tree.ts';
import { probeSandboxes } from './probe-sandboxes.ts';

const ROUNDS = 60;
const STARTS = 12;
const MOST_MS = 25;

const sandbox = await probeSandboxes();
const mark = randomUUID();
const serverOf = (liveMs: number) => `
  import { startProgram } from ${JSON.stringify(path.join(import.meta.dirname, 'run.ts'))};
  const program = ${JSON.stringify({ sandbox, program: 'sh', args: ['-c', 'sleep 600', mark], network: 'none' })};
  for (let count = 0; count < ${STARTS}; count += 1) startProgram(program);
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${liveMs});
`;

/** Processes with the mark, of any parent. */
function survivors(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && commandOf(pid).includes(mark));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch (error) {
    // It has ended meanwhile.
    if (error instanceof Error) return '';
    throw error;
  }
}

it.runIf(sandbox.isolatesProcesses)(
  'nothing outlives it',
  async () => {
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const script = serverOf((round / ROUNDS) * MOST_MS);
        const server = spawn(process.execPath, ['--input-type=module', '--eval', script], {
          stdio: 'ignore',
        });
        const [, signal] = await once(server, 'exit');
        expect(signal).toBe('SIGKILL');
      }
      await expect.poll(survivors, SLOW_MACHINE_TIMEOUT).toEqual([]);
    } finally {
      for (const pid of survivors()) killNow(pid);
    }
  },
  120_000,
);
