// `npm run bench`: both sides in turn in one run, medians and ratios on the screen, all figures as JSON in .cache/bench.json.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { startEngine } from './engine-under-test.ts';
import { compareInspect, type InspectRow, manyAtOnce } from './inspect.ts';
import { startLabProcess } from './lab-process.ts';

const root = path.resolve(import.meta.dirname, '..');
const dataDir = await mkdtemp(path.join(tmpdir(), 'keepreel-bench-'));
const lab = await startLabProcess();
const digits = (value: number) => value.toFixed(1).padStart(8);

/** Prints one row of the comparison. */
function printRow(row: InspectRow): void {
  const figures = [
    row.oursMs,
    row.oursCpuMs,
    row.cliMs,
    row.cliCpuMs,
    row.timeRatio,
    row.cpuRatio,
  ].map(digits);
  console.log(`${row.platform.padEnd(10)} ${String(row.rttMs).padStart(3)} ${figures.join(' ')}`);
}

try {
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`);
  console.log('platform   RTT   ours ms  cpu ms   CLI ms   cpu ms   time ×    cpu ×');
  const inspect: InspectRow[] = [];
  const one = await startEngine(lab, dataDir, 1);
  for (const rttMs of [0, 40]) {
    const rows = await compareInspect(lab, one, root, rttMs);
    rows.forEach(printRow);
    inspect.push(...rows);
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
  await mkdir(path.join(root, '.cache'), { recursive: true });
  await writeFile(
    path.join(root, '.cache/bench.json'),
    `${JSON.stringify({ inspect, many }, null, 2)}\n`,
  );
} finally {
  await lab.close();
  await rm(dataDir, { recursive: true, force: true });
}
