// An MP3 of a long sound: the server over HTTP against fetching alone, and against ffmpeg encoding the local file alone.
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { longSoundId } from '../lab/platforms/youtube/long-video.ts';
import { clientOf } from '../lab/proxy/through-lab.ts';
import type { LabProcess, Line } from './lab-process.ts';
import type { Options } from './options.ts';
import { type Cost, cpuOfTree, median, medianCost, timeCommand } from './processes.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { prepareSource, type Source } from './sources.ts';
import { type PhaseSeconds, visit } from './visitor.ts';
import { watchPhases } from './watch-phases.ts';

/** The three on one line: medians; `overLonger` is ours divided by the longer of the other two. */
export type Mp3Row = {
  readonly line: Line;
  readonly sourceSeconds: number;
  readonly ours: Cost;
  readonly fetching: { readonly seconds: number };
  readonly encoding: Cost;
  readonly overLonger: number;
  readonly aim: number;
  /** Where our time goes, in one more run that is watched. */
  readonly phases: PhaseSeconds;
};

const LINES: readonly Line[] = [
  { rttMs: 40, bytesPerSecondPerConnection: 10_000_000 },
  { rttMs: 40, bytesPerSecondPerConnection: null },
];
const WISH = { format: 'mp3', quality: 'high' } as const;
const AIM = 0.75;
const LONGEST_FETCH_MS = 600_000;

/** Runs the three in turn on every line. Every run has a video of its own, so that the server knows nothing of it. */
export async function compareMp3(lab: LabProcess, { minutes, runs }: Options): Promise<Mp3Row[]> {
  const server = await startServerProcess(lab);
  const rows: Mp3Row[] = [];
  let take = 0;
  const nextSource = () => prepareSource(longSoundId(minutes * 60, take++));
  try {
    for (const line of LINES) {
      await lab.shape(line);
      const [ours, fetching, encoding]: [Cost[], number[], Cost[]] = [[], [], []];
      // The first turn is not counted: the media is read from the disk for the first time.
      for (let turn = 0; turn <= runs; turn += 1) {
        const source = await nextSource();
        const fetched = await fetchAlone(lab, source);
        const encoded = await encodeAlone(source);
        const our = await timeOurs(server, source);
        if (turn === 0) continue;
        ours.push(our);
        fetching.push(fetched);
        encoding.push(encoded);
      }
      const { url } = await nextSource();
      const phases = await watchPhases(server.url, { url, ...WISH });
      const [our, encoded, seconds] = [medianCost(ours), medianCost(encoding), median(fetching)];
      rows.push({
        line,
        sourceSeconds: minutes * 60,
        ours: our,
        fetching: { seconds },
        encoding: encoded,
        overLonger: our.seconds / Math.max(seconds, encoded.seconds),
        aim: AIM,
        phases,
      });
    }
  } finally {
    await server.close();
  }
  return rows;
}

/** The time is that until the answer; the CPU is that until nothing is done for the file any more. */
async function timeOurs(server: ServerProcess, { url }: Source): Promise<Cost> {
  const visitor = visit(server.url);
  const cpuBefore = cpuOfTree(server.pid);
  const startedAt = performance.now();
  const { job, receipt } = await visitor.download({ url, ...WISH });
  const seconds = (performance.now() - startedAt) / 1000;
  await visitor.settled(job);
  const cpuSeconds = cpuOfTree(server.pid) - cpuBefore;
  if (receipt.sound?.kilobitsPerSecond !== 320)
    throw new Error(`not 320 kbps: ${JSON.stringify(receipt)}`);
  await visitor.forget(job);
  return { seconds, cpuSeconds };
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

async function encodeAlone({ sound }: Source): Promise<Cost> {
  const output = path.join(tmpdir(), `keepreel-bench-${process.pid}.mp3`);
  const words = ['-map', '0:a', '-c:a', 'libmp3lame', '-b:a', '320k', '-f', 'mp3', output];
  const cost = await timeCommand(['ffmpeg', '-nostdin', '-y', '-i', sound.path, ...words], {});
  await rm(output);
  return cost;
}
