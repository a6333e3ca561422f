// Starts the jobs of all servers: reads who waits and what runs, and gives BullMQ what may start, in the order of core/jobs/queue.
// No server is special: each does so when something has changed there, one after the other, and decides by what it has just read.
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Job as BullJob, type JobType, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Clock } from '../../core/async/clock.ts';
import type { Duties } from '../../core/async/duties.ts';
import type { Signals } from '../../core/async/signals.ts';
import { encodes, nextJob, type QueuedJob, queueOrder } from '../../core/jobs/queue/queue-order.ts';
import { startBounds, withAnotherSlot } from '../../core/jobs/queue/start-bounds.ts';
import { AppError } from '../../shared/errors.ts';
import {
  type Assignment,
  cancelOf,
  type Member,
  PLACES,
  readAssignment,
  reportsOf,
  type Sealing,
  STATS,
  toSent,
} from './job-messages.ts';
import type { MemberTable } from './member-table.ts';
import { isConnectionError, PREFIX, QUEUE } from './queue-name.ts';
import { totalSlots } from './worker-heartbeats.ts';

/** How often a server reads everything although it knows of no change. */
const COMPARE_MS = 5000;
const STATS_KEPT_MS = 20_000;
/** The least time between two readings of one server, and more of it for each download that waits. */
const PAUSE_MS = 20;
const PAUSE_PER_MEMBER_MS = 0.05;
const NO_PLACES = '{}';
/** The states of BullMQ that jobs have here. */
const STATES: JobType[] = ['failed', 'active', 'waiting'];

