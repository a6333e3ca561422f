// Wires the queue of jobs: of this process alone, or of all servers that share a Redis, a database and a store of files.
import { availableParallelism } from 'node:os';
import type { MemberTable } from '../adapters/bullmq/member-table.ts';
import type { Slots } from '../adapters/bullmq/worker-slots.ts';
import { createMemoryJobQueue } from '../adapters/memory/job-queue.ts';
import { createSeal } from '../adapters/secrets/seal.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Duties } from '../core/async/duties.ts';
import type { Signals } from '../core/async/signals.ts';
import type { FileStore } from '../core/files/ports.ts';
import type { JobQueue, RunJob } from '../core/jobs/job-queue.ts';
import type { ServerTimes } from '../core/servers/server-registry.ts';
import type { SharedRedis } from './state/redis.ts';

/** What the other modules provide. `redis` is null where this server's jobs are its own. */
export type JobQueueNeeds = {
  readonly config: Config;
  readonly clock: Clock;
  readonly duties: Duties;
  readonly secret: Uint8Array;
  readonly signals: Signals;
  readonly times: ServerTimes;
  readonly redis: SharedRedis | null;
  readonly files: Pick<FileStore, 'find'>;
  /** Null on a server that leaves jobs to others. */
  readonly runJob: RunJob | null;
  readonly warn: (message: string, cause: unknown) => void;
};

/** The queue. `drain` ends this server's part in it: jobs that are not done after `maxMs` go to other servers. */
export type JobQueueModule = {
  readonly queue: JobQueue;
  readonly drain: (maxMs: number) => Promise<void>;
  /** The number of jobs that this server runs. */
  readonly running: () => number;
  /** How many jobs it found, since its start, whose server was lost. */
  readonly foundLost: () => number;
};

/** Opens it. */
export async function composeJobQueue(needs: JobQueueNeeds): Promise<JobQueueModule> {
  const { config, clock, redis, runJob } = needs;
  const slots = {
    maxRunning: config.MAX_JOBS,
    maxHeavy: config.MAX_TRANSCODES ?? Math.max(1, Math.floor(availableParallelism() / 2)),
  };
  if (redis) return composeSharedQueue({ ...needs, redis }, slots);
  if (!runJob) throw new TypeError('a server without a shared queue runs its jobs');
  const queue = createMemoryJobQueue({ clock, slots: () => slots, runJob });
  return {
    queue,
    drain: NOT_WORKING.end,
    running: () => queue.count().running,
    foundLost: () => 0,
  };
}

type SharedNeeds = JobQueueNeeds & { readonly redis: SharedRedis };

async function composeSharedQueue(needs: SharedNeeds, slots: Slots): Promise<JobQueueModule> {
  const { clock, duties, redis, signals, secret, runJob } = needs;
  const [{ createSharedJobQueue }, { createMemberTable }] = await Promise.all([
    import('../adapters/bullmq/shared-job-queue.ts'),
    import('../adapters/bullmq/member-table.ts'),
  ]);
  const table = createMemberTable(redis.client, createSeal(secret));
  const working = runJob ? await beginWorking({ ...needs, runJob }, slots, table) : NOT_WORKING;
  const queue = createSharedJobQueue({ table, signals, duties, now: clock.now });
  let ending: Promise<void> | undefined;
  const drain = (maxMs: number) => {
    ending ??= working.end(maxMs);
    return ending;
  };
  return {
    queue: {
      ...queue,
      async stop() {
        await queue.stop();
        await drain(0);
      },
    },
    drain,
    running: working.running,
    foundLost: working.foundLost,
  };
}

type Working = Pick<JobQueueModule, 'running' | 'foundLost'> & {
  readonly end: (drainMs: number) => Promise<void>;
};
const NOT_WORKING: Working = {
  running: () => 0,
  foundLost: () => 0,
  end: async () => undefined,
};

/** Runs jobs of all servers, and stands for giving them out. */
async function beginWorking(
  needs: SharedNeeds & { readonly runJob: RunJob },
  slots: Slots,
  table: MemberTable,
): Promise<Working> {
  const [{ startDispatcher }, { startJobWorker }, { announceSlots }, leading] = await Promise.all([
    import('../adapters/bullmq/dispatcher.ts'),
    import('../adapters/bullmq/job-worker.ts'),
    import('../adapters/bullmq/worker-slots.ts'),
    import('../adapters/redis/leadership.ts'),
  ]);
  const { clock, duties, redis, signals, secret } = needs;
  const { client } = redis;
  const sealing = createSeal(secret);
  const connection = redis.openWaiting();
  const worker = startJobWorker({ ...needs, ...slots, connection, sealing });
  const withdraw = announceSlots(client, signals, slots);
  const leadership = leading.createRedisLeadership({
    client,
    duties,
    signals,
    work: 'dispatch',
    times: leading.URGENT,
  });
  leadership.begin(() =>
    startDispatcher({
      ...needs,
      client,
      table,
      sealing,
      createQueue: (own) => createMemoryJobQueue({ ...own, clock }),
    }),
  );
  return {
    running: worker.running,
    foundLost: worker.foundLost,
    async end(drainMs) {
      await withdraw();
      await worker.stop(drainMs);
      await leadership.end();
      connection.disconnect();
    },
  };
}
