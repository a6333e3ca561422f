// Schedules the jobs of all processes on the workers of all processes, in the order of the queue within one process: it is that
// queue, with remote workers. The leader dispatches, see `Leadership`; a second dispatcher for a moment does no harm.
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Job as BullJob, type JobType, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Clock } from '../../core/async/clock.ts';
import type { Duties } from '../../core/async/duties.ts';
import type { Signals } from '../../core/async/signals.ts';
import { createFairQueue, type FairQueue } from '../../core/jobs/queue/fair-queue.ts';
import { ProvedHeavy, type RunJob, type Slots } from '../../core/jobs/queue/job-queue.ts';
import { AppError } from '../../shared/errors.ts';
import { readAssignment, reportDeadJobs } from './dead-jobs.ts';
import {
  type Assignment,
  cancelOf,
  doneOf,
  MEMBERS,
  type Member,
  PLACES,
  type QueueStats,
  STATS,
  WORKERS,
} from './job-messages.ts';
import type { MemberTable, Sealing } from './member-table.ts';
import { isConnectionError, PREFIX, QUEUE } from './queue-name.ts';
import { totalSlots } from './worker-heartbeats.ts';

/** How often the state is reconciled with Redis, in case a message was lost. */
const COMPARE_MS = 5000;
/** The shortest time between two publications of places. */
const PUBLISH_MS = 500;
/** A member that is still there after its job has ended may have missed the message; it has this long to leave. */
const LEAVE_MS = 6000;
/** A server that waits for a job puts it back. */
const MOST_ENDS = 2;
const STATS_KEPT_MS = 20_000;
/** Stats that did not change are published again after this long. */
const STATS_REFRESH_MS = 9000;

/** What dispatching needs. `sealing` encrypts assignments. */
export type DispatcherNeeds = {
  readonly client: Redis;
  readonly table: MemberTable;
  readonly signals: Signals;
  readonly sealing: Sealing;
  readonly clock: Clock;
  readonly duties: Duties;
  readonly warn: (message: string, cause: unknown) => void;
};

type State = DispatcherNeeds & {
  readonly bull: Queue<string>;
  readonly queue: FairQueue;
  /** The members that are in `queue`, by download. */
  readonly joined: Map<string, Member>;
  /** Members that have not left yet: when their job last ended, and how often it has. */
  readonly ended: Map<string, { readonly atMs: number; readonly times: number }>;
  /** Runs of an earlier dispatcher, by the job's key. */
  readonly inherited: Map<string, string>;
  /** The place of each waiting member, and those whose place changed since it was published. */
  readonly places: Map<string, number>;
  readonly changed: Set<string>;
  /** Settles a run that Redis no longer has. */
  readonly runs: Map<string, () => void>;
  slots: Slots;
  /** It has read what runs; before that, a job could be assigned twice. */
  isCurrent: boolean;
  isEnded: boolean;
  isPublishScheduled: boolean;
  lastStats: { readonly stats: QueueStats; readonly atMs: number } | null;
};

/** The worker reports the end of a job to its members itself. */
const REPORTED_BY_WORKER = new AppError('interrupted', { detail: 'the worker reports the end' });

