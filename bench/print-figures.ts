// The figures of the downloading parts as lines for the screen.
import type { ClipFigures } from './early/clip.ts';
import type { EarlyFigures } from './early/early.ts';
import type { EditFigures } from './edit/edit.ts';
import type { FileReadyRow } from './file-ready.ts';
import type { Line } from './lab-process.ts';
import type { MemoryFigures } from './memory.ts';
import type { Mp3Row } from './mp3.ts';
import type { PageScores } from './page.ts';
import type { SecondVisitor } from './second-visitor.ts';
import { phaseWords } from './watch-phases.ts';

/** Two lines for each line condition. */
export function printFileReady(rows: readonly FileReadyRow[]): void {
  for (const { line, sourceBytes, ours, cli, timeOverCli, cpuOverCli, aim, phases } of rows) {
    console.log(
      `file ready, ${mega(sourceBytes)} MB, ${lineWords(line)}: ours ${ours.seconds.toFixed(2)} s (CPU ${ours.cpuSeconds.toFixed(2)}), CLI ${cli.seconds.toFixed(2)} s (CPU ${cli.cpuSeconds.toFixed(2)}): time × ${timeOverCli.toFixed(2)} (aim ${aim.toFixed(2)}), CPU × ${cpuOverCli.toFixed(2)}`,
    );
    console.log(phaseWords(phases));
  }
}

/** A line for each side on each line, and one for what was watched. */
export function printEarly({
  hasAria,
  rows,
  watched: { server, tree, treeAfterMb, healthMs, loop },
}: EarlyFigures) {
  const word = (ms: number | null | undefined, what: string) =>
    typeof ms === 'number' ? `${what} ${ms.toFixed(0)} ms, ` : '';
  for (const { line, visitors, sourceBytes, sides } of rows) {
    console.log(
      `saved early, ${visitors} at once of ${mega(sourceBytes)} MB, ${lineWords(line)}, from the request:`,
    );
    for (const { name, median, runs, errors } of sides) {
      const early = `${word(median?.knownMs, 'address')}${word(median?.firstMs, 'first byte')}`;
      console.log(
        median
          ? `  ${name}: ${early}all bytes ${median.seconds.toFixed(2)} s (CPU ${median.cpuSeconds.toFixed(2)}), ${runs.length} runs, ${errors.length} errors`
          : `  ${name}: no run without errors`,
      );
      for (const error of errors) console.log(`    ${error}`);
    }
  }
  if (!hasAria) console.log('  yt-dlp with aria2c: not measured, aria2c is not on PATH');
  const health = (share: number) => healthMs[Math.floor(healthMs.length * share)]?.toFixed(0);
  console.log(
    `  ours at once, watched: peak ${server.peakMb.toFixed(0)} MB (RSS), with its children ${tree.peakMb.toFixed(0)} MB (PSS), ${treeAfterMb.toFixed(0)} MB afterwards; ${healthMs.length} answers of /healthz p50 ${health(0.5)} ms, p99 ${health(0.99)} ms; event loop late by p50 ${loop.p50.toFixed(1)} ms, p99 ${loop.p99.toFixed(1)} ms, at most ${loop.most.toFixed(0)} ms`,
  );
}

/** A line for each side. */
export function printClips({ line, sourceBytes, sides }: ClipFigures): void {
  console.log(`a minute of ${mega(sourceBytes)} MB, ${lineWords(line)}, from the request:`);
  for (const { name, median, runs, share } of sides) {
    if (!median) console.log(`  ${name}: no run in time`);
    if (!median) continue;
    const first = median.firstMs === null ? '' : `first byte ${median.firstMs.toFixed(0)} ms, `;
    const sent = `${(100 * share).toFixed(2)} % of the bytes sent`;
    console.log(
      `  ${name}: ${first}all bytes ${median.seconds.toFixed(2)} s (CPU ${median.cpuSeconds.toFixed(2)}), ${sent}, ${runs.length} runs`,
    );
  }
}

/** One line. */
export function printSecondVisitor(seen: SecondVisitor): void {
  const { visitors, p50Ms, p95Ms, aimMs, requests } = seen;
  console.log(
    `second visitor, ${visitors} times: first byte p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms (aim ${aimMs}), ${requests} requests to the platform (aim 0)`,
  );
}

