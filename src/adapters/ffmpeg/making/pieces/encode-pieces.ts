// Encodes an MP3 in pieces, by several processes at once, and has them joined.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { linkedController } from '../../../../core/async/linked-controller.ts';
import { asStorageError } from '../../../../core/files/disk-error.ts';
import { hasFailed } from '../../read-failure.ts';
import type { FfmpegEnd } from '../../run-ffmpeg.ts';
import { NO_EXTRAS } from '../extra-arguments.ts';
import type { Known } from '../file-arguments.ts';
import { createProgressReader } from '../read-progress.ts';
import { joinPieces } from './join-pieces.ts';
import { type Pieces, pieceFilters, readMarks } from './plan-pieces.ts';

/** Runs ffmpeg to its end for what is known of a file, or of a piece of it. */
export type Run = (
  known: Pick<Known, 'output' | 'extras' | 'piece'>,
  signal: AbortSignal,
  onOutput: (text: string) => void,
) => Promise<FfmpegEnd>;

/** What to encode, at most `maxSeconds` of it. `report` is called with the seconds that are encoded. */
export type PiecesTask = Pick<Known, 'output' | 'extras'> & {
  readonly pieces: Pieces;
  readonly maxBytes: number;
  readonly maxSeconds: number;
  readonly signal: AbortSignal;
  readonly report: (seconds: number) => void;
};

/**
 * Resolves with the end of the process that failed first, or with that of the last piece and the length of the file. Null if the
 * pieces do not fit together, so that the sound has to be encoded in one go. Throws the signal's reason, the error of a source, and
 * AppError `server_full` and `storage_failed`, once all processes have ended.
 */
export async function encodePieces(
  task: PiecesTask,
  run: Run,
): Promise<{ readonly end: FfmpegEnd; readonly seconds: number } | null> {
  const { pieces, output } = task;
  const files = pieces.begins.map((_, at) => path.join(path.dirname(output), `piece-${at}.mp3`));
  const done = files.map(() => 0);
  const controller = linkedController(task.signal);
  const failures: ({ readonly error: unknown } | { readonly end: FfmpegEnd })[] = [];
  const encode = async (file: string, at: number): Promise<FfmpegEnd | null> => {
    const begin = (pieces.begins[at] ?? 0) / pieces.rateHz;
    const onOutput = createProgressReader((seconds) => {
      done[at] = Math.max(0, seconds - begin);
      task.report(done.reduce((sum, some) => sum + some, 0));
    });
    const piece = pieceFilters(pieces, at, task.maxSeconds);
    const { loudness } = task.extras;
    const onlyLevel = loudness && 'gainDb' in loudness ? loudness : null;
    const extras = at === 0 ? task.extras : { ...NO_EXTRAS, loudness: onlyLevel };
    try {
      const end = await run({ output: file, extras, piece }, controller.signal, onOutput);
      if (hasFailed(end)) failures.push({ end });
      return end;
    } catch (error) {
      failures.push({ error });
      return null;
    } finally {
      // The others are of no use then.
      if (failures.length > 0) controller.end();
    }
  };
  try {
    const ends = await Promise.all(files.map(encode));
    const [[failure], end] = [failures, ends.at(-1)];
    if (failure && 'error' in failure) throw failure.error;
    if (failure) return { end: failure.end, seconds: 0 };
    const marks = ends.map((one) => readMarks(one?.errors ?? ''));
    if (!end || marks.some(({ setUps }) => setUps !== 1)) return null;
    const seconds = await joinPieces(files, pieces, task).catch((error: unknown) => {
      throw asStorageError(error);
    });
    return seconds === null ? null : { end: { ...end, errors: marks.at(-1)?.rest ?? '' }, seconds };
  } finally {
    controller.end();
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }
}
