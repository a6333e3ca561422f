// A minute of a video of two hours: ours, saved while it arrives, against yt-dlp's own sections and against the whole with a cut.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BIG_FORMATS, bigVideoId } from '../../lab/platforms/youtube/long-video.ts';
import { commandWords } from '../command-line.ts';
import type { LabProcess, Line } from '../lab-process.ts';
import type { Options } from '../options.ts';
import { type Cost, timeCommand } from '../processes.ts';
import { startServerProcess } from '../server-process.ts';
import { prepareSource, requireRoom, type Source } from '../sources.ts';
import { type Arrival, medianArrival } from './arrival.ts';
import { saveEarly } from './save-early.ts';

const LINE: Line = { rttMs: 40, bytesPerSecondPerConnection: 10_000_000 };
/** Two hours at six megabits a second. */
const MEGABYTES = 5515;
const FROM_SECONDS = 3600;
const TO_SECONDS = 3660;
/** A run of theirs that takes longer does not count. */
const LONGEST_SECONDS = 200;

/** One side: the median of its runs that ended in time, null for none, and how much of the source was sent for one. */
export type ClipSide = {
  readonly name: string;
  readonly median: Arrival | null;
  readonly runs: readonly Arrival[];
  readonly share: number;
};

/** All sides on one line. */
export type ClipFigures = {
  readonly line: Line;
  readonly sourceBytes: number;
  readonly sides: readonly ClipSide[];
};

/** Every run of ours has a video of its own. The whole with a cut takes minutes, and runs once. */
export async function measureClips(lab: LabProcess, { runs }: Options): Promise<ClipFigures> {
  await requireRoom(MEGABYTES);
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-bench-clip-'));
  const server = await startServerProcess(lab);
  const { command, env } = commandWords(lab);
  const cli = (...words: string[]) =>
    timeCommand(['timeout', '-k', '1', String(LONGEST_SECONDS), ...command, ...words], env);
  let take = 0;
  const output = ['-o', path.join(folder, '%(id)s.%(ext)s')];
  const formats = ['-f', BIG_FORMATS, '--merge-output-format', 'mp4', ...output];
  const theirs = async (work: Promise<Cost>): Promise<Arrival> => {
    const cost = await work;
    for (const name of await readdir(folder)) await rm(path.join(folder, name));
    return { ...cost, knownMs: null, firstMs: null };
  };
  const ours =
    (format: 'mp4' | 'mp3') =>
    ({ url }: Source) =>
      saveEarly(server, [
        {
          request: { url, format, quality: 'high', from: FROM_SECONDS, to: TO_SECONDS },
          bytes: null,
        },
      ]);
  const sections = ['--download-sections', `*${FROM_SECONDS}-${TO_SECONDS}`];
  const cut = ['-ss', String(FROM_SECONDS), '-t', String(TO_SECONDS - FROM_SECONDS), '-c', 'copy'];
  const sides = [
    { name: 'ours', runs, run: ours('mp4') },
    { name: 'ours, MP3', runs, run: ours('mp3') },
    {
      name: 'yt-dlp --download-sections',
      runs: Math.min(runs, 2),
      run: ({ url }: Source) => theirs(cli(...formats, ...sections, url)),
    },
    {
      name: 'the whole with yt-dlp -N 8, and a cut',
      runs: 1,
      run: ({ url }: Source) =>
        theirs(
          cli(...formats, '-N', '8', url).then(async (fetched) => {
            const [name = ''] = await readdir(folder);
            const file = path.join(folder, name);
            const words = ['ffmpeg', '-v', 'error', '-i', file, ...cut, `${file}.part.mp4`];
            const made = await timeCommand(words, {});
            return {
              seconds: fetched.seconds + made.seconds,
              cpuSeconds: fetched.cpuSeconds + made.cpuSeconds,
            };
          }),
        ),
    },
  ];
  try {
    await lab.shape(LINE);
    let sourceBytes = 0;
    const seen: ClipSide[] = [];
    for (const side of sides) {
      const all: Arrival[] = [];
      let sent = 0;
      for (let turn = 0; turn < side.runs; turn += 1) {
        const source = await prepareSource(bigVideoId(MEGABYTES, take));
        take += 1;
        sourceBytes = source.bytes;
        const before = (await lab.asked()).sentBytes;
        const arrival = await side.run(source).catch((error: unknown) => {
          console.error(`${side.name}: ${error}`);
          return null;
        });
        if (arrival) all.push(arrival);
        sent += (await lab.asked()).sentBytes - before;
      }
      const share = sent / side.runs / sourceBytes;
      const median = all.length > 0 ? medianArrival(all) : null;
      seen.push({ name: side.name, median, runs: all, share });
    }
    return { line: LINE, sourceBytes, sides: seen };
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}
