// Gives the jobs of all processes to the workers of all processes, in the order of the queue within one process: it is that
// queue, with workers elsewhere. One process dispatches at a time, see `Leadership`; a second one for a moment does no harm.
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Job as BullJob, type JobType, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Clock } from '../../core/async/clock.ts';
import type { Duties } from '../../core/async/duties.ts';
import type { Signals } from '../../core/async/signals.ts';
import { createFairQueue, type FairQueue } from '../../core/jobs/fair-queue.ts';
import { ProvedHeavy, type RunJob, type Slots } from '../../core/jobs/job-queue.ts';
import { AppError } from '../../shared/errors.ts';
import { readAssignment, tellAllGivenUp } from './given-up-jobs.ts';
import {
  type Assignment,
  cancelOf,
  doneOf,
  FIGURES,
  MEMBERS,
  type Member,
  PLACES,
  type QueueFigures,
  WORKERS,
} from './job-messages.ts';
import type { MemberTable, Sealing } from './member-table.ts';
import { isAway, PREFIX, QUEUE } from './queue-name.ts';
import { slotsOfAll } from './worker-slots.ts';

/** How often everything is compared with Redis: whatever message was lost, it takes no longer to notice. */
const COMPARE_MS = 5000;
/** Places are told at most this often. */
const TELL_MS = 500;
/** A member that is still there after its job has ended did not hear of it; it has this long to leave. */
const LEAVE_MS = 6000;
/** A server that waits for a job puts it back. */
const MOST_ENDS = 2;
const FIGURES_KEPT_MS = 20_000;
/** Figures that did not change are told again after this long. */
const FIGURES_AGAIN_MS = 9000;

/** What dispatching needs. */
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
  /** When the job of a member ended that has not left yet, and how often it has. */
  readonly ended: Map<string, { readonly atMs: number; readonly times: number }>;
  /** Runs of an earlier dispatcher, by the job's key. */
  readonly inherited: Map<string, string>;
  /** The place of each member that waits, and those whose place changed since it was told. */
  readonly places: Map<string, number>;
  readonly moved: Set<string>;
  /** Calls `settle` of each run that is not there any more. */
  readonly runs: Map<string, () => void>;
  slots: Slots;
  /** It knows what runs: before, a job could be given out twice. */
  isCurrent: boolean;
  isEnded: boolean;
  isTelling: boolean;
  told: { readonly figures: QueueFigures; readonly atMs: number } | null;
};

/** Every end of a job reaches its members from the worker itself. */
const TOLD_BY_WORKER = new AppError('interrupted', { detail: 'the worker tells the end' });

