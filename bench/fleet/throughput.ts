// How many jobs a minute one, two and four servers finish whose work waits for the origin, so that no processor is the limit.
import { cpus } from 'node:os';
import { bigVideoId } from '../../lab/platforms/youtube/long-video.ts';
import type { LabProcess } from '../lab-process.ts';
import { cpuOfTree } from '../processes.ts';
import { prepareSource } from '../sources.ts';
import { visit } from '../visitor.ts';
import type { FleetServer, FleetServers } from './fleet-servers.ts';

const MEGABYTES = 2;
/** With this, a file of the size above takes some ten seconds, of which a processor is busy for a small part. */
const LINE = { rttMs: 40, bytesPerSecondPerConnection: 50_000 };
const PLAIN = { rttMs: 0, bytesPerSecondPerConnection: null };
const JOBS_PER_SERVER = 4;
const SIZES = [1, 2, 4] as const;
const SETTINGS = { MAX_JOBS: '1' };
const WISH = { format: 'mp4', quality: 'high' } as const;

/** One number of servers. `overLinear` is the rate divided by that of one of the fleet times their number. */
export type ThroughputRow = {
  readonly servers: number;
  readonly isFleet: boolean;
  readonly jobs: number;
  readonly seconds: number;
  readonly jobsPerMinute: number;
  readonly overLinear: number;
  /** Of this machine's processors, how much the servers used. */
  readonly cores: number;
  /** How busy all of this machine's processors were, with the lab and whatever else ran. */
  readonly busy: number;
};

/** Measures one process alone, then the fleet as it grows. Every server makes one file at a time. */
export async function measureThroughput(
  lab: LabProcess,
  fleet: FleetServers,
  nextTake: () => number,
): Promise<ThroughputRow[]> {
  const alone = await fleet.startAlone(SETTINGS);
  const rows = [await measure(lab, [alone], nextTake, false)];
  await alone.close();
  const servers: FleetServer[] = [];
  let one = 0;
  for (const size of SIZES) {
    while (servers.length < size) servers.push(await fleet.startShared(SETTINGS));
    const row = await measure(lab, servers, nextTake, true);
    one ||= row.jobsPerMinute;
    rows.push({ ...row, overLinear: row.jobsPerMinute / (one * size) });
  }
  for (const server of servers) await server.close();
  return rows;
}

/** From the moment in which all are asked for to the end of the last. Links are looked at before, at full speed. */
async function measure(
  lab: LabProcess,
  servers: readonly FleetServer[],
  nextTake: () => number,
  isFleet: boolean,
): Promise<ThroughputRow> {
  await lab.shape(PLAIN);
  const jobs = JOBS_PER_SERVER * servers.length;
  const asked = await Promise.all(
    Array.from({ length: jobs }, async (_, n) => {
      const { url } = await prepareSource(bigVideoId(MEGABYTES, nextTake()));
      return { url, visitor: visit(servers[n % servers.length]?.url ?? '') };
    }),
  );
  for (const { url, visitor } of asked) await visitor.inspect(url);
  await lab.shape(LINE);
  const cpu = () => servers.reduce((sum, { pid }) => sum + cpuOfTree(pid), 0);
  const [cpuBefore, machineBefore] = [cpu(), machineTimes()];
  const startedAt = performance.now();
  await Promise.all(
    asked.map(async ({ url, visitor }) => visitor.ended(await visitor.start({ url, ...WISH }))),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const machine = machineTimes();
  const idle = (machine.idle - machineBefore.idle) / (machine.all - machineBefore.all);
  return {
    servers: servers.length,
    isFleet,
    jobs,
    seconds,
    jobsPerMinute: (jobs * 60) / seconds,
    overLinear: 1,
    cores: (cpu() - cpuBefore) / seconds,
    busy: 1 - idle,
  };
}

/** What the processors of this machine have spent since it started. */
function machineTimes(): { readonly idle: number; readonly all: number } {
  const times = cpus().map(({ times }) => times);
  const all = times.flatMap((one) => Object.values(one)).reduce((sum, one) => sum + one, 0);
  return { idle: times.reduce((sum, one) => sum + one.idle, 0), all };
}
