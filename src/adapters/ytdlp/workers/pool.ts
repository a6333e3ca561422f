// Warm yt-dlp workers behind one call: queue, deadline, one retry after a crash, a spare that is always ready. For the engine.

import type { Clock } from '../../../core/async/clock.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Sandbox } from '../../process/sandbox.ts';
import { sweepEngineFolders } from '../engine-folder.ts';
import type { EngineOptions } from '../engine-settings.ts';
import { createEngineProcess } from './engine-process.ts';
import { createPoolRequest, type PoolRequest } from './pool-request.ts';
import type { EngineAnswer, EngineDescription, EngineRequest } from './protocol.ts';
import { createWorker, type Worker, type WorkerLane, type WorkerLoss } from './worker.ts';
import { startZygote, type Zygote } from './zygote.ts';

/** How many workers there are, how long one may take and how long one lives. */
export type PoolOptions = EngineOptions & {
  /** Folder of worker.py. */
  readonly scriptFolder: string;
  readonly sandbox: Sandbox;
  readonly clock: Clock;
  /** Most requests at the same time. */
  readonly size: number;
  /** Workers beyond those at work that are kept ready; 1 unless told. */
  readonly spare?: number;
  /** Most requests that wait for a worker; 4 per worker unless told. */
  readonly maxQueued?: number;
  /** Makes the way out of a new worker. */
  readonly lanes: () => WorkerLane;
  /** Longest time for one request, its retry included; 25 s unless told. Waiting for a worker has the same bound. */
  readonly deadlineMs?: number;
  /** A worker is replaced after its answer when one of these is passed: 500 requests, 45 minutes, 150 MB unless told. */
  readonly recycleAfter?: {
    readonly requests?: number;
    readonly ageMs?: number;
    readonly rssBytes?: number;
  };
};

/** The pool as the doctor and the health routes see it. */
export type PoolState = {
  readonly description: EngineDescription | undefined;
  /** Whether killing a worker is certain to end all that it started by means of a namespace. */
  readonly nested: boolean;
  readonly failure: AppError | undefined;
  readonly workers: number;
  readonly busy: number;
  readonly idle: number;
  readonly queued: number;
  readonly restarts: number;
  /** Marks every process of the running engine, see `processesOf`. */
  readonly treeId: string | undefined;
};

/** Warm workers. */
export type WorkerPool = {
  /**
   * The engine's answer, which may be its error. Throws AppError: `server_busy` (too many wait, or no worker got free in
   * time), `timeout`, `engine_crashed` (twice), `engine_unavailable`; and the signal's reason at once when it aborts.
   */
  readonly inspect: (request: EngineRequest, signal: AbortSignal) => Promise<EngineAnswer>;
  readonly state: () => PoolState;
  /** The first start: fulfilled when the engine serves, rejected with `engine_unavailable` when it does not. It is tried again either way. */
  readonly ready: Promise<EngineDescription>;
  /** Fulfilled once nothing of the engine is left. What was still running is rejected with `engine_unavailable`. */
  readonly close: () => Promise<void>;
};

const DEADLINE_MS = 25_000;
const MAX_REQUESTS = 500;
const MAX_AGE_MS = 45 * 60_000;
const MAX_RSS_BYTES = 150 * 1024 ** 2;
const MAX_ATTEMPTS = 2;
const MAX_FAILED_STARTS = 5;
// The zygote confirms a death within milliseconds; one that does not is itself in trouble.
const CONFIRM_DEATH_MS = 5000;