/** Starts dispatching; the returned function ends it, and leaves the jobs that run alone. */
export function startDispatcher(needs: DispatcherNeeds): () => void {
  const bull = new Queue<string>(QUEUE, { connection: needs.client, prefix: PREFIX });
  bull.on('error', (cause) => {
    if (!isAway(cause)) needs.warn('the queue of jobs failed', cause);
  });
  const state: State = {
    ...needs,
    bull,
    queue: createFairQueue({
      clock: needs.clock,
      slots: () => state.slots,
      runJob: (job, signal) => runElsewhere(state, job, signal),
    }),
    joined: new Map(),
    ended: new Map(),
    inherited: new Map(),
    places: new Map(),
    moved: new Set(),
    runs: new Map(),
    slots: { maxRunning: 0, maxHeavy: 0 },
    isCurrent: false,
    isEnded: false,
    isTelling: false,
    told: null,
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
    void slotsOfAll(needs.client)
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
  const { joined, queue, places, moved, ended } = state;
  const { downloadId, holder } = member;
  const known = joined.get(downloadId);
  if (state.isEnded || known?.key === member.key) return;
  if (known) queue.leave(downloadId);
  joined.set(downloadId, member);
  queue.join(downloadId, holder, member, {
    onPosition(place) {
      places.set(downloadId, place);
      moved.add(downloadId);
      tellSoon(state);
    },
    onProgress: () => undefined,
    onEnd() {
      joined.delete(downloadId);
      places.delete(downloadId);
      const times = (ended.get(downloadId)?.times ?? 0) + 1;
      ended.set(downloadId, { atMs: state.clock.monotonic(), times });
    },
  });
  tellSoon(state);
}

function leave(state: State, downloadId: string): void {
  state.ended.delete(downloadId);
  state.joined.delete(downloadId);
  state.places.delete(downloadId);
  if (!state.isEnded) state.queue.leave(downloadId);
}

type AssignedJob = Parameters<RunJob>[0];
type Outcome = 'done' | 'lost' | 'heavy';

/** Fulfils the queue's `runJob`: settles when no worker has the job any more. */
async function runElsewhere(state: State, job: AssignedJob, signal: AbortSignal): Promise<never> {
  let outcome: Outcome = 'lost';
  // A run that Redis lost begins again; a worker that has finished it meanwhile left its file.
  while (outcome === 'lost' && !signal.aborted && !state.isEnded)
    outcome = await runOnce(state, job, signal);
  throw outcome === 'heavy' ? new ProvedHeavy() : TOLD_BY_WORKER;
}

async function runOnce(
  state: State,
  { key, isHeavy, request }: AssignedJob,
  signal: AbortSignal,
): Promise<Outcome> {
  const { bull, signals, sealing, inherited, runs } = state;
  const inheritedRun = inherited.get(key);
  inherited.delete(key);
  const run = inheritedRun ?? `r-${randomBytes(12).toString('base64url')}`;
  const { promise: gone, resolve } = Promise.withResolvers<Outcome>();
  const stop = signals.subscribe(doneOf(run), (said) =>
    resolve(said === 'heavy' ? 'heavy' : 'done'),
  );
  const cancel = () => {
    signals.publish(cancelOf(run), true, COMPARE_MS);
    // It may not have begun.
    void bull.remove(run).then((isRemoved) => isRemoved && resolve('done'), compareLater);
  };
  try {
    if (!inheritedRun) {
      const job = { key, isHeavy, request };
      const assignment: Assignment = { run, ...job };
      const sealed = sealing.seal(JSON.stringify(assignment), run);
      await bull.add('job', sealed, { jobId: run, removeOnComplete: true });
    }
    runs.set(run, () => resolve('lost'));
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    return await gone;
  } catch (cause) {
    if (state.isEnded) return 'done';
    state.warn('a job could not be given to a worker', cause);
    await new Promise<void>((again) => state.clock.after(COMPARE_MS, again));
    return 'lost';
  } finally {
    stop();
    signal.removeEventListener('abort', cancel);
    runs.delete(run);
  }
}

/** Brings this process up to what is in Redis. */
async function compare(state: State): Promise<void> {
  const { bull, client, table, joined, ended, runs } = state;
  state.slots = await slotsOfAll(client);
  const states: JobType[] = ['failed', 'active', 'waiting', 'delayed', 'prioritized'];
  const jobs = await tellAllGivenUp(state, await bull.getJobs(states));
  const before = [...joined.keys(), ...ended.keys()];
  const members = await table.all();
  if (state.isEnded) return;
  if (!state.isCurrent) inherit(state, jobs, members);
  const there = new Set(jobs.map(({ id }) => id));
  // A job may have been given out since; only what is not there at all is lost.
  for (const [run, lose] of [...runs]) if (!there.has(run) && !(await bull.getJob(run))) lose();
  const ids = new Set(members.map(({ downloadId }) => downloadId));
  for (const id of before) if (!ids.has(id)) leave(state, id);
  members.sort((one, other) => one.joinedAt - other.joinedAt);
  for (const member of members) if (mayJoin(state, member.downloadId)) join(state, member);
  state.queue.startWaiting();
  // Who missed a message, or is new, hears of it now.
  for (const id of state.places.keys()) state.moved.add(id);
  tellSoon(state);
}

/** A member that is still there after the end of its job missed that; one that stays after the next end has lost its server. */
function mayJoin({ ended, clock, table }: State, downloadId: string): boolean {
  const last = ended.get(downloadId);
  if (!last) return true;
  if (clock.monotonic() - last.atMs < LEAVE_MS) return false;
  if (last.times < MOST_ENDS) return true;
  ended.delete(downloadId);
  void table.remove([downloadId]).catch(compareLater);
  return false;
}

/** Takes over the runs that an earlier dispatcher gave out, and cancels those that no download waits for any more. */
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

/** Tells places and figures, at most twice a second. */
function tellSoon(state: State): void {
  if (state.isTelling) return;
  state.isTelling = true;
  state.clock.after(TELL_MS, () => {
    state.isTelling = false;
    if (!state.isEnded) tell(state);
  });
}

function tell(state: State): void {
  const { signals, places, moved, queue, clock } = state;
  const told = [...places].filter(([id]) => moved.has(id));
  moved.clear();
  if (told.length > 0) signals.publish(PLACES, Object.fromEntries(told), 0);
  const { oldestWaitMs, ...counts } = queue.count();
  const oldestSince = oldestWaitMs === null ? null : clock.now() - oldestWaitMs;
  const figures = { ...counts, oldestSince };
  const atMs = clock.monotonic();
  const isOld = !state.told || atMs - state.told.atMs >= FIGURES_AGAIN_MS;
  if (!isOld && isDeepStrictEqual(state.told?.figures, figures)) return;
  state.told = { figures, atMs };
  signals.publish(FIGURES, figures, FIGURES_KEPT_MS);
}

/** Whatever failed, the next comparison makes up for it. */
const compareLater = () => undefined;
