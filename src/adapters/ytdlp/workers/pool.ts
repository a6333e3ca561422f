// A pool of warm yt-dlp workers: queue, deadline, one retry after a crash, and a spare worker that is always ready.

import type { Clock } from '../../../core/async/clock.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Sandbox } from '../../process/sandbox.ts';
import { sweepEngineFolders } from '../engine-folder.ts';
import type { EngineOptions } from '../engine-settings.ts';
import { createEngineProcess, type EngineProcess } from './engine-process.ts';
import { busyPool, closing, crashed } from './pool-errors.ts';
import { createPoolRequest, type PoolRequest } from './pool-request.ts';
import type { EngineAnswer, EngineDescription, EngineRequest } from './protocol.ts';
import { createWorker, type Worker, type WorkerLane, type WorkerLoss } from './worker.ts';
import { isWornOut, type WorkerLife } from './worker-life.ts';
import { startZygote, type Zygote } from './zygote.ts';

/** How many workers there are, how long a request may take and how long a worker lives. */
export type PoolOptions = EngineOptions & {
  /** Folder of worker.py. */
  readonly scriptFolder: string;
  readonly sandbox: Sandbox;
  readonly clock: Clock;
  /** Maximum number of concurrent requests. */
  readonly size: number;
  /** Idle workers to keep ready beside the busy ones. Default: 1. */
  readonly spare?: number;
  /** Maximum number of requests that wait for a worker. Default: 4 per worker. */
  readonly maxQueued?: number;
  /** Opens the egress session of a new worker, by an egress, which it keeps: its connections belong to that. */
  readonly lanes: (egress?: string) => WorkerLane;
  /** Time limit of a request, its retry included, and of the wait for a worker before it. Default: 25 s. */
  readonly deadlineMs?: number;
  /** The egress of requests that name none, and of idle workers that are kept ready. */
  readonly egress?: string;
  /** A worker that exceeds one of these is replaced after its answer. */
  readonly recycleAfter?: WorkerLife;
};

/** The pool's state for the doctor and the health routes. */
export type PoolState = {
  readonly description: EngineDescription | undefined;
  /** Whether a PID namespace guarantees that killing a worker ends everything it started. */
  readonly nested: boolean;
  readonly failure: AppError | undefined;
  readonly workers: number;
  readonly busy: number;
  readonly idle: number;
  readonly queued: number;
  readonly restarts: number;
  /** Marks every process of the running engine; see `processesOf`. */
  readonly treeId: string | undefined;
};

/** A pool of warm workers. */
export type WorkerPool = {
  /**
   * Returns the engine's answer, which may be its error. Throws AppError `server_busy` (the queue is full, or no worker
   * became free in time), `timeout`, `engine_crashed` (twice), `engine_unavailable`; rejects with the signal's reason as
   * soon as it aborts.
   */
  readonly inspect: (request: EngineRequest, signal: AbortSignal) => Promise<EngineAnswer>;
  readonly state: () => PoolState;
  /** Resolves when the engine first serves; rejects with `engine_unavailable` if its first start fails. The pool keeps trying either way. */
  readonly ready: Promise<EngineDescription>;
  /** Rejects pending requests with `engine_unavailable` and resolves once every process of the engine has ended. */
  readonly close: () => Promise<void>;
};

const DEADLINE_MS = 25_000;
const MAX_ATTEMPTS = 2;
const MAX_FAILED_STARTS = 5;
// The zygote confirms a death within milliseconds, unless it hangs.
const CONFIRM_DEATH_MS = 5000;

type Pool = {
  readonly options: PoolOptions;
  readonly deadlineMs: number;
  readonly engine: EngineProcess;
  readonly queue: PoolRequest[];
  /** The most recently used worker last. */
  readonly idle: Worker[];
  readonly busy: Map<Worker, PoolRequest>;
  readonly starting: Set<Worker>;
  failedStarts: number;
  isClosed: boolean;
};