/** Two lines for each line condition. */
export function printMp3(rows: readonly Mp3Row[]): void {
  for (const { line, sourceSeconds, ours, fetching, encoding, overLonger, aim, phases } of rows) {
    const rate = line.bytesPerSecondPerConnection;
    const limit = rate === null ? 'no limit' : `${rate / 1e6} MB/s each`;
    console.log(
      `MP3 320 of ${sourceSeconds / 60} min, RTT ${line.rttMs}, ${limit}: ours ${ours.seconds.toFixed(2)} s (CPU ${ours.cpuSeconds.toFixed(2)}), fetching ${fetching.seconds.toFixed(2)} s, encoding ${encoding.seconds.toFixed(2)} s (CPU ${encoding.cpuSeconds.toFixed(2)}): × ${overLonger.toFixed(2)} of the longer (aim ${aim})`,
    );
    console.log(phaseWords(phases));
  }
}

/** Two lines for each edit, and one for the memory. */
export function printEdits({ sourceSeconds, sourceBytes, rows, memory }: EditFigures): void {
  console.log(`edits of ${sourceSeconds / 60} min (${mega(sourceBytes)} MB)`);
  for (const { name, ours, theirs, aim, ...row } of rows) {
    const bound = aim === null ? '' : ` (aim ${aim})`;
    console.log(
      `${name}: ours ${ours.seconds.toFixed(2)} s (CPU ${ours.cpuSeconds.toFixed(2)}, ${row.oursMbPerSecond.toFixed(0)} MB/s), ffmpeg ${theirs.seconds.toFixed(2)} s (CPU ${theirs.cpuSeconds.toFixed(2)}, ${row.theirsMbPerSecond.toFixed(0)} MB/s): time × ${row.timeOver.toFixed(2)}${bound}, CPU × ${row.cpuOver.toFixed(2)}`,
    );
    console.log(phaseWords(row.phases));
  }
  const { idleMb, warmMb, riseMb, medianRiseMb, aimMb } = memory;
  const peaks = memory.edits.map(
    ({ receiving, editing }) => `${receiving.peakMb.toFixed(0)}/${editing.peakMb.toFixed(0)}`,
  );
  console.log(
    `memory with ${mega(memory.sourceBytes)} MB sent: idle ${idleMb.toFixed(0)} MB, warm ${warmMb.toFixed(0)} MB, peaks while received/edited ${peaks.join(', ')} MB, rise ${medianRiseMb.toFixed(0)} MB, at most ${riseMb.toFixed(0)} MB (aim ${aimMb})`,
  );
}

/** For each page a line for the scores, and one for each audit below full marks. */
export function printPages(pages: readonly PageScores[]): void {
  for (const { path, scores, cost, aim, wanting } of pages) {
    const words = Object.entries(scores).map(([id, score]) => `${id} ${score}`);
    console.log(`${path} on a phone, Lighthouse: ${words.join(', ')} (aim ${aim})`);
    console.log(
      `  main thread ${cost.mainThreadMs} ms, blocked ${cost.blockedMs} ms, largest paint ${cost.largestPaintMs} ms, scripts ${cost.scriptBytes} bytes`,
    );
    for (const one of wanting) console.log(`  ${one}`);
  }
}

/** Three lines. */
export function printMemory({ idleMb, idleAimMb, jobs, big }: MemoryFigures): void {
  console.log(`memory without work: ${idleMb.toFixed(0)} MB (aim ${idleAimMb})`);
  console.log(
    `${jobs.atOnce} downloads of ${mega(jobs.sourceBytes)} MB at once: peak ${jobs.peakMb.toFixed(0)} MB, median ${jobs.medianMb.toFixed(0)} MB, ${jobs.perJobMb.toFixed(1)} MB each, ${jobs.perJobMedianMb.toFixed(1)} MB of the median (aim ${jobs.aimMb})`,
  );
  console.log(
    `one of ${mega(big.sourceBytes)} MB: warm ${big.warmMb.toFixed(0)} MB, peak ${big.fetching.peakMb.toFixed(0)} MB while made, ${big.saving.peakMb.toFixed(0)} MB while saved, rise ${big.riseMb.toFixed(0)} MB (aim ${big.aimMb})`,
  );
}

function lineWords({ rttMs, bytesPerSecondPerConnection: rate }: Line): string {
  return `RTT ${rttMs}, ${rate === null ? 'no limit' : `${rate / 1e6} MB/s each`}`;
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
