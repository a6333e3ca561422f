// Wires the queue of jobs: of this process alone, or of all servers that share a Redis, a database and a store of files.
import { createSeal } from '../adapters/secrets/seal.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Duties } from '../core/async/duties.ts';
import type { Signals } from '../core/async/signals.ts';
import type { FileStore } from '../core/files/ports.ts';
import { createFairQueue } from '../core/jobs/queue/fair-queue.ts';
import type { JobQueue, RunJob, Slots } from '../core/jobs/queue/job-queue.ts';
import type { WorkTurns } from '../core/jobs/work-turns.ts';
import type { ServerTimes } from '../core/servers/server-registry.ts';
import type { Keys } from './state/configured-data.ts';
import type { SharedRedis } from './state/redis.ts';

/** What the other modules provide. `redis` is null where this server's jobs are its own. */
export type JobQueueNeeds = {
  readonly clock: Clock;
  readonly duties: Duties;
  readonly keys: Keys;
  readonly signals: Signals;
  readonly times: ServerTimes;
  readonly redis: SharedRedis | null;
  readonly files: Pick<FileStore, 'find'>;
  readonly runJob: RunJob;
  /** The capacity of this server, and how the processors are shared between its jobs. */
  readonly slots: Omit<Slots, 'long'>;
  readonly turns: WorkTurns;
  readonly warn: (message: string, cause: unknown) => void;
};

/** The queue. `drain` ends this server's part in it: jobs that are not done after `maxMs` go to other servers. */
export type JobQueueModule = {
  readonly queue: JobQueue;
  readonly drain: (maxMs: number) => Promise<void>;
  /** The number of jobs that this server runs. */
  readonly running: () => number;
  /** The number of jobs of lost servers that it has found since its start. */
  readonly foundLost: () => number;
};

/** Opens the shared queue where there is a Redis, else one of this process. */
export async function composeJobQueue(needs: JobQueueNeeds): Promise<JobQueueModule> {
  const { clock, redis, runJob, turns } = needs;
  const slots = () => ({ ...needs.slots, long: turns.long() });
  if (redis) return composeSharedQueue({ ...needs, redis }, slots);
  const queue = createFairQueue({ clock, slots, runJob });
  turns.watch(queue.startWaiting);
  return {
    queue,
    drain: async () => undefined,
    running: () => queue.count().running,
    foundLost: () => 0,
  };
}

type SharedNeeds = JobQueueNeeds & { readonly redis: SharedRedis };

async function composeSharedQueue(needs: SharedNeeds, slots: () => Slots): Promise<JobQueueModule> {
  const { clock, duties, redis, signals, keys, turns } = needs;
  const [
    { createSharedJobQueue },
    { createMemberTable },
    { startDispatcher },
    { startJobWorker },
    { startHeartbeat },
  ] = await Promise.all([
    import('../adapters/bullmq/shared-job-queue.ts'),
    import('../adapters/bullmq/member-table.ts'),
    import('../adapters/bullmq/dispatcher.ts'),
    import('../adapters/bullmq/job-worker.ts'),
    import('../adapters/bullmq/worker-heartbeats.ts'),
  ]);
  const { client } = redis;
  const sealing = createSeal(keys.queue);
  const table = createMemberTable(client, sealing);
  const dispatcher = startDispatcher({ ...needs, client, table, sealing });
  const connection = redis.openWaiting();
  const { maxRunning } = slots();
  const worker = startJobWorker({
    ...needs,
    maxRunning,
    connection,
    sealing,
    table,
    onEnded: dispatcher.request,
  });
  const heartbeat = startHeartbeat(client, slots, dispatcher.request);
  turns.watch(() => {
    const { light, heavy } = turns.long();
    worker.setMaxRunning(maxRunning + light + heavy);
    heartbeat.update();
  });
  const queue = createSharedJobQueue({
    table,
    signals,
    duties,
    now: clock.now,
    dispatch: dispatcher.request,
  });
  let ending: Promise<void> | undefined;
  const end = async (drainMs: number) => {
    await heartbeat.stop();
    await worker.stop(drainMs);
    connection.disconnect();
  };
  const drain = (maxMs: number) => {
    ending ??= end(maxMs);
    return ending;
  };
  return {
    queue: {
      ...queue,
      async stop() {
        await queue.stop();
        await drain(0);
        await dispatcher.stop();
      },
    },
    drain,
    running: worker.running,
    foundLost: worker.foundLost,
  };
}
