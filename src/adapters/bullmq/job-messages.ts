// What the processes of one queue tell each other of jobs: the topics, and how jobs and errors travel. All of it is plain data.
import { z } from 'zod';
import { type Topic, topic } from '../../core/async/signals.ts';
import type { StoredFile } from '../../core/files/stored-file.ts';
import type { JobEnd, JobRequest } from '../../core/jobs/job-queue.ts';
import { type JobProgress, PHASES } from '../../core/jobs/progress.ts';
import type { Holder } from '../../core/jobs/queue-order.ts';
import { insteadOf, receiptSchema } from '../../shared/api/receipt.ts';
import { AppError, codeOf, ERRORS, type ErrorCode, type ErrorParams } from '../../shared/errors.ts';

/** Of what is said of an error, in characters. */
const MAX_DETAIL = 2000;

/** A download in the queue, as the process that waits for it has put it there. `joinedAt` orders them, in epoch milliseconds. */
export type Member = {
  readonly joinedAt: number;
  readonly downloadId: string;
  readonly holder: Holder;
  readonly key: string;
  readonly seconds: number | null;
  readonly isHeavy: boolean;
  readonly request: JobRequest;
};

/** A job that a worker is to run. `run` is unique. */
export type Assignment = {
  readonly run: string;
  readonly key: string;
  readonly isHeavy: boolean;
  readonly request: JobRequest;
};

/** What a worker says of a job; `waits` once it is to begin again. */
export type JobReport =
  | { readonly progress: JobProgress }
  | { readonly waits: true }
  | { readonly end: SentEnd };

/** An end that can travel. */
export type SentEnd = { readonly file: StoredFile } | { readonly error: SentError };
/** An error that can travel. */
export type SentError = {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly detail: string;
};

/** The schema of an error that was received. Its code may be that of a newer release. */
export const sentErrorSchema = z.object({
  code: z.string().max(64) as z.ZodType<ErrorCode>,
  params: z.record(z.string().max(64), z.union([z.string().max(400), z.number()])),
  detail: z.string().transform((text) => text.slice(0, MAX_DETAIL)),
});

const count = z.int().min(0);
const known = z.number().min(0).nullable();

/** The schema of a report. */
export const jobReport: z.ZodType<JobReport> = z.union([
  z.object({
    progress: z.object({
      phase: z.enum(PHASES),
      percent: z.number().min(0).max(100),
      bytes: z.number().min(0),
      totalBytes: known,
      bytesPerSecond: known,
      connections: z.number().min(0),
      etaSeconds: known,
      instead: insteadOf.exactOptional(),
    }),
  }),
  z.object({ waits: z.literal(true) }),
  z.object({
    end: z.union([
      z.object({
        file: z.object({
          id: z.string().regex(/^[\w-]{1,64}$/),
          workKey: z.string().max(200),
          bytes: count,
          etag: z.string().regex(/^"[\w+/=-]{1,128}"$/),
          sha256: z.string().max(64).nullable(),
          crc32: count.nullable(),
          receipt: receiptSchema,
          createdAt: z.number(),
          expiresAt: z.number(),
        }),
      }),
      z.object({ error: sentErrorSchema }),
    ]),
  }),
]);
/** The schema of places. */
export const queuePlaces = z.record(z.string().max(64), count);
/** The schema of the queue's figures. */
export const queueFigures = z.object({
  waiting: count,
  waitingLong: count,
  running: count,
  mostRunning: count,
  oldestSince: z.number().nullable(),
});

/** The reports on a job, by its key. */
export const reportsOf = (key: string): Topic<JobReport> => topic(`job/${key}`);
/** Asks the worker to cancel one run of a job. */
export const cancelOf = (run: string): Topic<true> => topic(`cancel/${run}`);
/** Says that nothing is left of a run, however it ended; `heavy` where the job is to run again as a heavy one. */
export const doneOf = (run: string): Topic<true | 'heavy'> => topic(`done/${run}`);
/** A download joined the queue, or left it. */
export const MEMBERS: Topic<{ readonly joined: string } | { readonly left: string }> =
  topic('queue members');
/** A worker came or left. */
export const WORKERS: Topic<true> = topic('workers');
/** The places of waiting downloads that changed. */
export const PLACES: Topic<Readonly<Record<string, number>>> = topic('queue places');
/** The figures of the queue. */
export const FIGURES: Topic<QueueFigures> = topic('queue figures');

/**
 * How many jobs wait, for a place beside the slots as well, run and can run, and since when the oldest waits, in epoch milliseconds; null when none waits.
 */
export type QueueFigures = {
  readonly waiting: number;
  readonly waitingLong: number;
  readonly running: number;
  readonly mostRunning: number;
  readonly oldestSince: number | null;
};

/** An end to send. */
export function toSent(end: JobEnd): SentEnd {
  return 'file' in end ? end : { error: sentError(end.error) };
}

/** An end that was received. */
export function fromSent(end: SentEnd): JobEnd {
  return 'file' in end ? end : { error: receivedError(end.error) };
}

/** An error to send. */
export function sentError(error: unknown): SentError {
  const params = error instanceof AppError ? error.params : {};
  const detail = error instanceof Error ? error.message : String(error);
  return { code: codeOf(error), params, detail };
}

/** An error that was received. */
export function receivedError({ code, params, detail }: SentError): AppError {
  // A code of a newer release.
  if (!(code in ERRORS)) return new AppError('internal', { detail });
  return new AppError(code, { params, detail: detail.replace(`${code}: `, '') });
}
