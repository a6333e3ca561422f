// A queue as long as a server lets it become: how quickly downloads are accepted meanwhile, and what the servers spend on it
// while nothing can begin.
import { setTimeout as wait } from 'node:timers/promises';
import { bigVideoId } from '../../lab/platforms/youtube/long-video.ts';
import type { LabProcess } from '../lab-process.ts';
import { cpuOfTree, memoryOf } from '../processes.ts';
import { prepareSource } from '../sources.ts';
import { visit } from '../visitor.ts';
import { type FleetServer, openFleetServers } from './fleet-servers.ts';
import { type Spread, spreadOf } from './spread.ts';

/** What one server has open at most. */
const DOWNLOADS = 2000;
/** What a visitor may have open. */
const EACH = 12;
const AT_ONCE = 8;
const MEGABYTES = 2;
/** The first jobs last for half an hour. */
const SLOW_LINE = { rttMs: 40, bytesPerSecondPerConnection: 1000 };
const PLAIN = { rttMs: 0, bytesPerSecondPerConnection: null };
const SETTLE_MS = 5000;
const WATCHED_SECONDS = 30;
const SETTINGS = { MAX_JOBS: '1' };

/** One server alone, or two that share; `cores` and `mb` are those of the one that spends most. */
export type QueueRow = {
  readonly servers: number;
  readonly downloads: number;
  readonly acceptedPerSecond: number;
  /** From a request to its answer, in milliseconds: the first tenth, and the last. */
  readonly first: Spread;
  readonly last: Spread;
  /** Used while nothing happens, of one processor. */
  readonly cores: number;
  readonly mb: number;
};

/** What was aimed at. */
export const QUEUE_AIMS = { acceptedPerSecond: 50, cores: 0.2 } as const;

/** Fills the queue of one server, and that of two. All downloads are of one post, and each has a title of its own. */
export async function measureQueue(lab: LabProcess): Promise<readonly QueueRow[]> {
  const fleet = await openFleetServers(lab);
  try {
    const alone = await measure(lab, [await fleet.startAlone(SETTINGS)], 1);
    const pair = [await fleet.startShared(SETTINGS), await fleet.startShared(SETTINGS)];
    return [alone, await measure(lab, pair, 2)];
  } finally {
    await fleet.close();
  }
}

async function measure(
  lab: LabProcess,
  servers: readonly FleetServer[],
  take: number,
): Promise<QueueRow> {
  await lab.shape(PLAIN);
  const { url } = await prepareSource(bigVideoId(MEGABYTES, take));
  const origin = servers[0]?.url ?? '';
  await visit(origin).inspect(url);
  await lab.shape(SLOW_LINE);
  const visitors = Array.from({ length: Math.ceil(DOWNLOADS / EACH) }, () => visit(origin));
  const allMs: number[] = [];
  let next = 0;
  const ask = async () => {
    while (next < DOWNLOADS) {
      const number = next;
      next += 1;
      const visitor = visitors[number % visitors.length];
      const startedAt = performance.now();
      await visitor?.start({ url, format: 'mp4', quality: 'high', tags: { title: `${number}` } });
      allMs.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  const seconds = (performance.now() - startedAt) / 1000;
  await wait(SETTLE_MS);
  const cpu = () => servers.map(({ pid }) => cpuOfTree(pid));
  const before = cpu();
  await wait(WATCHED_SECONDS * 1000);
  const cores = cpu().map((after, index) => (after - (before[index] ?? 0)) / WATCHED_SECONDS);
  const mb = Math.max(...servers.map(({ pid }) => memoryOf(pid)));
  for (const server of servers) await server.close();
  return {
    servers: servers.length,
    downloads: allMs.length,
    acceptedPerSecond: allMs.length / seconds,
    first: spreadOf(allMs.slice(0, DOWNLOADS / 10)),
    last: spreadOf(allMs.slice(-DOWNLOADS / 10)),
    cores: Math.max(...cores),
    mb,
  };
}
