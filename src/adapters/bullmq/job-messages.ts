// The messages about jobs between the processes of one queue: topics, and the serialized jobs and errors. All of it is plain data.
import { z } from 'zod';
import { type Topic, topic } from '../../core/async/signals.ts';
import type { StoredFile } from '../../core/files/stored-file.ts';
import { type JobProgress, PHASES } from '../../core/jobs/progress.ts';
import type { JobEnd, JobRequest } from '../../core/jobs/queue/job-queue.ts';
import type { Holder } from '../../core/jobs/queue/queue-order.ts';
import { insteadOf, receiptSchema } from '../../shared/api/receipt.ts';
import { AppError, codeOf, ERRORS, type ErrorCode, type ErrorParams } from '../../shared/errors.ts';

/** The longest detail of an error. */
const MAX_DETAIL_CHARACTERS = 2000;

/**
 * Encrypts what is stored or sent, for its place; `open` returns null for what it did not seal. `mark` is the same for equal texts, and
 * reveals nothing of them.
 */
export type Sealing = {
  readonly seal: (text: string, place: string) => string;
  readonly open: (sealed: string, place: string) => string | null;
  readonly mark: (text: string, place: string) => string;
};

/** A download in the queue, as stored by the process that waits for it. `joinedAt` orders them, in epoch milliseconds. */
export type Member = {
  readonly joinedAt: number;
  readonly downloadId: string;
  readonly holder: Holder;
  readonly key: string;
  readonly seconds: number | null;
  readonly isHeavy: boolean;
  readonly isCopy?: boolean;
  /** Its job was put back, see `QueuedJob`. */
  readonly isLong: boolean;
  readonly request: JobRequest;
};

/** A job that a worker is to run. `run` is unique. */
export type Assignment = {
  readonly run: string;
  readonly key: string;
  readonly isHeavy: boolean;
  readonly isLong: boolean;
  readonly request: JobRequest;
};

/** The assignment in a job's data; null for what no process with this secret has put there. */
export function readAssignment(
  sealing: Pick<Sealing, 'open'>,
  { id = '', data }: { readonly id?: string; readonly data: unknown },
): Assignment | null {
  const text = typeof data === 'string' ? sealing.open(data, id) : null;
  return text === null ? null : (JSON.parse(text) as Assignment);
}

/** A worker's report on a job; `waits` when it is to run again: as a heavy one, or as a long one if it was heavy. */
export type JobReport =
  | { readonly progress: JobProgress }
  | { readonly waits: 'heavy' | 'long' }
  | { readonly end: SentEnd };

/** The serialized end of a job. */
export type SentEnd = { readonly file: StoredFile } | { readonly error: SentError };
/** A serialized error. */
export type SentError = {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly detail: string;
};

/** Validates a received error. Its code may be that of a newer release. */
const sentErrorSchema = z.object({
  code: z.string().max(64) as z.ZodType<ErrorCode>,
  params: z.record(z.string().max(64), z.union([z.string().max(400), z.number()])),
  detail: z.string().transform((text) => text.slice(0, MAX_DETAIL_CHARACTERS)),
});

const count = z.int().min(0);
const known = z.number().min(0).nullable();

/** Validates a received report. */
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
      early: z
        .object({
          id: z.string().regex(/^[\w-]{1,64}$/),
          bytes: count,
          etag: z.string().regex(/^"[\w+/=-]{1,128}"$/),
          receipt: receiptSchema,
          at: z.url().max(300).exactOptional(),
        })
        .exactOptional(),
    }),
  }),
  z.object({ waits: z.enum(['heavy', 'long']) }),
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
/** Validates received places, by download. */
export const queuePlaces = z.record(z.string().max(64), count);
/** Validates received stats. */
export const queueStats = z.object({
  waiting: count,
  isSlotWanted: z.boolean(),
  isPlaceWanted: z.boolean(),
  running: count,
  mostRunning: count,
  oldestSince: z.number().nullable(),
});

/** The reports on a job, by its key. */
export const reportsOf = (key: string): Topic<JobReport> => topic(`job/${key}`);
/** Requests that the worker cancel one run of a job. */
export const cancelOf = (run: string): Topic<true> => topic(`cancel/${run}`);
/** The places of all waiting downloads. */
export const PLACES: Topic<Readonly<Record<string, number>>> = topic('queue places');
/** The stats of the queue. */
export const STATS: Topic<QueueStats> = topic('queue stats');

/**
 * How many jobs wait, run and can run, and since when the oldest waits, in epoch milliseconds; null when none waits.
 */
export type QueueStats = {
  readonly waiting: number;
  readonly isSlotWanted: boolean;
  readonly isPlaceWanted: boolean;
  readonly running: number;
  readonly mostRunning: number;
  readonly oldestSince: number | null;
};

/** Serializes an end. */
export function toSent(end: JobEnd): SentEnd {
  return 'file' in end ? end : { error: sentError(end.error) };
}

/** Restores an end. */
export function fromSent(end: SentEnd): JobEnd {
  return 'file' in end ? end : { error: receivedError(end.error) };
}

/** Serializes an error. */
function sentError(error: unknown): SentError {
  const params = error instanceof AppError ? error.params : {};
  const detail = error instanceof Error ? error.message : String(error);
  return { code: codeOf(error), params, detail };
}

/** Restores an error. */
function receivedError({ code, params, detail }: SentError): AppError {
  // A code of a newer release.
  if (!(code in ERRORS)) return new AppError('internal', { detail });
  return new AppError(code, { params, detail: detail.replace(`${code}: `, '') });
}
