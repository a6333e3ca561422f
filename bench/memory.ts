// Memory of the server's process (RSS): without work, with eight downloads at once, and with one that is very large.
import { setTimeout as wait } from 'node:timers/promises';
import { bigVideoId } from '../lab/platforms/youtube/long-video.ts';
import type { LabProcess } from './lab-process.ts';
import type { Options } from './options.ts';
import { memoryOf } from './processes.ts';
import { startServerProcess } from './server-process.ts';
import { prepareSource, requireRoom } from './sources.ts';
import { visit } from './visitor.ts';
import { type SeenMemory, watchMemory } from './watch-memory.ts';

const JOBS = 8;
const SETTLE_MS = 5000;
const SMALL_MEGABYTES = 2;
/** After a change of the sources the first starts compile them and hold more. */
const STARTS_BEFORE = 2;

/** All in MB, with what was aimed at. `perJobMb` and `riseMb` are of the peaks, `perJobMedianMb` of the median. */
export type MemoryFigures = {
  readonly idleMb: number;
  readonly idleAimMb: number;
  readonly jobs: SeenMemory & {
    readonly atOnce: number;
    readonly sourceBytes: number;
    readonly perJobMb: number;
    readonly perJobMedianMb: number;
    readonly aimMb: number;
  };
  readonly big: {
    readonly sourceBytes: number;
    /** Of a new server, and once it has made and given away one small file. */
    readonly idleMb: number;
    readonly warmMb: number;
    readonly fetching: SeenMemory;
    readonly saving: SeenMemory;
    /** Of the higher of the two peaks over the warm server. */
    readonly riseMb: number;
    readonly aimMb: number;
  };
};

/** Measures all three, each on a server of its own. */
export async function measureMemory(lab: LabProcess, options: Options): Promise<MemoryFigures> {
  for (let start = 0; start < STARTS_BEFORE; start += 1)
    await (await startServerProcess(lab)).close();
  const { idleMb, ...jobs } = await measureJobs(lab, options.megabytes);
  return { idleMb, idleAimMb: 120, jobs, big: await measureBig(lab, options.bigMegabytes) };
}

async function measureJobs(lab: LabProcess, megabytes: number) {
  await lab.shape({ rttMs: 40, bytesPerSecondPerConnection: 10_000_000 });
  await requireRoom(megabytes * JOBS);
  const takes = Array.from({ length: JOBS }, (_, take) => bigVideoId(megabytes, take));
  const sources = await Promise.all(takes.map(prepareSource));
  const server = await startServerProcess(lab, { MAX_JOBS: String(JOBS) });
  try {
    await wait(SETTLE_MS);
    const idleMb = memoryOf(server.pid);
    const seen = await watchMemory(server.pid, () =>
      Promise.all(sources.map(({ url }) => makeFile(server.url, url))),
    );
    const perJobMb = (seen.peakMb - idleMb) / JOBS;
    const perJobMedianMb = (seen.medianMb - idleMb) / JOBS;
    const sourceBytes = sources[0]?.bytes ?? 0;
    return { idleMb, ...seen, atOnce: JOBS, sourceBytes, perJobMb, perJobMedianMb, aimMb: 10 };
  } finally {
    await server.close();
  }
}

async function measureBig(lab: LabProcess, megabytes: number): Promise<MemoryFigures['big']> {
  await lab.shape({ rttMs: 0, bytesPerSecondPerConnection: null });
  await requireRoom(megabytes);
  const small = await prepareSource(bigVideoId(SMALL_MEGABYTES, 0));
  // Another take, so that it is another video even where both are of the same size.
  const big = await prepareSource(bigVideoId(megabytes, 1));
  const server = await startServerProcess(lab);
  try {
    await wait(SETTLE_MS);
    const idleMb = memoryOf(server.pid);
    await (await makeFile(server.url, small.url)).save();
    await wait(SETTLE_MS);
    const warmMb = memoryOf(server.pid);
    let save: () => Promise<number> = async () => 0;
    const fetching = await watchMemory(server.pid, async () => {
      ({ save } = await makeFile(server.url, big.url));
    });
    const saving = await watchMemory(server.pid, async () => {
      const bytes = await save();
      if (bytes < big.bytes * 0.99) throw new Error(`${bytes} bytes of ${big.bytes} were saved`);
    });
    const riseMb = Math.max(fetching.peakMb, saving.peakMb) - warmMb;
    return { sourceBytes: big.bytes, idleMb, warmMb, fetching, saving, riseMb, aimMb: 40 };
  } finally {
    await server.close();
  }
}

/** Makes a file to the very end of the work on it, digest and all; `save` then takes it, as its visitor. */
async function makeFile(origin: string, url: string) {
  const visitor = visit(origin);
  const id = await visitor.start({ url, format: 'mp4', quality: 'high' });
  const { result } = await visitor.ended(id);
  await visitor.settled(id);
  return { save: () => visitor.save(result?.downloadUrl ?? '') };
}
