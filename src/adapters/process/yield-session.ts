// Lowers the priority of a session as a whole. Where the kernel shares processors between sessions (autogroup, sched(7)), `nice`
// counts only within one, and every program that is started here has a session of its own.
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Enough for the server to answer at once, and little enough for an encoder to go on beside a server that is busy refusing requests. */
const NICE = '7';
/** For all users but root, the kernel accepts one change in 100 ms. */
const RETRY_MS = 110;
const MAX_TRIES = 10;

/** Lowers it for the session of process `pid`; does nothing where the kernel knows no such groups, or the process has ended. */
export async function yieldSession(pid: number): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    try {
      return await writeFile(`/proc/${pid}/autogroup`, NICE);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
    }
    await wait(RETRY_MS, undefined, { ref: false });
  }
}
