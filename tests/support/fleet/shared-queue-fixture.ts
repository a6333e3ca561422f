// Processes that share a queue of jobs through a real Redis: those that wait, and those that work.
import { UnrecoverableError, Worker } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { startDispatcher } from '../../../src/adapters/bullmq/dispatcher.ts';
import { type JobWorker, startJobWorker } from '../../../src/adapters/bullmq/job-worker.ts';
import { createMemberTable, type MemberTable } from '../../../src/adapters/bullmq/member-table.ts';
import { PREFIX, QUEUE } from '../../../src/adapters/bullmq/queue-name.ts';
import { createSharedJobQueue } from '../../../src/adapters/bullmq/shared-job-queue.ts';
import { startHeartbeat } from '../../../src/adapters/bullmq/worker-heartbeats.ts';
import { createDuties } from '../../../src/adapters/clock/duties.ts';
import { systemClock } from '../../../src/adapters/clock/system.ts';
import { createSeal } from '../../../src/adapters/secrets/seal.ts';
import type { StoredFile } from '../../../src/core/files/stored-file.ts';
import type { JobProgress } from '../../../src/core/jobs/progress.ts';
import type { JobEnd, JobQueue, JobRequest } from '../../../src/core/jobs/queue/job-queue.ts';
import { type LongJobs, NONE_LONG } from '../../../src/core/jobs/work-turns.ts';
import { type RedisFixture, startRedisFixture } from '../run/redis-fixture.ts';
import { openSignals } from './open-signals.ts';

const TIMES = { leaseMs: 2000, checkMs: 500 };
/** What the processes encrypt with. */
export const sealing = createSeal(new Uint8Array(32).fill(7));
const REQUEST: JobRequest = {
  kind: 'edit',
  fileId: 'f',
  edit: {} as never,
  title: 'a canary title',
};

const FETCHING: JobProgress = {
  phase: 'fetching',
  percent: 0,
  bytes: 0,
  totalBytes: null,
  bytesPerSecond: null,
  connections: 1,
  etaSeconds: null,
};

/** A file that a job made. */
export const fileOf = (id: string): StoredFile => ({
  id,
  workKey: `of ${id}`,
  bytes: 1,
  etag: '"e"',
  sha256: null,
  crc32: null,
  receipt: {
    container: 'mp4',
    picture: null,
    sound: null,
    durationSeconds: 1,
    bytes: 1,
    playsOn: [],
    extension: 'mp4',
  },
  createdAt: 1,
  expiresAt: 2,
});

/** The Redis of the test file. */
export let redis: RedisFixture;
beforeAll(async () => {
  redis = await startRedisFixture();
});
afterAll(() => redis?.close());

const closing: (() => unknown)[] = [];
/** What was warned of; a test that expects some takes them out. */
export const warnings: string[] = [];
beforeEach(() => redis.client.flushall());
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  expect(warnings.splice(0)).toEqual([]);
});

/** What every process has of its own. */
function openProcess() {
  const own = openSignals(redis.server.url, sealing);
  const warn = (message: string) => void warnings.push(message);
  closing.push(own.close);
  return {
    ...own,
    warn,
    duties: createDuties({ warn }),
    table: createMemberTable(own.client, sealing),
  };
}

/** What every server has: it dispatches. */
function openServer() {
  const own = openProcess();
  const dispatcher = startDispatcher({ ...own, sealing, clock: systemClock });
  closing.push(dispatcher.stop);
  return { ...own, dispatch: dispatcher.request };
}

/** A process that waits for jobs. With `isAway` its Redis refuses to write while that returns true. */
export function openWaiting(isAway: () => boolean = () => false) {
  const server = openServer();
  const refused = async () => {
    throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  };
  const table: MemberTable = {
    ...server.table,
    put: (members) => (isAway() ? refused() : server.table.put(members)),
    remove: (member) => (isAway() ? refused() : server.table.remove(member)),
  };
  const queue = createSharedJobQueue({ ...server, table, now: Date.now });
  closing.push(() => queue.stop());
  return queue;
}

type Run = {
  readonly key: string;
  readonly isHeavy: boolean;
  readonly isLong: boolean;
  readonly signal: AbortSignal;
  readonly report: (percent: number) => void;
  readonly resolve: (file: StoredFile) => void;
  readonly reject: (error: unknown) => void;
};

/** A process that runs jobs, which end as the test decides. `kept` are the files that it finds; `update` reports other `long` jobs. */
export function openWorker(maxRunning = 2, long: () => LongJobs = () => NONE_LONG) {
  const { client, signals, table, warn, dispatch } = openServer();
  const runs: Run[] = [];
  const kept = new Map<string, StoredFile>();
  const worker: JobWorker = startJobWorker({
    connection: client,
    clock: systemClock,
    signals,
    sealing,
    table,
    maxRunning,
    warn,
    onEnded: dispatch,
    times: TIMES,
    files: { find: async (key) => kept.get(key) ?? null },
    runJob({ key, request, isHeavy, isLong = false }, signal, report) {
      expect(request).toEqual(REQUEST);
      const { promise, resolve, reject } = Promise.withResolvers<StoredFile>();
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      runs.push({
        key,
        isHeavy,
        isLong,
        signal,
        resolve,
        reject,
        report: (percent) => report({ ...FETCHING, percent }),
      });
      return promise;
    },
  });
  const heartbeat = startHeartbeat(
    client,
    () => ({ maxRunning, maxHeavy: 1, long: long() }),
    dispatch,
  );
  let isStopped = false;
  const stop = async (drainMs = 0) => {
    if (isStopped) return;
    isStopped = true;
    await heartbeat.stop();
    await worker.stop(drainMs);
  };
  closing.push(() => stop());
  return { runs, kept, stop, update: heartbeat.update };
}

/** Joins a job, and records what its listener receives. */
export function join(queue: JobQueue, id: string, key = `key of ${id}`, visitor = id) {
  const received = { percents: [] as number[], places: [] as number[], end: null as JobEnd | null };
  const job = { key, seconds: 10, isHeavy: false, request: REQUEST };
  queue.join(id, { visitor, network: `${visitor}/32` }, job, {
    onPosition: (place) => received.places.push(place),
    onProgress: ({ percent }) => received.percents.push(percent),
    onEnd: (end) => {
      received.end = end;
    },
  });
  return received;
}

/** A worker whose jobs fail without a report, like those of a lost one. Returns how many it had. */
export function openSilentWorker(): () => number {
  const { client, dispatch } = openServer();
  let runs = 0;
  const fail = async () => {
    runs += 1;
    throw new UnrecoverableError('job stalled more than allowable limit');
  };
  const worker = new Worker(QUEUE, fail, { connection: client, prefix: PREFIX });
  const heartbeat = startHeartbeat(client, () => ({ maxRunning: 1, maxHeavy: 1 }), dispatch);
  closing.push(async () => {
    await heartbeat.stop();
    await worker.close();
  });
  return () => runs;
}