/** Starts the engine in the background; `inspect` waits for it. */
export function createWorkerPool(options: PoolOptions): WorkerPool {
  const { clock } = options;
  const ready = Promise.withResolvers<EngineDescription>();
  ready.promise.catch(() => undefined); // optional to await
  // Before the engine: its first start may fail at once.
  const queue: PoolRequest[] = [];
  // Those that cannot be removed (another user's, a race) are harmless.
  sweepEngineFolders(clock.now()).catch(() => undefined);
  const engine = createEngineProcess({
    start: () => startZygote(options),
    clock,
    onServing: (description) => {
      ready.resolve(description);
      pump(pool);
    },
    onDown: (failure) => {
      ready.reject(failure);
      if (failure) for (const request of queue.splice(0)) request.reject(failure);
    },
  });
  const pool: Pool = {
    options,
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    engine,
    queue,
    idle: [],
    busy: new Map(),
    starting: new Set(),
    failedStarts: 0,
    isClosed: false,
  };
  return {
    inspect: (request, signal) => enqueue(pool, request, signal),
    ready: ready.promise,
    state: () => stateOf(pool),
    close: () => close(pool),
  };
}

/** Queues a request and settles with its outcome. */
function enqueue(pool: Pool, request: EngineRequest, signal: AbortSignal): Promise<EngineAnswer> {
  const { engine, options, queue } = pool;
  return new Promise((resolve, reject) => {
    const failure = pool.isClosed ? closing() : engine.failure();
    if (signal.aborted) return reject(signal.reason);
    if (failure) return reject(failure);
    if (queue.length >= (options.maxQueued ?? options.size * 4)) return reject(busyPool());
    const queued = createPoolRequest({
      request,
      signal,
      resolve,
      reject,
      onAbort: () => abandon(pool, queued, signal.reason),
    });
    queued.setTimer(options.clock.after(pool.deadlineMs, () => abandon(pool, queued, busyPool())));
    queue.push(queued);
    pump(pool);
  });
}

/** Assigns queued requests to idle workers, and forks workers until enough are ready. */
function pump(pool: Pool): void {
  const { busy, options, queue } = pool;
  // A dead engine's workers are reported one by one; none of them may get a request meanwhile.
  const serving = pool.isClosed ? null : pool.engine.serving();
  if (!serving) return;
  for (const request of [...queue]) {
    if (busy.size >= options.size) break;
    const worker = takeIdle(pool, request);
    if (!worker) continue;
    queue.splice(queue.indexOf(request), 1);
    assign(pool, request, worker);
  }
  refill(pool, serving.zygote);
}

/** Takes the most recently used worker, whose connections are warmest; for a retry the least recently used one. */
function takeIdle({ idle, ...pool }: Pool, { attempts, request }: PoolRequest): Worker | undefined {
  for (;;) {
    const wanted = egressOf(pool, request);
    const isOfEgress = ({ egress }: Worker) => egress === wanted;
    const at = attempts > 0 ? idle.findIndex(isOfEgress) : idle.findLastIndex(isOfEgress);
    const [worker] = at < 0 ? [] : idle.splice(at, 1);
    if (!worker || !isWornOut(worker, pool.options)) return worker;
    worker.end();
  }
}

function assign(pool: Pool, request: PoolRequest, worker: Worker): void {
  const { clock } = pool.options;
  if (request.attempts === 0) {
    const onDeadline = () => abandon(pool, request, new AppError('timeout'));
    const { deadlineMs = pool.deadlineMs } = request.request;
    request.setTimer(clock.after(Math.min(deadlineMs, pool.deadlineMs), onDeadline));
  }
  request.attempts += 1;
  pool.busy.set(worker, request);
  worker.send(request.request);
}

