// Runs the jobs that the dispatcher gives out. BullMQ lends each to one worker, and to another one when that is gone.
import { type Job as BullJob, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Clock } from '../../core/async/clock.ts';
import { type LinkedController, linkedController } from '../../core/async/linked-controller.ts';
import type { Signals } from '../../core/async/signals.ts';
import type { FileStore } from '../../core/files/ports.ts';
import { type JobEnd, ProvedHeavy, type RunJob } from '../../core/jobs/job-queue.ts';
import type { JobProgress } from '../../core/jobs/progress.ts';
import type { ServerTimes } from '../../core/servers/server-registry.ts';
import { AppError } from '../../shared/errors.ts';
import { readAssignment, tellGivenUp } from './given-up-jobs.ts';
import { type Assignment, cancelOf, doneOf, reportsOf, toSent } from './job-messages.ts';
import type { Sealing } from './member-table.ts';
import { isAway, PREFIX, QUEUE } from './queue-name.ts';

/** Renewals in the time that a job is lent for: at least three quarters of it are left when Redis goes away. */
const RENEWALS = 4;

/** How long a worker waits for Redis to name a job before it asks again: the longest that BullMQ thinks safe. */
export const LISTEN_SECONDS = 10;

/** Lends a job that no worker has to the one that had it, unless it waits for another one already. */
const LEND_AGAIN = `
local holder = redis.call('GET', KEYS[1])
if holder then return holder == ARGV[1] and 1 or 0 end
if not redis.call('LPOS', KEYS[2], ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
return 1`;

/** How long the progress of a job is kept for downloads that join it. */
const KEPT_MS = 60_000;

/** What a worker needs. `connection` waits for Redis to come back. */
export type JobWorkerNeeds = {
  readonly connection: Redis;
  readonly clock: Pick<Clock, 'now'>;
  readonly signals: Signals;
  readonly sealing: Sealing;
  readonly files: Pick<FileStore, 'find'>;
  readonly runJob: RunJob;
  readonly maxRunning: number;
  readonly times: Pick<ServerTimes, 'lentMs' | 'lookMs'>;
  readonly warn: (message: string, cause: unknown) => void;
};

/** A worker. */
export type JobWorker = {
  /** Runs so many at once from now on. */
  readonly setMaxRunning: (maxRunning: number) => void;
  /** The number of jobs that it runs. */
  readonly running: () => number;
  /** How many jobs it found whose worker was lost, since it started. */
  readonly foundLost: () => number;
  /** Takes no more jobs, waits until those it has have ended or `drainMs` have passed, and gives the rest back. */
  readonly stop: (drainMs: number) => Promise<void>;
};

/** A job that runs here, and the token under which BullMQ lent it. */
type Lent = { readonly controller: LinkedController; readonly token: string };

type State = JobWorkerNeeds & {
  readonly running: Map<string, Lent>;
  isGivingBack: boolean;
  foundLost: number;
};

/** Starts it. */
export function startJobWorker(needs: JobWorkerNeeds): JobWorker {
  const state: State = { ...needs, running: new Map(), isGivingBack: false, foundLost: 0 };
  const { lentMs, lookMs } = needs.times;
  const worker = new Worker<string>(
    QUEUE,
    (job, token, signal) => take(state, job, token ?? '', signal),
    {
      connection: needs.connection,
      prefix: PREFIX,
      concurrency: needs.maxRunning,
      lockDuration: lentMs,
      lockRenewTime: lentMs / RENEWALS,
      stalledInterval: lookMs,
      drainDelay: LISTEN_SECONDS,
      maxStalledCount: 1,
      removeOnComplete: { count: 0 },
    },
  );
  worker.on('error', (cause) => {
    if (!isAway(cause)) needs.warn('the queue of jobs failed', cause);
  });
  // Another worker may have it by now.
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) void interruptUnlessOurs(state, id, lentMs);
  });
  worker.on('stalled', () => {
    state.foundLost += 1;
  });
  // The second worker was lost, too: BullMQ fails the job without running it. If this message is lost, the dispatcher sees it.
  worker.on('failed', (job) => {
    state.foundLost += 1;
    if (job) void tellGivenUp(state, job).catch(compareLater);
  });
  return {
    setMaxRunning(maxRunning) {
      worker.concurrency = maxRunning;
    },
    running: () => state.running.size,
    foundLost: () => state.foundLost,
    async stop(drainMs) {
      await worker.pause(true);
      const late = setTimeout(() => {
        state.isGivingBack = true;
        interrupt(state, state.running.keys());
      }, drainMs);
      await worker.close();
      clearTimeout(late);
    },
  };
}

function interrupt({ running }: State, ids: Iterable<string>): void {
  for (const id of [...ids]) running.get(id)?.controller.end(new AppError('interrupted'));
}

/**
 * A Redis that had no room forgets who has a job, and lends it to no other worker meanwhile: the job goes on, and is lent to this
 * worker again. One that another worker has, or will have, ends here.
 */
async function interruptUnlessOurs(state: State, id: string, lentMs: number): Promise<void> {
  const lent = state.running.get(id);
  if (!lent) return;
  const keys = [`${PREFIX}:${QUEUE}:${id}:lock`, `${PREFIX}:${QUEUE}:active`];
  const isOurs = await state.connection
    .eval(LEND_AGAIN, keys.length, ...keys, lent.token, id, lentMs)
    // Without room, or away: it is asked again with the next renewal.
    .catch(() => 1);
  if (isOurs !== 1 && state.running.get(id) === lent) interrupt(state, [id]);
}

/** Fulfilled when nothing of the job is left here, however it ended: the end is a report. */
async function take(
  state: State,
  job: BullJob<string>,
  token: string,
  given: AbortSignal | undefined,
): Promise<void> {
  const assignment = readAssignment(state.sealing, job);
  // No download of this site waits for what its key does not open.
  if (!assignment) return state.warn('a job in the queue could not be read', undefined);
  const id = job.id ?? '';
  const controller = linkedController(given ?? new AbortController().signal);
  const stop = state.signals.subscribe(cancelOf(assignment.run), () => controller.end());
  state.running.set(id, { controller, token });
  try {
    const end = await run(state, assignment, controller.signal);
    const isAborted = controller.signal.aborted;
    if (isAborted && state.isGivingBack && 'error' in end) {
      await job.moveToWait(token);
      throw new WaitingError();
    }
    const isHeavy = 'error' in end && end.error instanceof ProvedHeavy;
    if (isHeavy) state.signals.publish(reportsOf(assignment.key), { waits: true }, KEPT_MS);
    // A download that cancelled it has left; and a worker that lost it leaves the end to the next one.
    else if (!isAborted || 'file' in end) report(state, assignment, end);
    state.signals.publish(doneOf(assignment.run), isHeavy ? 'heavy' : true, 0);
  } finally {
    stop();
    state.running.delete(id);
    controller.end();
  }
}

async function run(
  { files, runJob, signals }: State,
  { key, isHeavy, request }: Assignment,
  signal: AbortSignal,
): Promise<JobEnd> {
  const tell = (progress: JobProgress) => signals.publish(reportsOf(key), { progress }, KEPT_MS);
  try {
    // A worker that was lost may have finished it before.
    const made = await files.find(key);
    return { file: made ?? (await runJob({ key, isHeavy, request }, signal, tell)) };
  } catch (error) {
    return { error };
  }
}

function report({ signals }: State, { key }: Assignment, end: JobEnd): void {
  signals.publish(reportsOf(key), { end: toSent(end) }, 0);
}

/** Redis is away; the dispatcher tells it when it compares. */
const compareLater = () => undefined;