const LOCK = 'keepreel:dispatching';
/** A server that was lost while it dispatched is waited for this long. Two at once could exceed a bound. */
const LOCK_MS = 3000;
/** A dispatch starts no further job after this time, so that it ends before the lock expires. */
const START_WITHIN_MS = 1000;
const LOCK_RETRY_MS = 10;
/** Acquires the lock, or returns the token of the dispatch that has it. */
const ACQUIRE = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return false end
return redis.call('GET', KEYS[1])`;
const UNLOCK = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

/** What dispatching needs. `sealing` encrypts assignments. */
export type DispatcherNeeds = {
  readonly client: Redis;
  readonly table: MemberTable;
  readonly signals: Signals;
  readonly sealing: Sealing;
  readonly clock: Pick<Clock, 'now'>;
  readonly duties: Duties;
  readonly warn: (message: string, cause: unknown) => void;
};

/** The dispatcher of this process. */
export type Dispatcher = {
  /** To be called when members, jobs or slots have changed. */
  readonly request: () => void;
  /** Leaves the jobs that run alone. */
  readonly stop: () => Promise<void>;
};

type State = DispatcherNeeds & {
  readonly bull: Queue<string>;
  /** How many downloads the last reading found. */
  memberCount: number;
  /** The places that any server published last, as JSON. */
  lastPlaces: string;
  isWanted: boolean;
  isStopped: boolean;
  dispatching: Promise<void> | null;
};

/** Starts dispatching. */
export function startDispatcher(needs: DispatcherNeeds): Dispatcher {
  // The version of Redis is checked when it is opened: a query that failed would stay failed.
  const bull = new Queue<string>(QUEUE, {
    connection: needs.client,
    prefix: PREFIX,
    skipVersionCheck: true,
  });
  bull.on('error', (cause) => {
    if (!isConnectionError(cause)) needs.warn('the queue of jobs failed', cause);
  });
  const state: State = {
    ...needs,
    bull,
    memberCount: 0,
    lastPlaces: NO_PLACES,
    isWanted: false,
    isStopped: false,
    dispatching: null,
  };
  const stopPlaces = needs.signals.subscribe(PLACES, (places) => {
    state.lastPlaces = JSON.stringify(places);
  });
  const compare = () => {
    // For processes that missed a message, or are new.
    state.lastPlaces = NO_PLACES;
    return dispatch(state);
  };
  const endComparing = needs.duties.every('dispatch-jobs', COMPARE_MS, compare, {
    runsAtOnce: true,
    failure: 'the queue of jobs could not be compared',
  });
  return {
    request: () => request(state),
    async stop() {
      state.isStopped = true;
      stopPlaces();
      await Promise.all([endComparing(), state.dispatching]);
      await bull.close().catch(compareLater);
    },
  };
}

function request(state: State): void {
  state.isWanted = true;
  state.dispatching ??= dispatchWhileWanted(state).finally(() => {
    state.dispatching = null;
    if (state.isWanted && !state.isStopped) request(state);
  });
}

async function dispatchWhileWanted(state: State): Promise<void> {
  while (state.isWanted && !state.isStopped) {
    state.isWanted = false;
    await dispatch(state).catch(compareLater);
    await wait(PAUSE_MS + state.memberCount * PAUSE_PER_MEMBER_MS);
  }
}

/** Rejects while Redis is unavailable. */
async function dispatch(state: State): Promise<void> {
  const { client } = state;
  const token = randomBytes(9).toString('base64url');
  let first: unknown = null;
  for (;;) {
    const other = await client.eval(ACQUIRE, 1, LOCK, token, LOCK_MS);
    if (other === null) break;
    first ??= other;
    // One that began after this was requested has read what changed here.
    if (state.isStopped || other !== first) return;
    await wait(LOCK_RETRY_MS);
  }
  try {
    await startJobs(state, performance.now() + START_WITHIN_MS);
  } finally {
    await client.eval(UNLOCK, 1, LOCK, token).catch(compareLater);
  }
}

async function startJobs(state: State, untilMs: number): Promise<void> {
  const { bull, client, clock } = state;
  const slots = await totalSlots(client);
  const runs = await readRuns(state, await bull.getJobs(STATES));
  // Read later than the jobs: one that ends now removes its members first.
  const members = await readMembers(state);
  const running = new Set<string>();
  for (const { key, run } of runs) {
    // No download wants it, or, after a lock that expired, it was started twice.
    if (!members.has(key) || running.has(key)) cancel(state, run);
    running.add(key);
  }
  const started = runs.map(({ key, isHeavy, isLong }): QueuedJob => {
    return { ...jobOf(key, members.get(key) ?? []), isHeavy, isLong };
  });
  const waiting = [...members].flatMap(([key, all]) => (running.has(key) ? [] : jobOf(key, all)));
  const bounds = () => {
    const encoding = started.filter(encodes).length;
    return startBounds(slots, started, { all: started.length, encoding });
  };
  for (;;) {
    const next = nextJob(waiting, started, clock.now(), bounds());
    const [member] = next ? (members.get(next.key) ?? []) : [];
    if (!next || !member) break;
    if (performance.now() > untilMs) {
      request(state);
      break;
    }
    await start(state, next, member);
    waiting.splice(waiting.indexOf(next), 1);
    started.push(next);
  }
  const isSlotWanted = nextJob(waiting, started, clock.now(), withAnotherSlot(bounds())) !== null;
  publishPlaces(state, members, queueOrder(waiting, started, clock.now()));
  state.signals.publish(
    STATS,
    {
      waiting: waiting.length,
      isSlotWanted,
      isPlaceWanted: waiting.some(({ isLong }) => isLong),
      running: started.length,
      mostRunning: slots.maxRunning,
      oldestSince: waiting.length > 0 ? Math.min(...waiting.map((job) => job.addedAtMs)) : null,
    },
    STATS_KEPT_MS,
  );
}

/** The members by job. Of a download whose server was lost, and whose next one planned another job, the later row counts. */
async function readMembers(state: State): Promise<ReadonlyMap<string, readonly Member[]>> {
  const last = new Map<string, Member>();
  for (const member of await state.table.all()) {
    const other = last.get(member.downloadId);
    const [kept, outdated] =
      other && other.joinedAt > member.joinedAt ? [other, member] : [member, other];
    last.set(member.downloadId, kept);
    if (outdated) void state.table.remove(outdated).catch(compareLater);
  }
  state.memberCount = last.size;
  return Map.groupBy(last.values(), ({ key }) => key);
}

/** The assignments that BullMQ has. Reports those that it failed because they stalled twice, and removes them. */
async function readRuns(
  { sealing, signals, table }: State,
  jobs: readonly (BullJob<string> | undefined)[],
): Promise<readonly Assignment[]> {
  const runs: Assignment[] = [];
  for (const job of jobs) {
    // It has ended since its id was read.
    if (!job) continue;
    const assignment = readAssignment(sealing, job);
    if (!job.finishedOn) {
      if (assignment) runs.push(assignment);
      continue;
    }
    if (assignment) {
      const end = toSent({ error: new AppError('interrupted') });
      signals.publish(reportsOf(assignment.key), { end }, 0);
      await table.removeJob(assignment.key);
    }
    await job.remove().catch(compareLater);
  }
  return runs;
}

/** A job as its members describe it. */
function jobOf(key: string, members: readonly Member[]): QueuedJob {
  return {
    key,
    addedAtMs: Math.min(...members.map(({ joinedAt }) => joinedAt)),
    seconds: members[0]?.seconds ?? null,
    isHeavy: members.some(({ isHeavy }) => isHeavy),
    isCopy: members[0]?.isCopy ?? false,
    isLong: members.some(({ isLong }) => isLong),
    holders: members.map(({ holder }) => holder),
  };
}

async function start(
  { bull, sealing }: State,
  { key, isHeavy, isLong }: QueuedJob,
  { request }: Member,
): Promise<void> {
  const run = `r-${randomBytes(12).toString('base64url')}`;
  const assignment: Assignment = { run, key, isHeavy, isLong, request };
  const sealed = sealing.seal(JSON.stringify(assignment), run);
  await bull.add('job', sealed, { jobId: run, removeOnComplete: true });
}

function cancel(state: State, run: string): void {
  state.signals.publish(cancelOf(run), true, COMPARE_MS);
  // No worker may have taken it: then its slot is free.
  void state.bull.remove(run).then((isRemoved) => isRemoved && request(state), compareLater);
}

function publishPlaces(
  { signals, lastPlaces }: State,
  members: ReadonlyMap<string, readonly Member[]>,
  order: readonly QueuedJob[],
): void {
  const places = Object.fromEntries(
    order.flatMap(({ key }, index) =>
      (members.get(key) ?? []).map(({ downloadId }) => [downloadId, index + 1] as const),
    ),
  );
  if (JSON.stringify(places) !== lastPlaces) signals.publish(PLACES, places, 0);
}

/** The next reading repairs whatever failed. */
const compareLater = () => undefined;