function refill(pool: Pool, zygote: Zygote): void {
  const { busy, idle, options, queue, starting } = pool;
  const spare = options.spare ?? 1;
  // First one for each request that none of its egress waits for.
  const coming = [...idle, ...starting].map(({ egress }) => egress);
  for (const { request } of queue.slice(0, Math.max(0, options.size - busy.size))) {
    const egress = egressOf(pool, request);
    const at = coming.indexOf(egress);
    if (at >= 0) coming.splice(at, 1);
    else forkWorker(pool, zygote, egress);
  }
  const wanted = Math.min(options.size, busy.size + queue.length) + spare;
  const count = () => busy.size + idle.length + starting.size;
  // Those of other egresses make room.
  while (count() > options.size + spare && idle.length > 0) idle.shift()?.end();
  while (count() < wanted) forkWorker(pool, zygote, options.egress);
}

const egressOf = ({ options }: Pick<Pool, 'options'>, request: EngineRequest) =>
  request.egress ?? options.egress;

function forkWorker(pool: Pool, zygote: Zygote, egress: string | undefined): void {
  const { clock, lanes } = pool.options;
  let cancelWatchdog: (() => void) | undefined;
  const worker = createWorker(zygote, { egress, lane: lanes(egress) }, clock, {
    onReady() {
      pool.failedStarts = 0;
      pool.starting.delete(worker);
      pool.idle.unshift(worker);
      pump(pool);
    },
    onAnswer: (answer) => handleAnswer(pool, worker, answer),
    onLost: (loss) => handleLoss(pool, worker, loss),
    onEnd() {
      cancelWatchdog = clock.after(CONFIRM_DEATH_MS, zygote.kill);
    },
    onExit: () => cancelWatchdog?.(),
  });
  pool.starting.add(worker);
}

function handleAnswer(pool: Pool, worker: Worker, answer: EngineAnswer): void {
  const request = pool.busy.get(worker);
  pool.busy.delete(worker);
  if (answer.stale || isWornOut(worker, pool.options)) worker.end();
  else pool.idle.push(worker);
  request?.resolve(answer);
  pump(pool);
}

/** Removes a lost worker; its request is retried once. */
function handleLoss(pool: Pool, worker: Worker, loss: WorkerLoss): void {
  const { busy, engine, idle, queue, starting } = pool;
  const request = busy.get(worker);
  busy.delete(worker);
  if (starting.delete(worker)) {
    pool.failedStarts += 1;
    if (pool.failedStarts >= MAX_FAILED_STARTS)
      engine.abandon(`workers do not start: ${loss.tail}`);
  }
  const at = idle.indexOf(worker);
  if (at >= 0) idle.splice(at, 1);
  if (request && request.attempts < MAX_ATTEMPTS) queue.unshift(request);
  else request?.reject(crashed(loss));
  pump(pool);
}

/** Rejects a request at once and kills the worker that is busy with it. */
function abandon(pool: Pool, request: PoolRequest, reason: unknown): void {
  const at = pool.queue.indexOf(request);
  if (at >= 0) pool.queue.splice(at, 1);
  for (const [worker, assigned] of pool.busy) {
    if (assigned !== request) continue;
    pool.busy.delete(worker);
    worker.end();
  }
  request.reject(reason);
  pump(pool);
}

function stateOf({ busy, engine, idle, queue, starting }: Pool): PoolState {
  const serving = engine.serving();
  return {
    description: serving?.description,
    nested: serving?.nested ?? false,
    failure: engine.failure(),
    workers: busy.size + idle.length + starting.size,
    busy: busy.size,
    idle: idle.length,
    queued: queue.length,
    restarts: engine.restarts(),
    treeId: serving?.zygote.treeId,
  };
}

async function close(pool: Pool): Promise<void> {
  pool.isClosed = true;
  const { busy, engine, idle, queue, starting } = pool;
  for (const request of [...queue.splice(0), ...busy.values()]) abandon(pool, request, closing());
  for (const worker of [...idle.splice(0), ...starting]) worker.end();
  await engine.close();
}
