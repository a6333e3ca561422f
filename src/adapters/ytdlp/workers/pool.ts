// A pool of warm yt-dlp workers: queue, deadline, one retry after a crash, and a spare worker that is always ready.

import type { Clock } from '../../../core/async/clock.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Sandbox } from '../../process/sandbox.ts';
import { sweepEngineFolders } from '../engine-folder.ts';
import type { EngineOptions } from '../engine-settings.ts';
import { createEngineProcess, type EngineProcess } from './engine-process.ts';
import { createPoolRequest, type PoolRequest } from './pool-request.ts';
import type { EngineAnswer, EngineDescription, EngineRequest } from './protocol.ts';
import { createWorker, type Worker, type WorkerLane, type WorkerLoss } from './worker.ts';
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
  /** Opens the egress session of a new worker. */
  readonly lanes: () => WorkerLane;
  /** Time limit of a request, its retry included, and of the wait for a worker before it. Default: 25 s. */
  readonly deadlineMs?: number;
  /** A worker that exceeds one of these is replaced after its answer. Defaults: 500 requests, 45 minutes, 150 MB. */
  readonly recycleAfter?: {
    readonly requests?: number;
    readonly ageMs?: number;
    readonly rssBytes?: number;
  };
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
const MAX_REQUESTS = 500;
const MAX_AGE_MS = 45 * 60_000;
const MAX_RSS_BYTES = 150 * 1024 ** 2;
const MAX_ATTEMPTS = 2;
const MAX_FAILED_STARTS = 5;
// The zygote confirms a death within milliseconds; one that does not has hung itself.
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

  // Folders that cannot be removed (another user's, a race) are harmless.
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
  const { busy, engine, options, queue } = pool;
  // A dead engine's workers are reported one by one; none of them may get a request meanwhile.
  const serving = engine.serving();
  if (!serving || pool.isClosed) return;
  while (queue.length > 0 && busy.size < options.size) {
    const worker = takeIdle(pool, queue[0]?.attempts ?? 0);
    if (!worker) break;
    const request = queue.shift();
    if (request) assign(pool, request, worker);
  }
  refill(pool, serving.zygote);
}

/** Takes the most recently used worker, whose connections are warmest; for a retry the least recently used one. */
function takeIdle(pool: Pool, attempts: number): Worker | undefined {
  for (;;) {
    const worker = attempts > 0 ? pool.idle.shift() : pool.idle.pop();
    if (!worker || !isWornOut(pool, worker)) return worker;
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
  const wanted = Math.min(options.size, busy.size + queue.length) + (options.spare ?? 1);
  while (busy.size + idle.length + starting.size < wanted) forkWorker(pool, zygote);
}

function forkWorker(pool: Pool, zygote: Zygote): void {
  const { clock, lanes } = pool.options;
  let cancelWatchdog: (() => void) | undefined;
  const worker = createWorker(zygote, lanes(), clock, {
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
  if (answer.stale || isWornOut(pool, worker)) worker.end();
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

function isWornOut({ options }: Pool, worker: Worker): boolean {
  const {
    requests = MAX_REQUESTS,
    ageMs = MAX_AGE_MS,
    rssBytes = MAX_RSS_BYTES,
  } = options.recycleAfter ?? {};
  return (
    worker.count() >= requests ||
    worker.rssBytes() > rssBytes ||
    options.clock.monotonic() - worker.bornAtMs > ageMs
  );
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

function closing(): AppError {
  return new AppError('engine_unavailable', { detail: 'closing' });
}

function busyPool(): AppError {
  return new AppError('server_busy', { params: { retryAfterSeconds: 5 } });
}

function crashed({ code, tail, why }: WorkerLoss): AppError {
  return new AppError('engine_crashed', { detail: `${why} ${code ?? ''} ${tail}`.trim() });
}