/** Starts the engine at once and in the background: `inspect` waits for it. */
export function createWorkerPool(options: PoolOptions): WorkerPool {
  const { clock, size } = options;
  const spare = options.spare ?? 1;
  const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
  const maxQueued = options.maxQueued ?? size * 4;
  const queue: PoolRequest[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, PoolRequest>();
  const starting = new Set<Worker>();
  let failedStarts = 0;
  const ready = Promise.withResolvers<EngineDescription>();
  ready.promise.catch(() => undefined); // nobody has to wait for it
  let closed = false;

  // What it cannot remove (another user's, a race) stays; it is only litter.
  sweepEngineFolders(clock.now()).catch(() => undefined);
  const engine = createEngineProcess({
    start: () => startZygote(options),
    clock,
    onServing: (description) => {
      ready.resolve(description);
      pump();
    },
    onDown: (failure) => {
      ready.reject(failure);
      if (failure) for (const job of queue.splice(0)) job.reject(failure);
    },
  });

  function pump(): void {
    // Workers of an engine that has just died are reported one by one; none of them may get a job meanwhile.
    const serving = engine.serving();
    if (!serving || closed) return;
    while (queue.length > 0 && busy.size < size) {
      const worker = takeIdle(queue[0]?.attempts ?? 0);
      if (!worker) break;
      const job = queue.shift();
      if (job) assign(job, worker);
    }
    refill(serving.zygote);
  }

  /** The one used last has the warmest connections; a retry takes the one used least. */
  function takeIdle(attempts: number): Worker | undefined {
    for (;;) {
      const worker = attempts > 0 ? idle.shift() : idle.pop();
      if (!worker || !isOld(worker)) return worker;
      worker.end();
    }
  }

  function refill(zygote: Zygote): void {
    const wanted = Math.min(size, busy.size + queue.length) + spare;
    while (busy.size + idle.length + starting.size < wanted) hire(zygote);
  }

  function hire(zygote: Zygote): void {
    let callOffWatch: (() => void) | undefined;
    const worker = createWorker(zygote, options.lanes(), clock, {
      onReady() {
        failedStarts = 0;
        starting.delete(worker);
        idle.unshift(worker);
        pump();
      },
      onAnswer: (answer) => answered(worker, answer),
      onLost: (loss) => lost(worker, loss),
      onEnd() {
        callOffWatch = clock.after(CONFIRM_DEATH_MS, zygote.kill);
      },
      onGone: () => callOffWatch?.(),
    });
    starting.add(worker);
  }

  function assign(job: PoolRequest, worker: Worker): void {
    if (job.attempts === 0)
      job.setTimer(clock.after(deadlineMs, () => giveUp(job, new AppError('timeout'))));
    job.attempts += 1;
    busy.set(worker, job);
    worker.ask(job.request);
  }

  function answered(worker: Worker, answer: EngineAnswer): void {
    const job = busy.get(worker);
    busy.delete(worker);
    if (answer.stale || isOld(worker)) worker.end();
    else idle.push(worker);
    job?.resolve(answer);
    pump();
  }

  function lost(worker: Worker, loss: WorkerLoss): void {
    const job = busy.get(worker);
    busy.delete(worker);
    if (starting.delete(worker)) {
      failedStarts += 1;
      if (failedStarts >= MAX_FAILED_STARTS) engine.abandon(`workers do not start: ${loss.tail}`);
    }
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
    if (job && job.attempts < MAX_ATTEMPTS) queue.unshift(job);
    else job?.reject(crash(loss));
    pump();
  }

  /** The caller is told at once; what was at work for it is killed. */
  function giveUp(job: PoolRequest, reason: unknown): void {
    const at = queue.indexOf(job);
    if (at >= 0) queue.splice(at, 1);
    for (const [worker, its] of busy) {
      if (its !== job) continue;
      busy.delete(worker);
      worker.end();
    }
    job.reject(reason);
    pump();
  }

  function isOld(worker: Worker): boolean {
    const {
      requests = MAX_REQUESTS,
      ageMs = MAX_AGE_MS,
      rssBytes = MAX_RSS_BYTES,
    } = options.recycleAfter ?? {};
    return (
      worker.count() >= requests ||
      worker.rssBytes() > rssBytes ||
      clock.monotonic() - worker.bornAtMs > ageMs
    );
  }

  return {
    inspect(request, signal) {
      return new Promise((resolve, reject) => {
        const failure = closed
          ? new AppError('engine_unavailable', { detail: 'closing' })
          : engine.failure();
        if (signal.aborted) return reject(signal.reason);
        if (failure) return reject(failure);
        if (queue.length >= maxQueued)
          return reject(new AppError('server_busy', { params: { retryAfterSeconds: 5 } }));
        const job = createPoolRequest({
          request,
          signal,
          resolve,
          reject,
          onAbort: () => giveUp(job, signal.reason),
        });
        const busyTooLong = () =>
          giveUp(job, new AppError('server_busy', { params: { retryAfterSeconds: 5 } }));
        job.setTimer(clock.after(deadlineMs, busyTooLong));
        queue.push(job);
        pump();
      });
    },
    ready: ready.promise,
    state: () => ({
      description: engine.serving()?.description,
      nested: engine.serving()?.nested ?? false,
      failure: engine.failure(),
      workers: busy.size + idle.length + starting.size,
      busy: busy.size,
      idle: idle.length,
      queued: queue.length,
      restarts: engine.restarts(),
      treeId: engine.serving()?.zygote.treeId,
    }),
    async close() {
      closed = true;
      const closing = new AppError('engine_unavailable', { detail: 'closing' });
      for (const job of [...queue.splice(0), ...busy.values()]) giveUp(job, closing);
      for (const worker of [...idle.splice(0), ...starting]) worker.end();
      await engine.close();
    },
  };
}

function crash(loss: WorkerLoss): AppError {
  return new AppError('engine_crashed', {
    detail: `${loss.why} ${loss.code ?? ''} ${loss.tail}`.trim(),
  });
}
