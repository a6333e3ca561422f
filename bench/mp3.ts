// MP3 at 320 kbps of a long sound: the server against fetching alone and against ffmpeg encoding the local file alone.
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { longSoundId } from '../lab/platforms/youtube/long-video.ts';
import { clientOf } from '../lab/proxy/through-lab.ts';
import type { LabProcess } from './lab-process.ts';
import type { Options } from './options.ts';
import { cpuOfTree, median, timeCommand } from './processes.ts';
import { startServerProcess } from './server-process.ts';
import { prepareSource, type Source } from './sources.ts';
import { type PhaseSeconds, visit } from './visitor.ts';
import { watchPhases } from './watch-phases.ts';

const WISH = { format: 'mp3', quality: 'high' } as const;
const LONGEST_FETCH_MS = 600_000;

/** Medians in seconds; `overLonger` is ours divided by the longer of the other two. */
export type Mp3Comparison = {
  readonly sourceSeconds: number;
  readonly sourceBytes: number;
  readonly oursSeconds: number;
  readonly oursCpuSeconds: number;
  readonly fetchSeconds: number;
  readonly encodeSeconds: number;
  readonly encodeCpuSeconds: number;
  readonly overLonger: number;
  readonly aim: number;
  /** Where our time goes, in one more run that is watched. */
  readonly phases: PhaseSeconds;
};

/** Runs the three in turn. Every run has a video of its own, so that the server knows nothing of it. */
export async function compareMp3(
  lab: LabProcess,
  { minutes, runs }: Options,
): Promise<Mp3Comparison> {
  await lab.shape({ rttMs: 40, bytesPerSecondPerConnection: 10_000_000 });
  const sourceSeconds = minutes * 60;
  const server = await startServerProcess(lab);
  const ours: { seconds: number; cpuSeconds: number }[] = [];
  const encoding: typeof ours = [];
  const fetching: number[] = [];
  let sourceBytes = 0;
  let phases: PhaseSeconds = {};
  try {
    // The first turn is not counted: the media is read from the disk for the first time.
    for (let turn = 0; turn <= runs; turn += 1) {
      const source = await prepareSource(longSoundId(sourceSeconds, turn));
      sourceBytes = source.sound.bytes;
      const fetched = await fetchAlone(lab, source);
      const encoded = await encodeAlone(source);
      const visitor = visit(server.url);
      const cpuBefore = cpuOfTree(server.pid);
      const startedAt = performance.now();
      const { job, receipt } = await visitor.download({ url: source.url, ...WISH });
      const seconds = (performance.now() - startedAt) / 1000;
      await visitor.settled(job);
      const cpuSeconds = cpuOfTree(server.pid) - cpuBefore;
      if (receipt.sound?.kilobitsPerSecond !== 320)
        throw new Error(`not 320 kbps: ${JSON.stringify(receipt)}`);
      await visitor.forget(job);
      if (turn === 0) continue;
      ours.push({ seconds, cpuSeconds });
      fetching.push(fetched);
      encoding.push(encoded);
    }
    const { url } = await prepareSource(longSoundId(sourceSeconds, runs + 1));
    phases = await watchPhases(server.url, { url, ...WISH });
  } finally {
    await server.close();
  }
  const oursSeconds = median(ours.map(({ seconds }) => seconds));
  const fetchSeconds = median(fetching);
  const encodeSeconds = median(encoding.map(({ seconds }) => seconds));
  return {
    sourceSeconds,
    sourceBytes,
    oursSeconds,
    fetchSeconds,
    encodeSeconds,
    aim: 1.15,
    phases,
    oursCpuSeconds: median(ours.map(({ cpuSeconds }) => cpuSeconds)),
    encodeCpuSeconds: median(encoding.map(({ cpuSeconds }) => cpuSeconds)),
    overLonger: oursSeconds / Math.max(fetchSeconds, encodeSeconds),
  };
}

/** Seconds to fetch the sound over one connection. */
async function fetchAlone(lab: LabProcess, { sound }: Source): Promise<number> {
  const caPem = await readFile(lab.caFile, 'utf8');
  const client = clientOf({ proxyUrl: lab.proxyUrl, caPem }, LONGEST_FETCH_MS);
  const startedAt = performance.now();
  const { status, body } = await client.get(sound.address);
  const seconds = (performance.now() - startedAt) / 1000;
  await client.close();
  if (status !== 200 || body.length !== sound.bytes)
    throw new Error(`${status} with ${body.length} bytes`);
  return seconds;
}

async function encodeAlone({ sound }: Source) {
  const output = path.join(tmpdir(), `keepreel-bench-${process.pid}.mp3`);
  const cost = await timeCommand(
    [
      'ffmpeg',
      '-nostdin',
      '-y',
      '-i',
      sound.path,
      '-map',
      '0:a',
      '-c:a',
      'libmp3lame',
      '-b:a',
      '320k',
      '-f',
      'mp3',
      output,
    ],
    {},
  );
  await rm(output);
  return cost;
}
