// The queue of jobs within one process: joins those with the same key, keeps the order, cancels what no download wants any more.

import { AppError } from '../../../shared/errors.ts';
import type { Clock } from '../../async/clock.ts';
import type { JobProgress } from '../progress.ts';
import {
  type Job,
  type JobEnd,
  type JobListener,
  type JobQueue,
  ProvedHeavy,
  type QueueCount,
  type RunJob,
  type Slots,
} from './job-queue.ts';
import {
  encodes,
  type Holder,
  nextJob,
  type QueuedJob,
  queueOrder,
  type StartBounds,
} from './queue-order.ts';
import { startBounds, withAnotherSlot } from './start-bounds.ts';

/** `place` is the last one that was reported. */
type Member = { readonly holder: Holder; readonly listener: JobListener; place: number | null };
type Entry = Omit<Job, 'isHeavy'> & {
  isHeavy: boolean;
  isLong: boolean;
  addedAtMs: number;
  readonly members: Map<string, Member>;
  readonly controller: AbortController;
  lastProgress: JobProgress | null;
};

type Queue = {
  readonly clock: Clock;
  readonly runJob: RunJob;
  readonly slots: () => Slots;
  readonly waiting: Map<string, Entry>;
  readonly running: Map<string, Entry>;
  /** The jobs that occupy a slot: also those that were cancelled, until the last of their processes is gone. */
  readonly occupied: Map<Promise<void>, Entry>;
  readonly joined: Map<string, Entry>;
};

/** The queue. `startWaiting` is to be called when there are more slots. */
export type FairQueue = JobQueue & { readonly startWaiting: () => void };

/** Creates the queue. `slots` may change. */
export function createFairQueue(needs: {
  readonly clock: Clock;
  readonly slots: () => Slots;
  readonly runJob: RunJob;
}): FairQueue {
  const queue: Queue = {
    ...needs,
    waiting: new Map(),
    running: new Map(),
    occupied: new Map(),
    joined: new Map(),
  };
  return {
    join: (downloadId, holder, job, listener) =>
      join(queue, downloadId, { holder, listener, place: null }, job),
    leave: (downloadId) => leave(queue, downloadId),
    stop: () => stop(queue),
    count: () => count(queue),
    isSlotWanted: () => isSlotWanted(queue),
    startWaiting: () => startWaiting(queue),
  };
}

function join(queue: Queue, downloadId: string, member: Member, job: Job): void {
  const known = queue.running.get(job.key) ?? queue.waiting.get(job.key);
  const entry = known ?? {
    ...job,
    isLong: false,
    addedAtMs: queue.clock.monotonic(),
    members: new Map(),
    controller: new AbortController(),
    lastProgress: null,
  };
  entry.members.set(downloadId, member);
  queue.joined.set(downloadId, entry);
  if (!known) queue.waiting.set(job.key, entry);
  else if (entry.lastProgress) member.listener.onProgress(entry.lastProgress);
  startWaiting(queue);
}

function leave(queue: Queue, downloadId: string): void {
  const entry = queue.joined.get(downloadId);
  if (!entry) return;
  queue.joined.delete(downloadId);
  entry.members.delete(downloadId);
  if (entry.members.size === 0) {
    // Out of sight at once: a download that wants the same from now on starts a new job.
    for (const jobs of [queue.waiting, queue.running])
      if (jobs.get(entry.key) === entry) jobs.delete(entry.key);
    entry.controller.abort(new AppError('cancelled'));
  }
  startWaiting(queue);
}

async function stop(queue: Queue): Promise<void> {
  queue.waiting.clear();
  for (const entry of queue.running.values()) {
    entry.members.clear();
    entry.controller.abort(new AppError('interrupted'));
  }
  queue.joined.clear();
  await Promise.all(queue.occupied.keys());
}

/** Starts as many jobs as there are slots, and reports to the others what place they have now. */
function startWaiting(queue: Queue): void {
  const { clock, waiting, running } = queue;
  while (waiting.size > 0) {
    const next = nextJob(viewsOf(waiting), viewsOf(running), clock.monotonic(), boundsOf(queue));
    const entry = next && waiting.get(next.key);
    if (!entry) break;
    waiting.delete(entry.key);
    running.set(entry.key, entry);
    start(queue, entry);
  }
  const order = queueOrder(viewsOf(waiting), viewsOf(running), clock.monotonic());
  for (const [index, { key }] of order.entries())
    for (const member of waiting.get(key)?.members.values() ?? []) tellPlace(member, index + 1);
}

function tellPlace(member: Member, place: number): void {
  if (member.place === place) return;
  member.place = place;
  member.listener.onPosition(place);
}

function start(queue: Queue, entry: Entry): void {
  const report = (progress: JobProgress) => {
    entry.lastProgress = progress;
    for (const { listener } of entry.members.values()) listener.onProgress(progress);
  };
  const whole = queue.runJob(entry, entry.controller.signal, report).then(
    (file) => end(queue, entry, { file }),
    (error: unknown) =>
      error instanceof ProvedHeavy ? waitAgain(queue, entry) : end(queue, entry, { error }),
  );
  queue.occupied.set(whole, entry);
  void whole.finally(() => {
    queue.occupied.delete(whole);
    startWaiting(queue);
  });
}

/** As a heavy job, or as a long one if it was heavy. It may have been cancelled meanwhile. */
function waitAgain(queue: Queue, entry: Entry): void {
  if (queue.running.get(entry.key) !== entry) return;
  queue.running.delete(entry.key);
  entry.isLong = entry.isHeavy;
  entry.isHeavy = true;
  entry.lastProgress = null;
  for (const member of entry.members.values()) member.place = null;
  queue.waiting.set(entry.key, entry);
}

function end(queue: Queue, entry: Entry, result: JobEnd): void {
  if (queue.running.get(entry.key) === entry) queue.running.delete(entry.key);
  for (const [downloadId, { listener }] of entry.members) {
    queue.joined.delete(downloadId);
    listener.onEnd(result);
  }
  entry.members.clear();
}

function count(queue: Queue): QueueCount {
  const { clock, waiting, occupied, slots } = queue;
  const since = [...waiting.values()].map(({ addedAtMs }) => addedAtMs);
  const oldestWaitMs = since.length > 0 ? clock.monotonic() - Math.min(...since) : null;
  const { maxRunning: mostRunning } = slots();
  return {
    waiting: waiting.size,
    isPlaceWanted: [...waiting.values()].some(({ isLong }) => isLong),
    running: occupied.size,
    mostRunning,
    oldestWaitMs,
  };
}

function isSlotWanted(queue: Queue): boolean {
  const { waiting, running, clock } = queue;
  const bounds = withAnotherSlot(boundsOf(queue));
  return nextJob(viewsOf(waiting), viewsOf(running), clock.monotonic(), bounds) !== null;
}

function boundsOf({ slots, running, occupied }: Queue): StartBounds {
  const encoding = [...occupied.values()].filter(encodes).length;
  return startBounds(slots(), [...running.values()], { all: occupied.size, encoding });
}

function viewsOf(entries: ReadonlyMap<string, Entry>): QueuedJob[] {
  return [...entries.values()].map(({ members, ...job }) => ({
    ...job,
    holders: [...members.values()].map(({ holder }) => holder),
  }));
}