/** Starts dispatching; the returned function ends it, and leaves the jobs that run alone. */
export function startDispatcher(needs: DispatcherNeeds): () => void {
  const bull = new Queue<string>(QUEUE, { connection: needs.client, prefix: PREFIX });
  bull.on('error', (cause) => {
    if (!isConnectionError(cause)) needs.warn('the queue of jobs failed', cause);
  });
  const state: State = {
    ...needs,
    bull,
    queue: createFairQueue({
      clock: needs.clock,
      slots: () => state.slots,
      runJob: (job, signal) => runRemotely(state, job, signal),
    }),
    joined: new Map(),
    ended: new Map(),
    inherited: new Map(),
    places: new Map(),
    changed: new Set(),
    runs: new Map(),
    slots: { maxRunning: 0, maxHeavy: 0 },
    isCurrent: false,
    isEnded: false,
    isPublishScheduled: false,
    lastStats: null,
  };
  let joining: Promise<unknown> = Promise.resolve();
  const stopMembers = needs.signals.subscribe(MEMBERS, (change) => {
    if ('left' in change) return leave(state, change.left);
    if (!state.isCurrent) return;
    // One after the other: the queue is in the order in which they joined.
    joining = Promise.all([needs.table.get(change.joined), joining])
      .then(([member]) => member && join(state, member))
      .catch(compareLater);
  });
  const stopWorkers = needs.signals.subscribe(WORKERS, () => {
    void totalSlots(needs.client)
      .then((slots) => {
        state.slots = slots;
        if (state.isCurrent && !state.isEnded) state.queue.startWaiting();
      })
      .catch(compareLater);
  });
  const endComparing = needs.duties.every('dispatch-jobs', COMPARE_MS, () => compare(state), {
    runsAtOnce: true,
    failure: 'the queue of jobs could not be compared',
  });
  return () => {
    state.isEnded = true;
    stopMembers();
    stopWorkers();
    for (const settle of [...state.runs.values()]) settle();
    void endComparing();
    void bull.close().catch(compareLater);
  };
}

function join(state: State, member: Member): void {
  const { joined, queue, places, changed, ended } = state;
  const { downloadId, holder } = member;
  const known = joined.get(downloadId);
  if (state.isEnded || known?.key === member.key) return;
  if (known) queue.leave(downloadId);
  joined.set(downloadId, member);
  queue.join(downloadId, holder, member, {
    onPosition(place) {
      places.set(downloadId, place);
      changed.add(downloadId);
      schedulePublish(state);
    },
    onProgress: () => undefined,
    onEnd() {
      joined.delete(downloadId);
      places.delete(downloadId);
      const times = (ended.get(downloadId)?.times ?? 0) + 1;
      ended.set(downloadId, { atMs: state.clock.monotonic(), times });
    },
  });
  schedulePublish(state);
}

function leave(state: State, downloadId: string): void {
  state.ended.delete(downloadId);
  state.joined.delete(downloadId);
  state.places.delete(downloadId);
  if (!state.isEnded) state.queue.leave(downloadId);
}

type AssignedJob = Parameters<RunJob>[0];
type Outcome = 'done' | 'lost' | 'heavy';

/** Implements the queue's `runJob`: settles when no worker has the job any more. */
async function runRemotely(state: State, job: AssignedJob, signal: AbortSignal): Promise<never> {
  let outcome: Outcome = 'lost';
  // A run that Redis lost begins again; a worker that has finished it meanwhile left its file.
  while (outcome === 'lost' && !signal.aborted && !state.isEnded)
    outcome = await runOnce(state, job, signal);
  throw outcome === 'heavy' ? new ProvedHeavy() : REPORTED_BY_WORKER;
}

async function runOnce(
  state: State,
  { key, isHeavy, isLong = false, request }: AssignedJob,
  signal: AbortSignal,
): Promise<Outcome> {
  const { bull, signals, sealing, inherited, runs } = state;
  const inheritedRun = inherited.get(key);
  inherited.delete(key);
  const run = inheritedRun ?? `r-${randomBytes(12).toString('base64url')}`;
  const { promise: outcome, resolve } = Promise.withResolvers<Outcome>();
  const stop = signals.subscribe(doneOf(run), (result) =>
    resolve(result === 'heavy' ? 'heavy' : 'done'),
  );
  const cancel = () => {
    signals.publish(cancelOf(run), true, COMPARE_MS);
    // It may not have begun.
    void bull.remove(run).then((isRemoved) => isRemoved && resolve('done'), compareLater);
  };
  try {
    if (!inheritedRun) {
      const job = { key, isHeavy, isLong, request };
      const assignment: Assignment = { run, ...job };
      const sealed = sealing.seal(JSON.stringify(assignment), run);
      await bull.add('job', sealed, { jobId: run, removeOnComplete: true });
    }
    runs.set(run, () => resolve('lost'));
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    return await outcome;
  } catch (cause) {
    if (state.isEnded) return 'done';
    state.warn('a job could not be added to the queue', cause);
    await new Promise<void>((again) => state.clock.after(COMPARE_MS, again));
    return 'lost';
  } finally {
    stop();
    signal.removeEventListener('abort', cancel);
    runs.delete(run);
  }
}

