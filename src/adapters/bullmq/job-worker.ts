// Runs the jobs that dispatchers start. BullMQ locks each for one worker, and hands stalled ones to another.
import { type Job as BullJob, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Clock } from '../../core/async/clock.ts';
import { type LinkedController, linkedController } from '../../core/async/linked-controller.ts';
import type { Signals } from '../../core/async/signals.ts';
import type { FileStore } from '../../core/files/ports.ts';
import type { JobProgress } from '../../core/jobs/progress.ts';
import { type JobEnd, ProvedHeavy, type RunJob } from '../../core/jobs/queue/job-queue.ts';
import type { ServerTimes } from '../../core/servers/server-registry.ts';
import { AppError } from '../../shared/errors.ts';
import {
  type Assignment,
  cancelOf,
  readAssignment,
  reportsOf,
  type Sealing,
  toSent,
} from './job-messages.ts';
import type { MemberTable } from './member-table.ts';
import { isConnectionError, PREFIX, QUEUE } from './queue-name.ts';

/** Renewals per lease: at least three quarters of it are left when Redis becomes unavailable. */
const RENEWALS = 4;

/** How long a worker blocks on an empty queue before it polls again: the longest that BullMQ considers safe. */
const POLL_SECONDS = 10;

/** Locks an active job again for the worker that had it, unless another one holds the lock. */
const REACQUIRE_LOCK = `
local holder = redis.call('GET', KEYS[1])
if holder then return holder == ARGV[1] and 1 or 0 end
if not redis.call('LPOS', KEYS[2], ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
return 1`;

/** How long the progress of a job is kept for downloads that join it. */
const KEPT_MS = 60_000;

/** What a worker needs. The commands of `connection` wait until Redis is available. */
export type JobWorkerNeeds = {
  readonly connection: Redis;
  readonly clock: Pick<Clock, 'now'>;
  readonly signals: Signals;
  readonly sealing: Sealing;
  readonly table: Pick<MemberTable, 'removeJob'>;
  readonly files: Pick<FileStore, 'find'>;
  readonly runJob: RunJob;
  readonly maxRunning: number;
  readonly times: Pick<ServerTimes, 'leaseMs' | 'checkMs'>;
  readonly warn: (message: string, cause: unknown) => void;
  /** A job has ended: its slot is free. */
  readonly onEnded: () => void;
};

/** The worker of this process. */
export type JobWorker = {
  /** Sets the concurrency. */
  readonly setMaxRunning: (maxRunning: number) => void;
  /** The number of jobs that it runs. */
  readonly running: () => number;
  /** The number of stalled jobs that it has found since its start. */
  readonly foundLost: () => number;
  /** Takes no more jobs, waits until those it has have ended or `drainMs` have passed, and gives the rest back. */
  readonly stop: (drainMs: number) => Promise<void>;
};

/** A job that runs here, and the token of its BullMQ lock. */
type ActiveJob = { readonly controller: LinkedController; readonly token: string };

type State = JobWorkerNeeds & {
  readonly running: Map<string, ActiveJob>;
  isGivingBack: boolean;
  foundLost: number;
};

/** Starts taking jobs. */
export function startJobWorker(needs: JobWorkerNeeds): JobWorker {
  const state: State = { ...needs, running: new Map(), isGivingBack: false, foundLost: 0 };
  const { leaseMs, checkMs } = needs.times;
  const worker = new Worker<string>(
    QUEUE,
    (job, token, signal) => take(state, job, token ?? '', signal),
    {
      connection: needs.connection,
      prefix: PREFIX,
      // As in dispatcher.ts; what it would print of the eviction policy is an alarm here.
      skipVersionCheck: true,
      concurrency: needs.maxRunning,
      lockDuration: leaseMs,
      lockRenewTime: leaseMs / RENEWALS,
      stalledInterval: checkMs,
      drainDelay: POLL_SECONDS,
      maxStalledCount: 1,
      removeOnComplete: { count: 0 },
    },
  );
  worker.on('error', (cause) => {
    if (!isConnectionError(cause)) needs.warn('the queue of jobs failed', cause);
  });
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) void reacquireOrAbort(state, id, leaseMs);
  });
  worker.on('stalled', () => {
    state.foundLost += 1;
  });
  worker.on('completed', needs.onEnded);
  // Stalled a second time: BullMQ fails the job without running it, and a dispatcher reports it.
  worker.on('failed', () => {
    state.foundLost += 1;
    needs.onEnded();
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

/** If Redis evicted the lock and no other worker holds it, reacquire it; otherwise abort. */
async function reacquireOrAbort(state: State, id: string, leaseMs: number): Promise<void> {
  const active = state.running.get(id);
  if (!active) return;
  const keys = [`${PREFIX}:${QUEUE}:${id}:lock`, `${PREFIX}:${QUEUE}:active`];
  const isOurs = await state.connection
    .eval(REACQUIRE_LOCK, keys.length, ...keys, active.token, id, leaseMs)
    // Redis is full or unavailable: the next renewal tries again.
    .catch(() => 1);
  if (isOurs !== 1 && state.running.get(id) === active) interrupt(state, [id]);
}

/** Fulfilled when the job has ended here, however; its end is published as a report. */
async function take(
  state: State,
  job: BullJob<string>,
  token: string,
  given: AbortSignal | undefined,
): Promise<void> {
  const assignment = readAssignment(state.sealing, job);
  // Sealed with another key: no download of this site waits for it.
  if (!assignment) return state.warn('a job in the queue could not be read', undefined);
  const id = job.id ?? '';
  const controller = linkedController(given ?? new AbortController().signal);
  const stop = state.signals.subscribe(cancelOf(assignment.run), () => controller.end());
  state.running.set(id, { controller, token });
  // It was on its way when the others were interrupted.
  if (state.isGivingBack) controller.end(new AppError('interrupted'));
  try {
    const end = await run(state, assignment, controller.signal);
    const isAborted = controller.signal.aborted;
    if (isAborted && state.isGivingBack && 'error' in end) {
      await job.moveToWait(token);
      throw new WaitingError();
    }
    // An aborted job was cancelled by its downloads, or another worker reports its end.
    if (!isAborted || 'file' in end) await report(state, assignment, end);
  } finally {
    stop();
    state.running.delete(id);
    controller.end();
  }
}

async function run(
  { files, runJob, signals }: State,
  { key, isHeavy, isLong, request }: Assignment,
  signal: AbortSignal,
): Promise<JobEnd> {
  const onProgress = (progress: JobProgress) =>
    signals.publish(reportsOf(key), { progress }, KEPT_MS);
  try {
    // A lost worker may have finished it before.
    const made = await files.find(key);
    return { file: made ?? (await runJob({ key, isHeavy, isLong, request }, signal, onProgress)) };
  } catch (error) {
    return { error };
  }
}

/** Its downloads leave the queue first: those that come later, or miss the report, are there to be read. */
async function report(
  { signals, table }: State,
  { key, isHeavy }: Assignment,
  end: JobEnd,
): Promise<void> {
  await table.removeJob(key).catch(compareLater);
  if ('error' in end && end.error instanceof ProvedHeavy)
    signals.publish(reportsOf(key), { waits: isHeavy ? 'long' : 'heavy' }, KEPT_MS);
  else signals.publish(reportsOf(key), { end: toSent(end) }, 0);
}

/** Redis is unavailable: the job may begin again, and finds its file. */
const compareLater = () => undefined;
