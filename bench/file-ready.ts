// From a link to a finished 1080p file: the server over HTTP against the yt-dlp command line, one after the other.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BIG_FORMATS, bigVideoId } from '../lab/platforms/youtube/long-video.ts';
import { type CommandLine, commandLine } from './command-line.ts';
import type { LabProcess, Line } from './lab-process.ts';
import type { Options } from './options.ts';
import { type Cost, cpuOfTree, medianCost } from './processes.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { prepareSource, requireRoom } from './sources.ts';
import { type PhaseSeconds, visit } from './visitor.ts';
import { watchPhases } from './watch-phases.ts';

/** Both sides on one line: medians, ours divided by theirs, what was aimed at, and every run. */
export type FileReadyRow = {
  readonly line: Line;
  readonly sourceBytes: number;
  readonly ours: Cost;
  readonly cli: Cost;
  readonly timeOverCli: number;
  readonly cpuOverCli: number;
  readonly aim: number;
  /** Where our time goes, in one more run that is watched. */
  readonly phases: PhaseSeconds;
  readonly runs: { readonly ours: readonly Cost[]; readonly cli: readonly Cost[] };
};

const LINES: readonly { readonly line: Line; readonly aim: number }[] = [
  { line: { rttMs: 40, bytesPerSecondPerConnection: 10_000_000 }, aim: 1 / 3 },
  { line: { rttMs: 40, bytesPerSecondPerConnection: null }, aim: 1 },
  { line: { rttMs: 0, bytesPerSecondPerConnection: null }, aim: 1 },
];
const WISH = { format: 'mp4', quality: 'high' } as const;
/** A file of another size than its source is not the file that was asked for. */
const TOLERANCE = 0.01;

/** Runs both sides on every line. Every run has a video of its own, so that the server knows nothing of it. */
export async function compareFileReady(
  lab: LabProcess,
  { megabytes, runs }: Options,
): Promise<FileReadyRow[]> {
  await requireRoom(megabytes);
  const askCommandLine = commandLine(lab);
  const server = await startServerProcess(lab);
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-bench-cli-'));
  const rows: FileReadyRow[] = [];
  let take = 0;
  try {
    for (const { line, aim } of LINES) {
      await lab.shape(line);
      const all = { ours: [] as Cost[], cli: [] as Cost[] };
      let sourceBytes = 0;
      // The first turn is not counted: both sides read the media from the disk for the first time.
      for (let turn = 0; turn <= runs; turn += 1) {
        const source = await prepareSource(bigVideoId(megabytes, take));
        take += 1;
        sourceBytes = source.bytes;
        const ours = () => timeOurs(server, source);
        const cli = () => timeCommandLine(askCommandLine, source, folder);
        const sides = turn % 2 === 0 ? [ours, cli] : [cli, ours];
        const costs = new Map<unknown, Cost>();
        for (const side of sides) costs.set(side, await side());
        const [our, their] = [costs.get(ours), costs.get(cli)];
        if (turn === 0 || !our || !their) continue;
        all.ours.push(our);
        all.cli.push(their);
      }
      const { url } = await prepareSource(bigVideoId(megabytes, take));
      const phases = await watchPhases(server.url, { url, ...WISH });
      take += 1;
      const [ours, cli] = [medianCost(all.ours), medianCost(all.cli)];
      rows.push({
        line,
        sourceBytes,
        ours,
        cli,
        aim,
        phases,
        runs: all,
        timeOverCli: ours.seconds / cli.seconds,
        cpuOverCli: ours.cpuSeconds / cli.cpuSeconds,
      });
    }
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
  return rows;
}

type Wanted = { readonly url: string; readonly bytes: number };

/** The time is that until the answer; the CPU is that until nothing is done for the file any more. */
async function timeOurs(server: ServerProcess, { url, bytes }: Wanted): Promise<Cost> {
  const visitor = visit(server.url);
  const cpuBefore = cpuOfTree(server.pid);
  const startedAt = performance.now();
  const answer = await visitor.download({ url, ...WISH });
  const seconds = (performance.now() - startedAt) / 1000;
  await visitor.settled(answer.job);
  const cpuSeconds = cpuOfTree(server.pid) - cpuBefore;
  assertSize('ours', answer.receipt.bytes, bytes);
  await visitor.forget(answer.job);
  return { seconds, cpuSeconds };
}

/** Downloads with the command line and these words besides, into an empty folder, and removes the file. Throws where its size is wrong. */
export async function timeCommandLine(
  askCommandLine: CommandLine,
  { url, bytes }: Wanted,
  folder: string,
  words: readonly string[] = [],
): Promise<Cost> {
  const cost = await askCommandLine(
    ...words,
    '-f',
    BIG_FORMATS,
    '--merge-output-format',
    'mp4',
    '-o',
    path.join(folder, '%(id)s.%(ext)s'),
    url,
  );
  const [name = '', ...others] = await readdir(folder);
  if (others.length > 0) throw new Error(`more than one file: ${[name, ...others].join(', ')}`);
  const file = path.join(folder, name);
  assertSize('theirs', (await stat(file)).size, bytes);
  await rm(file);
  return cost;
}

/** Throws where a file has another size than its source, by more than a share of it. */
export function assertSize(
  whose: string,
  bytes: number,
  wanted: number,
  tolerance = TOLERANCE,
): void {
  if (Math.abs(bytes - wanted) > wanted * tolerance)
    throw new Error(`${whose} has ${bytes} bytes, its source ${wanted}`);
}