/** Reconciles this process with what is in Redis. */
async function compare(state: State): Promise<void> {
  const { bull, client, table, joined, ended, runs } = state;
  state.slots = await totalSlots(client);
  const states: JobType[] = ['failed', 'active', 'waiting', 'delayed', 'prioritized'];
  const jobs = await reportDeadJobs(state, await bull.getJobs(states));
  const before = [...joined.keys(), ...ended.keys()];
  const members = await table.all();
  if (state.isEnded) return;
  if (!state.isCurrent) inherit(state, jobs, members);
  const found = new Set(jobs.map(({ id }) => id));
  // A job may have been added since the read; only one that is not in Redis at all is lost.
  for (const [run, lose] of [...runs]) if (!found.has(run) && !(await bull.getJob(run))) lose();
  const ids = new Set(members.map(({ downloadId }) => downloadId));
  for (const id of before) if (!ids.has(id)) leave(state, id);
  members.sort((one, other) => one.joinedAt - other.joinedAt);
  for (const member of members) if (mayJoin(state, member.downloadId)) join(state, member);
  state.queue.startWaiting();
  // For processes that missed a message, or are new.
  for (const id of state.places.keys()) state.changed.add(id);
  schedulePublish(state);
}

/** A member that is still there after the end of its job missed that message; one that stays after the next end has lost its server. */
function mayJoin({ ended, clock, table }: State, downloadId: string): boolean {
  const last = ended.get(downloadId);
  if (!last) return true;
  if (clock.monotonic() - last.atMs < LEAVE_MS) return false;
  if (last.times < MOST_ENDS) return true;
  ended.delete(downloadId);
  void table.remove([downloadId]).catch(compareLater);
  return false;
}

/** Takes over the runs that an earlier dispatcher assigned, and cancels those that no download waits for any more. */
function inherit(state: State, jobs: readonly BullJob<string>[], members: readonly Member[]): void {
  const { sealing, inherited, signals, bull } = state;
  const wanted = new Set(members.map(({ key }) => key));
  for (const job of jobs) {
    const { id: run = '' } = job;
    const key = readAssignment(sealing, job)?.key;
    if (key !== undefined && wanted.has(key) && !inherited.has(key)) {
      inherited.set(key, run);
      continue;
    }
    signals.publish(cancelOf(run), true, COMPARE_MS);
    void bull.remove(run).catch(compareLater);
  }
  state.isCurrent = true;
}

/** Publishes places and stats, at most twice a second. */
function schedulePublish(state: State): void {
  if (state.isPublishScheduled) return;
  state.isPublishScheduled = true;
  state.clock.after(PUBLISH_MS, () => {
    state.isPublishScheduled = false;
    if (!state.isEnded) publish(state);
  });
}

function publish(state: State): void {
  const { signals, places, changed, queue, clock, lastStats } = state;
  const changes = [...places].filter(([id]) => changed.has(id));
  changed.clear();
  if (changes.length > 0) signals.publish(PLACES, Object.fromEntries(changes), 0);
  const { oldestWaitMs, ...counts } = queue.count();
  const oldestSince = oldestWaitMs === null ? null : clock.now() - oldestWaitMs;
  const stats = { ...counts, isSlotWanted: queue.isSlotWanted(), oldestSince };
  const atMs = clock.monotonic();
  const isStale = !lastStats || atMs - lastStats.atMs >= STATS_REFRESH_MS;
  if (!isStale && isDeepStrictEqual(lastStats?.stats, stats)) return;
  state.lastStats = { stats, atMs };
  signals.publish(STATS, stats, STATS_KEPT_MS);
}

/** The next comparison repairs whatever failed. */
const compareLater = () => undefined;
