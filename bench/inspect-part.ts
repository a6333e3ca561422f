// The benchmark of inspections: one at a time for every platform, and sixteen at once.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEngine } from './engine-under-test.ts';
import { compareInspect, type InspectRow, manyAtOnce } from './inspect.ts';
import type { LabProcess } from './lab-process.ts';
import type { Options } from './options.ts';

/** Runs it and prints it. */
export async function runInspect(lab: LabProcess, { runs }: Options) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepreel-bench-'));
  try {
    console.log('platform   RTT   ours ms  cpu ms   CLI ms   cpu ms   time ×    cpu ×');
    const rows: InspectRow[] = [];
    const one = await startEngine(lab, dataDir, 1);
    for (const rttMs of [0, 40]) {
      const some = await compareInspect(lab, one, rttMs, runs);
      some.forEach(printRow);
      rows.push(...some);
    }
    await one.close();
    const sixteen = await startEngine(lab, dataDir, 16);
    const many = [await manyAtOnce(lab, sixteen, 0), await manyAtOnce(lab, sixteen, 40)];
    await sixteen.close();
    for (const row of many) {
      const { rttMs, perSecond, p50Ms, p95Ms, memoryMb } = row;
      console.log(
        `16 at once, RTT ${rttMs}: ${perSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms, ${memoryMb.toFixed(0)} MB in all`,
      );
    }
    return { rows, many };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function printRow(row: InspectRow): void {
  const figures = [
    row.oursMs,
    row.oursCpuMs,
    row.cliMs,
    row.cliCpuMs,
    row.timeRatio,
    row.cpuRatio,
  ].map((value) => value.toFixed(1).padStart(8));
  console.log(`${row.platform.padEnd(10)} ${String(row.rttMs).padStart(3)} ${figures.join(' ')}`);
}
