// Files that are saved while they arrive, against ffmpeg's stream and against yt-dlp with several connections: one visitor on a
// line with a limit, and eight at once on one without.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bigVideoId, longSoundId } from '../../lab/platforms/youtube/long-video.ts';
import type { DownloadRequest } from '../../src/shared/api/download.ts';
import { probe } from '../attack/bystanders.ts';
import { commandLine } from '../command-line.ts';
import { timeCommandLine } from '../file-ready.ts';
import type { LabProcess, Line } from '../lab-process.ts';
import type { Options } from '../options.ts';
import { memoryOfTree } from '../processes.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import { prepareSource, requireRoom, type Source } from '../sources.ts';
import { type SeenMemory, watchMemory } from '../watch-memory.ts';
import { type Arrival, medianArrival } from './arrival.ts';
import { streamWithFfmpeg } from './ffmpeg-stream.ts';
import { saveEarly } from './save-early.ts';

const SLOW: Line = { rttMs: 40, bytesPerSecondPerConnection: 10_000_000 };
const FAST: Line = { rttMs: 0, bytesPerSecondPerConnection: null };
const AT_ONCE = 8;
/**
 * 40 MB; all other files that the lab has alone are far smaller. A tone is decoded as a whole in its check, since its packets are
 * alike, so that its end comes late.
 */
const SOUND_SECONDS = 2500;

/** One side: the median and the runs that count, and why others do not. The median is null where none does. */
export type SideFigures = {
  readonly name: string;
  readonly median: Arrival | null;
  readonly runs: readonly Arrival[];
  readonly errors: readonly string[];
};

/** All sides with the same sources. */
export type EarlyRow = {
  readonly line: Line;
  readonly visitors: number;
  readonly sourceBytes: number;
  readonly sides: readonly SideFigures[];
};

/** Without aria2c on PATH it is no side. `watched` is one more run of ours with all visitors. */
export type EarlyFigures = {
  readonly hasAria: boolean;
  readonly rows: readonly EarlyRow[];
  readonly watched: {
    /** Of the server alone (RSS), and with its children (PSS). */
    readonly server: SeenMemory;
    readonly tree: SeenMemory;
    /** The tree once the work is done (PSS). */
    readonly treeAfterMb: number;
    /** Milliseconds of each answer of /healthz meanwhile, in ascending order. */
    readonly healthMs: readonly number[];
    /** How late the server's event loop was meanwhile, in milliseconds. */
    readonly loop: { readonly p50: number; readonly p99: number; readonly most: number };
  };
};

type Side = {
  readonly name: string;
  readonly run: (sources: readonly Source[]) => Promise<Arrival>;
};
type Sources = () => Promise<readonly Source[]>;

