// Inspecting: the warm engine against the yt-dlp command line, one after the other, and sixteen inspections at once.
import { goodLinks } from '../lab/good-links.ts';
import { commandLine } from './command-line.ts';
import type { EngineUnderTest } from './engine-under-test.ts';
import type { LabProcess } from './lab-process.ts';
import { cpuOfTree, median, memoryOfTree } from './processes.ts';

const WARM_LOOKS_PER_RUN = 5;

/** One platform at one round trip: medians over the runs, in milliseconds, and theirs divided by ours. */
export type InspectRow = {
  readonly platform: string;
  readonly rttMs: number;
  readonly oursMs: number;
  readonly oursCpuMs: number;
  readonly cliMs: number;
  readonly cliCpuMs: number;
  readonly timeRatio: number;
  readonly cpuRatio: number;
};

/** Runs the two sides in turn for every platform at one round trip. */
export async function compareInspect(
  lab: LabProcess,
  under: EngineUnderTest,
  rttMs: number,
  runs: number,
): Promise<InspectRow[]> {
  await lab.shape({ rttMs, bytesPerSecondPerConnection: null });
  const askCommandLine = commandLine(lab);
  const { signal } = new AbortController();
  const rows: InspectRow[] = [];
  for (const { platform, link } of goodLinks()) {
    // Once for each side without counting: media is made and connections are opened then.
    await askCommandLine('-J', link.address);
    for (let turn = 0; turn < 3; turn += 1) await under.engine.inspect(link, signal);
    const ours: { ms: number; cpuMs: number }[] = [];
    const cli: { ms: number; cpuMs: number }[] = [];
    for (let run = 0; run < runs; run += 1) {
      const cpuBefore = cpuOfTree(process.pid, [lab.pid]);
      const startedAt = performance.now();
      for (let look = 0; look < WARM_LOOKS_PER_RUN; look += 1)
        await under.engine.inspect(link, signal);
      ours.push({
        ms: (performance.now() - startedAt) / WARM_LOOKS_PER_RUN,
        cpuMs: ((cpuOfTree(process.pid, [lab.pid]) - cpuBefore) * 1000) / WARM_LOOKS_PER_RUN,
      });
      const { seconds, cpuSeconds } = await askCommandLine('-J', link.address);
      cli.push({ ms: seconds * 1000, cpuMs: cpuSeconds * 1000 });
    }
    const [oursMs, cliMs] = [median(ours.map((one) => one.ms)), median(cli.map((one) => one.ms))];
    // The kernel counts CPU in steps of 10 ms, so ours is the mean over all runs.
    const oursCpuMs = ours.reduce((sum, one) => sum + one.cpuMs, 0) / runs;
    const cliCpuMs = median(cli.map((one) => one.cpuMs));
    rows.push({
      platform,
      rttMs,
      oursMs,
      oursCpuMs,
      cliMs,
      cliCpuMs,
      timeRatio: cliMs / oursMs,
      cpuRatio: cliCpuMs / oursCpuMs,
    });
  }
  return rows;
}

/** Sixteen concurrent inspections over all platforms, repeated: rate, wait and memory. */
export async function manyAtOnce(lab: LabProcess, under: EngineUnderTest, rttMs: number) {
  const atOnce = 16;
  const rounds = 12;
  await lab.shape({ rttMs, bytesPerSecondPerConnection: null });
  const links = goodLinks().map((one) => one.link);
  const { signal } = new AbortController();
  const waits: number[] = [];
  const look = async (index: number) => {
    const startedAt = performance.now();
    const link = links[index % links.length];
    if (link) await under.engine.inspect(link, signal);
    waits.push(performance.now() - startedAt);
  };
  await Promise.all(Array.from({ length: atOnce }, (_, index) => look(index)));
  waits.length = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async (_, lane) => {
      for (let round = 0; round < rounds; round += 1) await look(lane + round);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  waits.sort((a, b) => a - b);
  return {
    rttMs,
    atOnce,
    looks: atOnce * rounds,
    perSecond: (atOnce * rounds) / seconds,
    p50Ms: median(waits),
    p95Ms: waits[Math.floor(waits.length * 0.95)] ?? 0,
    memoryMb: memoryOfTree(process.pid, [lab.pid]),
  };
}
