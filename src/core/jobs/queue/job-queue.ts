// The port for the queue of jobs: downloads that want the same file share one job.
import { AppError } from '../../../shared/errors.ts';
import type { Subtitle } from '../../../shared/media/media.ts';
import type { Link } from '../../../shared/platforms/platform.ts';
import type { Choice } from '../../choosing/choice.ts';
import type { Edit } from '../../choosing/edits/edit.ts';
import type { StoredFile } from '../../files/stored-file.ts';
import type { JobProgress } from '../progress.ts';
import type { LongJobs } from '../work-turns.ts';
import type { Holder } from './queue-order.ts';

/** What a job makes. Plain data, so that it can run in another process than the one that asked. */
export type JobRequest = LinkRequest | EditRequest;

/** A download of a link's item. */
export type LinkRequest = {
  readonly kind: 'link';
  readonly link: Link;
  /** Which item of the post the link points at, from 1; null for a link to the post itself. */
  readonly pointsAt: number | null;
  readonly choice: Choice;
  /** The subtitles of the choice; left out where it has none. A later inspection may lack some. */
  readonly subtitles?: readonly Pick<Subtitle, 'id' | 'language'>[];
  /** The inspection that it was planned from; a fresh one is made when it has expired. */
  readonly inspectionId: string;
  /** The visitor whose file it is alone, because the operator's cookies were used; null for a file that others may get. */
  readonly visitor: string | null;
};

/** An edit of a stored file; `title` becomes its tag. */
export type EditRequest = {
  readonly kind: 'edit';
  readonly fileId: string;
  readonly edit: Edit;
  readonly title: string;
};

/**
 * A job. Requests with the same `key` come to the same file. `seconds` is the length of its media, null if unknown. A heavy job
 * encodes video; with `isCopy` nothing is encoded, and it waits for its line nearly all of the time. Default: it encodes.
 */
export type Job = {
  readonly key: string;
  readonly seconds: number | null;
  readonly isHeavy: boolean;
  readonly isCopy?: boolean;
  readonly request: JobRequest;
};

/**
 * How many jobs may run at once, how many among them that encode (default: all), and how many heavy ones. `long` ones run beside
 * them: they no longer occupy a slot, see `WorkTurns`.
 */
export type Slots = {
  readonly maxRunning: number;
  readonly maxEncoding?: number;
  readonly maxHeavy: number;
  readonly long?: LongJobs;
};

/** How a job ended. */
export type JobEnd = { readonly file: StoredFile } | { readonly error: unknown };

/** What a download that joined a job is called with. */
export type JobListener = {
  /** Its place among the waiting jobs, from 1. */
  readonly onPosition: (position: number) => void;
  readonly onProgress: (progress: JobProgress) => void;
  readonly onEnd: (end: JobEnd) => void;
};

/** A job would keep its slot for long: it is to run again as a heavy one, and once there is a place for it if it was one already. */
export class ProvedHeavy extends AppError {
  constructor() {
    super('server_busy', { detail: 'a job would keep its slot for long' });
  }
}

/**
 * Runs a job; one with `isLong` was put back and has a place now. Settles soon after `signal` aborts, when nothing of it is left. Throws
 * AppError, {@link ProvedHeavy} among them.
 */
export type RunJob = (
  job: Pick<Job, 'key' | 'request' | 'isHeavy'> & { readonly isLong?: boolean },
  signal: AbortSignal,
  report: (progress: JobProgress) => void,
) => Promise<StoredFile>;

/**
 * How full the queue is. `isPlaceWanted`: a job that was put back waits for a place beside the slots. `mostRunning` is 0 while no server
 * is there that runs jobs; `oldestWaitMs` is how long the job at the front has waited, null when none waits.
 */
export type QueueCount = {
  readonly waiting: number;
  readonly isPlaceWanted: boolean;
  readonly running: number;
  readonly mostRunning: number;
  readonly oldestWaitMs: number | null;
};

/** The queue. A download joins at most one job. */
export type JobQueue = {
  /** Adds a job, or joins the one with the same key. */
  readonly join: (downloadId: string, holder: Holder, job: Job, listener: JobListener) => void;
  /** Leaves a job without a call of its listener; the last download to leave cancels it. */
  readonly leave: (downloadId: string) => void;
  /** Cancels all jobs without calling listeners; fulfilled when nothing of them is left. */
  readonly stop: () => Promise<void>;
  readonly count: () => QueueCount;
  /** Whether a job that waits would start if there were another slot. Looks at all that wait. */
  readonly isSlotWanted: () => boolean;
};
