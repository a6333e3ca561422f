// The middle and the high end of measured times.
import { median } from '../processes.ts';

/** In milliseconds. */
export type Spread = {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly allMs: readonly number[];
};

/** Of at least one time. */
export function spreadOf(allMs: readonly number[]): Spread {
  const sorted = [...allMs].sort((a, b) => a - b);
  const at95 = Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95));
  return { p50Ms: median(allMs), p95Ms: sorted[at95] ?? 0, allMs };
}
