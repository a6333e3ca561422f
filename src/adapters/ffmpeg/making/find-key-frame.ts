// Finds the key frame at or before a time, with ffprobe.
import type { ProbedPicture } from '../../../core/files/checking/check-file.ts';
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
/** Before that, the part begins with the file, which needs no index to be found. */
const FROM_THE_START_SECONDS = 0.1;
/** Times are rounded to microseconds. */
const ROUNDED_SECONDS = 0.000_002;

/** A file to search, and the start of its first stream. */
type Searched = {
  readonly path: string;
  readonly demuxer: Demuxer;
  readonly fileStartSeconds: number;
  readonly picture: ProbedPicture;
};

/**
 * The time of the last key frame that is not after `seconds`, counted like them from the start of the file; of the first one where
 * there is none. Zero where the file begins with it. Throws AppError `bad_media` for a file that cannot be read, `making_failed` otherwise.
 */
export async function findKeyFrame(
  needs: MediaTools,
  { path, demuxer, fileStartSeconds, picture }: Searched,
  seconds: number,
  { signal, turn }: Pick<MakeTask, 'signal' | 'turn'>,
): Promise<number> {
  const at = seconds + fileStartSeconds;
  const search = async (from: number) => {
    let found: number | null = null;
    const end = await runFfprobe(needs, {
      demuxer,
      input: { path },
      show: [
        ...['-select_streams', String(picture.index)],
        ...['-read_intervals', `${from.toFixed(6)}%${(at + ROUNDED_SECONDS).toFixed(6)}`],
        ...['-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0'],
      ],
      cpuSeconds: CPU_SECONDS,
      signal,
      turn,
      deadlineMs: DEADLINE_MS,
      onOutput: eachLine((line) => {
        found = laterKeyFrame(found, line, at);
      }),
      maxOutputBytes: MAX_OUTPUT_BYTES,
    });
    if (end.exitCode !== 0) throw failureOf(end, Number.POSITIVE_INFINITY);
    return found;
  };
  const found = (await search(at)) ?? (await search(Math.max(0, at - LONGEST_GROUP_SECONDS)));
  const start = Math.max(0, (found ?? picture.startSeconds) - fileStartSeconds);
  return start < FROM_THE_START_SECONDS ? 0 : start;
}

/** The later of `found` and the key frame on a line such as `1.001000,K__`, unless that is after `at`. */
function laterKeyFrame(found: number | null, line: string, at: number): number | null {
  const [time = '', flags = ''] = line.split(',');
  const seconds = Number.parseFloat(time);
  const isFound = flags.startsWith('K') && seconds <= at + ROUNDED_SECONDS;
  return isFound && (found === null || seconds > found) ? seconds : found;
}
