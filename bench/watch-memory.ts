// Samples a process's memory while a task runs.
import { median, memoryOf } from './processes.ts';

const EVERY_MS = 50;

/** What was seen, in MB (RSS, if not said otherwise). */
export type SeenMemory = { readonly peakMb: number; readonly medianMb: number };

/** Watches a process while `work` runs; `read` is what is watched of it, in MB. */
export async function watchMemory(
  pid: number,
  work: () => Promise<unknown>,
  read = (pid: number) => memoryOf(pid),
): Promise<SeenMemory> {
  const seen = [read(pid)];
  const timer = setInterval(() => seen.push(read(pid)), EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  seen.push(read(pid));
  return { peakMb: Math.max(...seen), medianMb: median(seen) };
}
