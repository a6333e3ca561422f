// The figures of the downloading parts as lines for the screen.
import type { AddressesFigures } from './addresses.ts';
import type { BatchFigures } from './batch.ts';
import type { EditFigures } from './edit/edit.ts';
import type { FileReadyRow } from './file-ready.ts';
import type { MemoryFigures } from './memory.ts';
import type { Mp3Comparison } from './mp3.ts';
import type { PageScores } from './page.ts';
import type { PopupFigures } from './popup.ts';
import type { SearchFigures } from './search.ts';
import type { SecondVisitor } from './second-visitor.ts';
import type { SignInFigures } from './sign-in.ts';
import type { TrimmerFigures } from './trimmer.ts';
import { phaseWords } from './watch-phases.ts';
import type { ZipFigures } from './zip.ts';

/** Two lines for each line condition. */
export function printFileReady(rows: readonly FileReadyRow[]): void {
  for (const { line, sourceBytes, ours, cli, timeOverCli, cpuOverCli, aim, phases } of rows) {
    const rate = line.bytesPerSecondPerConnection;
    const limit = rate === null ? 'no limit' : `${rate / 1e6} MB/s each`;
    console.log(
      `file ready, ${mega(sourceBytes)} MB, RTT ${line.rttMs}, ${limit}: ours ${ours.seconds.toFixed(2)} s (CPU ${ours.cpuSeconds.toFixed(2)}), CLI ${cli.seconds.toFixed(2)} s (CPU ${cli.cpuSeconds.toFixed(2)}): time × ${timeOverCli.toFixed(2)} (aim ${aim.toFixed(2)}), CPU × ${cpuOverCli.toFixed(2)}`,
    );
    console.log(phaseWords(phases));
  }
}

/** One line. */
export function printSecondVisitor(seen: SecondVisitor): void {
  const { visitors, p50Ms, p95Ms, aimMs, requests } = seen;
  console.log(
    `second visitor, ${visitors} times: first byte p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms (aim ${aimMs}), ${requests} requests to the platform (aim 0)`,
  );
}

/** Two lines. */
export function printMp3(seen: Mp3Comparison): void {
  const { sourceSeconds, sourceBytes, oursSeconds, fetchSeconds, encodeSeconds } = seen;
  console.log(
    `MP3 320 of ${sourceSeconds / 60} min (${mega(sourceBytes)} MB): ours ${oursSeconds.toFixed(2)} s (CPU ${seen.oursCpuSeconds.toFixed(2)}), fetching alone ${fetchSeconds.toFixed(2)} s, encoding alone ${encodeSeconds.toFixed(2)} s (CPU ${seen.encodeCpuSeconds.toFixed(2)}): × ${seen.overLonger.toFixed(2)} (aim ${seen.aim})`,
  );
  console.log(phaseWords(seen.phases));
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

/** One line. */
export function printSignIn({ tries, knownMs, unknownMs, difference, aim }: SignInFigures): void {
  console.log(
    `sign-in refused, ${tries} times each: known ${knownMs.toFixed(1)} ms, unknown ${unknownMs.toFixed(1)} ms, ${(100 * difference).toFixed(1)} % apart (aim ${100 * aim})`,
  );
}

/** Prints the memory after requests from many addresses. */
export function printAddresses(figures: AddressesFigures): void {
  const { addresses, idleMb, afterMb, minutes, laterMb, codes, requestsPerSecond } = figures;
  console.log(
    `memory: ${idleMb.toFixed(0)} MB idle, ${afterMb.toFixed(0)} MB after a request from each of ${addresses} addresses (${requestsPerSecond.toFixed(0)}/s, ${JSON.stringify(codes)}), ${laterMb.toFixed(0)} MB ${minutes} min later`,
  );
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

/** One line. */
export function printTrimmer(seen: TrimmerFigures): void {
  const { bytes, firstPictureMs, waveformMs, cutMs, emptyMb, peakMb } = seen;
  console.log(
    `trimmer, ${mega(bytes)} MB: first picture ${firstPictureMs.toFixed(0)} ms (aim 1000), whole waveform ${waveformMs.toFixed(0)} ms, instant cut of a minute ${cutMs.toFixed(0)} ms (aim 2000), browser ${peakMb.toFixed(0)} MB (${emptyMb.toFixed(0)} MB before the file was opened)`,
  );
}

/** One line for each send, and one for the whole. */
export function printZip(figures: ZipFigures): void {
  const { bytes, files, idleMb, warmMb, sends, riseMb, aimMb, rangeBytes } = figures;
  for (const { peakMb, medianMb, firstByteMs, megabytesPerSecond } of sends)
    console.log(
      `ZIP of ${mega(bytes)} MB, ${files} files: first byte ${firstByteMs.toFixed(0)} ms, ${megabytesPerSecond.toFixed(0)} MB/s, peak ${peakMb.toFixed(0)} MB, median ${medianMb.toFixed(0)} MB`,
    );
  console.log(
    `idle ${idleMb.toFixed(0)} MB, warm ${warmMb.toFixed(0)} MB, rise ${riseMb.toFixed(1)} MB (aim ${aimMb}); ${mega(rangeBytes)} MB of its middle are those of the whole`,
  );
}

/** One line. */
export function printPopup({ tries, shownMs, slowestMs, choicesMs, aimMs }: PopupFigures): void {
  console.log(
    `popup, ${tries} times: first picture after ${shownMs.toFixed(0)} ms (aim ${aimMs}), at most ${slowestMs.toFixed(0)} ms; choices after ${choicesMs.toFixed(0)} ms`,
  );
}

/** Two lines. */
export function printSearch(figures: SearchFigures): void {
  const { queries, perSecond, p50Ms, p95Ms, aimMs, indexBytes, aimBytes } = figures;
  console.log(
    `search, ${queries} queries at ${perSecond}/s: p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms (aim ${aimMs})`,
  );
  const sizes = Object.entries(indexBytes).map(
    ([code, bytes]) => `${code} ${(bytes / 1000).toFixed(0)} kB`,
  );
  console.log(`index in memory: ${sizes.join(', ')} (aim ${aimBytes / 1000} kB)`);
}

/** One line. */
export function printBatch({ links, atOnceSeconds, batchSeconds, over, aim }: BatchFigures): void {
  console.log(
    `${links} links as a list: ${batchSeconds.toFixed(1)} s, all asked for at once ${atOnceSeconds.toFixed(1)} s: × ${over.toFixed(2)} (aim ${aim})`,
  );
}
