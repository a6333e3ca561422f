// The progress of a job or a download, as its visitor sees it.
import type { EarlyFile } from '../files/early-files.ts';
import type { InsteadOf } from '../files/stored-file.ts';

/** The phases of a download; the last three are final. */
export const PHASES = [
  'queued',
  'inspecting',
  'fetching',
  'making',
  'checking',
  'ready',
  'failed',
  'cancelled',
] as const;

/** One of {@link PHASES}. */
export type Phase = (typeof PHASES)[number];

/** Progress. `percent` is whole, 0–100, and never decreases; unknown figures are null. */
export type Progress = {
  readonly phase: Phase;
  readonly percent: number;
  readonly bytes: number;
  readonly totalBytes: number | null;
  readonly bytesPerSecond: number | null;
  readonly connections: number;
  readonly etaSeconds: number | null;
  /** The place of a waiting job in the queue, from 1; null when it is not waiting. */
  readonly position: number | null;
  /** What the first version was if another one is being fetched. */
  readonly instead?: InsteadOf;
  /** The file, which may be saved while it arrives. */
  readonly early?: EarlyFile;
};

/** The progress of a job that is not waiting. */
export type JobProgress = Omit<Progress, 'position'>;
