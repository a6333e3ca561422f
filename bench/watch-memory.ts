// Samples a process's memory while a task runs.
import { median, memoryOf } from './processes.ts';

const EVERY_MS = 50;

/** What was seen, in MB (RSS). */
export type SeenMemory = { readonly peakMb: number; readonly medianMb: number };

/** Watches a process while `work` runs. */
export async function watchMemory(pid: number, work: () => Promise<unknown>): Promise<SeenMemory> {
  const seen = [memoryOf(pid)];
  const timer = setInterval(() => seen.push(memoryOf(pid)), EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  seen.push(memoryOf(pid));
  return { peakMb: Math.max(...seen), medianMb: median(seen) };
}
