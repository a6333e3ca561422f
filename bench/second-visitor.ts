// A second visitor with the same choice: the time to the first byte of the file, and whether the platform was requested again.
import { bigVideoId } from '../lab/platforms/youtube/long-video.ts';
import type { LabProcess } from './lab-process.ts';
import type { Options } from './options.ts';
import { median } from './processes.ts';
import { startServerProcess } from './server-process.ts';
import { prepareSource } from './sources.ts';
import { visit } from './visitor.ts';

const VISITORS = 20;

/** From POST to the first byte, in milliseconds, and how many requests came to the platform meanwhile (wanted: none). */
export type SecondVisitor = {
  readonly firstMs: number;
  readonly visitors: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly aimMs: number;
  readonly requests: number;
  readonly allMs: readonly number[];
};

/** One visitor makes the file, then others ask for the same, each with a cookie and an address of its own. */
export async function measureSecondVisitor(
  lab: LabProcess,
  { megabytes }: Options,
): Promise<SecondVisitor> {
  await lab.shape({ rttMs: 40, bytesPerSecondPerConnection: 10_000_000 });
  const { url } = await prepareSource(bigVideoId(megabytes, 0));
  const server = await startServerProcess(lab);
  const toFirstByte = async () => {
    const visitor = visit(server.url);
    const startedAt = performance.now();
    const answer = await visitor.download({ url, format: 'mp4', quality: 'high' });
    await visitor.firstByte(answer.downloadUrl);
    return { ms: performance.now() - startedAt, settled: () => visitor.settled(answer.job) };
  };
  try {
    const first = await toFirstByte();
    await first.settled();
    await lab.asked();
    const allMs: number[] = [];
    for (let turn = 0; turn < VISITORS; turn += 1) allMs.push((await toFirstByte()).ms);
    const { requests } = await lab.asked();
    const sorted = [...allMs].sort((a, b) => a - b);
    return {
      firstMs: first.ms,
      visitors: VISITORS,
      aimMs: 20,
      requests,
      allMs,
      p50Ms: median(allMs),
      p95Ms: sorted[Math.floor(VISITORS * 0.95)] ?? 0,
    };
  } finally {
    await server.close();
  }
}