/** Measures everything on one server. Every run has sources of its own, so that the server knows nothing of them. */
export async function measureEarly(lab: LabProcess, options: Options): Promise<EarlyFigures> {
  const { megabytes, runs } = options;
  await requireRoom(megabytes * AT_ONCE);
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-bench-early-'));
  const loopFile = path.join(folder, 'loop.json');
  const server = await startServerProcess(lab, {
    MAX_JOBS: String(AT_ONCE),
    LOOP_DELAY_FILE: loopFile,
    NODE_OPTIONS: `--import=${new URL('./loop-delay.ts', import.meta.url)}`,
  });
  let take = 0;
  const nextTake = () => {
    take += 1;
    return take;
  };
  const videos = (count: number) => () =>
    Promise.all(
      Array.from({ length: count }, () => prepareSource(bigVideoId(megabytes, nextTake()))),
    );
  const sounds = async () => {
    const source = await prepareSource(longSoundId(SOUND_SECONDS, nextTake()));
    return [{ ...source, bytes: source.sound.bytes }];
  };
  const ours = saver(server, { format: 'mp4', quality: 'high' });
  const ourSound = saver(server, { offer: 'original-sound' });
  const ffmpeg: Side = {
    name: 'ffmpeg stream',
    run: (sources) => streamWithFfmpeg(lab, sources),
  };
  const downloader = (name: string, ...words: string[]): Side => ({
    name,
    async run([source]) {
      if (!source) throw new TypeError('A downloader needs a source.');
      const cost = await timeCommandLine(commandLine(lab), source, folder, words);
      return { ...cost, knownMs: null, firstMs: null };
    },
  });
  const hasAria = spawnSync('aria2c', ['--version']).status === 0;
  const aria = `aria2c:-x16 -s16 --ca-certificate=${lab.caFile}`;
  const others = [
    downloader('yt-dlp -N 8', '-N', '8'),
    ...(hasAria
      ? [downloader('yt-dlp with aria2c', '--downloader', 'aria2c', '--downloader-args', aria)]
      : []),
  ];
  try {
    await lab.shape(SLOW);
    const rows = [
      await compare(SLOW, videos(1), [ours, ffmpeg, ...others], runs),
      await compare(SLOW, sounds, [ourSound], runs),
    ];
    await lab.shape(FAST);
    const crowd = await compare(FAST, videos(AT_ONCE), [ours, ffmpeg], runs);
    const forMs = (crowd.sides[0]?.median?.seconds ?? 1) * 1000;
    const watched = await watch(server, await videos(AT_ONCE)(), ours, { forMs, loopFile });
    return { hasAria, rows: [...rows, crowd], watched };
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every side in turn, the order moved on by one each time. The first turn does not count: all read the media for the first time. */
async function compare(
  line: Line,
  sources: Sources,
  sides: readonly Side[],
  runs: number,
): Promise<EarlyRow> {
  const seen = sides.map(({ name }) => ({ name, runs: [] as Arrival[], errors: [] as string[] }));
  let [visitors, sourceBytes] = [0, 0];
  for (let turn = 0; turn <= runs; turn += 1) {
    const wanted = await sources();
    [visitors, sourceBytes] = [wanted.length, wanted[0]?.bytes ?? 0];
    for (let step = 0; step < sides.length; step += 1) {
      const at = (turn + step) % sides.length;
      try {
        const arrival = await sides[at]?.run(wanted);
        if (turn > 0 && arrival) seen[at]?.runs.push(arrival);
      } catch (error) {
        const all = error instanceof AggregateError ? error.errors : [error];
        seen[at]?.errors.push(...all.map(String));
      }
    }
  }
  const figures = seen.map((side) => ({
    ...side,
    median: side.runs.length > 0 ? medianArrival(side.runs) : null,
  }));
  return { line, visitors, sourceBytes, sides: figures };
}

function saver(server: ServerProcess, choice: Omit<DownloadRequest, 'url'>): Side {
  return {
    name: 'ours',
    run: (sources) =>
      saveEarly(
        server,
        sources.map(({ url, bytes }) => ({ request: { url, ...choice }, bytes })),
      ),
  };
}

async function watch(
  { url, pid }: ServerProcess,
  sources: readonly Source[],
  { run }: Side,
  { forMs, loopFile }: { readonly forMs: number; readonly loopFile: string },
): Promise<EarlyFigures['watched']> {
  const loopDelay = async () => {
    await rm(loopFile, { force: true });
    process.kill(pid, 'SIGUSR2');
    for (;;) {
      const text = await readFile(loopFile, 'utf8').catch(() => '');
      if (text.endsWith(']')) return JSON.parse(text) as [number, number, number];
      await wait(10);
    }
  };
  // What came before does not count.
  await loopDelay();
  let tree: SeenMemory = { peakMb: 0, medianMb: 0 };
  const health = probe(url, forMs);
  const server = await watchMemory(pid, async () => {
    tree = await watchMemory(pid, () => run(sources), memoryOfTree);
  });
  const [p50, p99, most] = await loopDelay();
  const healthMs = (await health).sort((a, b) => a - b);
  return { server, tree, treeAfterMb: memoryOfTree(pid), healthMs, loop: { p50, p99, most } };
}
