// Finds the key frame at or before a time, and holes between frames, with ffprobe.
import type { ProbedPicture } from '../../../core/files/checking/find-fault.ts';
import type { MakeTask } from '../../../core/jobs/ports.ts';
import type { MediaTools } from '../media-tools.ts';
import { failureOf } from '../read-failure.ts';
import { eachLine, runFfprobe } from '../run-ffprobe.ts';
import type { Demuxer } from './guarded-input.ts';

const CPU_SECONDS = 60;
const DEADLINE_MS = 60_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
/** Where a file has no index, the search begins this long before the time. */
const LONGEST_GROUP_SECONDS = 20;
/** So many frames that are missing leave a part without its picture, within these bounds. */
const MISSING_FRAMES = 2.5;
const [LEAST_HOLE_SECONDS, MOST_HOLE_SECONDS] = [0.05, 0.2];
const AROUND_SECONDS = 1;
/** Before that, the part begins with the file, which needs no index to be found. */
const FROM_THE_START_SECONDS = 0.1;
/** Times are rounded to microseconds. */
const ROUNDED_SECONDS = 0.000_002;

/** A file to search, the start of its first stream, and its length. */
type Searched = {
  readonly path: string;
  readonly demuxer: Demuxer;
  readonly fileStartSeconds: number;
  readonly durationSeconds: number | null;
  readonly picture: ProbedPicture;
};

/**
 * The time of the last key frame that is not after `seconds`, counted like them from the start of the file; of the first one where
 * there is none. Zero where the file begins with it. Throws AppError `bad_media` for a file that cannot be read, `making_failed` otherwise.
 */
export async function findKeyFrame(
  needs: MediaTools,
  searched: Searched,
  seconds: number,
  task: Task,
): Promise<number> {
  const { fileStartSeconds, picture } = searched;
  const at = seconds + fileStartSeconds;
  const search = async (from: number) => {
    let found: number | null = null;
    await eachPacket(needs, searched, [[from, at + ROUNDED_SECONDS]], task, (line) => {
      found = laterKeyFrame(found, line, at);
    });
    return found;
  };
  const found = (await search(at)) ?? (await search(Math.max(0, at - LONGEST_GROUP_SECONDS)));
  const start = Math.max(0, (found ?? picture.startSeconds) - fileStartSeconds);
  return start < FROM_THE_START_SECONDS ? 0 : start;
}

/**
 * Whether one of these times, counted from the start of the file, lies between two frames that are far apart, or behind the last.
 * Throws as {@link findKeyFrame}.
 */
export async function isInHole(
  needs: MediaTools,
  searched: Searched,
  times: readonly number[],
  task: Task,
): Promise<boolean> {
  const { fileStartSeconds, durationSeconds, picture } = searched;
  const ends =
    picture.durationSeconds === null
      ? fileStartSeconds + (durationSeconds ?? Number.POSITIVE_INFINITY)
      : picture.startSeconds + picture.durationSeconds;
  const wanted = times.map((seconds) => seconds + fileStartSeconds);
  const shown: number[] = [];
  const around = wanted.map(
    (at) => [Math.max(0, at - AROUND_SECONDS), at + AROUND_SECONDS] as const,
  );
  await eachPacket(needs, searched, around, task, (line) => shown.push(Number.parseFloat(line)));
  const hole = Math.max(
    LEAST_HOLE_SECONDS,
    Math.min(MISSING_FRAMES / (picture.fps ?? 1), MOST_HOLE_SECONDS),
  );
  return wanted.some((at) => {
    let [before, next] = [picture.startSeconds, at + AROUND_SECONDS];
    // There may be more than a call takes as arguments, and some without a time.
    for (const time of shown)
      if (time <= at) before = Math.max(before, time);
      else if (time > at) next = Math.min(next, time);
    return Math.min(next, Math.max(ends, at)) - before > hole;
  });
}

type Task = Pick<MakeTask, 'signal' | 'turn'>;

/** Reads the packets of the picture within intervals, each as a line such as `1.001000,K__`, and some before them. */
async function eachPacket(
  needs: MediaTools,
  { path, demuxer, picture }: Searched,
  intervals: readonly (readonly [from: number, to: number])[],
  { signal, turn }: Task,
  onLine: (line: string) => void,
): Promise<void> {
  const read = intervals.map(([from, to]) => `${from.toFixed(6)}%${to.toFixed(6)}`);
  const end = await runFfprobe(needs, {
    demuxer,
    input: { path },
    show: [
      ...['-select_streams', String(picture.index), '-read_intervals', read.join()],
      ...['-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0'],
    ],
    cpuSeconds: CPU_SECONDS,
    signal,
    turn,
    deadlineMs: DEADLINE_MS,
    onOutput: eachLine(onLine),
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  if (end.exitCode !== 0) throw failureOf(end, Number.POSITIVE_INFINITY);
}

/** The later of `found` and the key frame on a line such as `1.001000,K__`, unless that is after `at`. */
function laterKeyFrame(found: number | null, line: string, at: number): number | null {
  const [time = '', flags = ''] = line.split(',');
  const seconds = Number.parseFloat(time);
  const isFound = flags.startsWith('K') && seconds <= at + ROUNDED_SECONDS;
  return isFound && (found === null || seconds > found) ? seconds : found;
}
