// One attempt to make a file: probes the inputs, runs ffmpeg, and classifies the result.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Span } from '../../../core/choosing/choice.ts';
import type { Probe } from '../../../core/files/checking/find-fault.ts';
import type { LoudnessMade } from '../../../core/files/stored-file.ts';
import type { MakeTask, Part } from '../../../core/jobs/ports.ts';
import { AppError } from '../../../shared/errors.ts';
import { FILE_FORMATS } from '../../../shared/media/formats.ts';
import type { MediaTools } from '../media-tools.ts';
import { probeMedia } from '../probe-media.ts';
import { type FailureKind, failureKind, failureOf, hasFailed, isDamaged } from '../read-failure.ts';
import { type FfmpegEnd, runFfmpeg } from '../run-ffmpeg.ts';
import { streamsIn } from './choose-streams.ts';
import { beginningsOf, fileArguments, mostSecondsOf, placeInputs } from './file-arguments.ts';
import { demuxerOf, type SourceHead } from './media-source.ts';
import { nameDolbyVision } from './mp4/patches.ts';
import { encodePieces, type Run } from './pieces/encode-pieces.ts';
import { planPieces } from './pieces/plan-pieces.ts';
import { createProgressReader } from './read-progress.ts';
import { loudnessMade, pathsOf, writeExtras } from './write-extras.ts';

/** The result of an attempt: a file and the probes of its inputs, or why there is none. */
export type Attempt =
  | {
      readonly path: string;
      readonly probes: readonly Probe[];
      readonly loudness: LoudnessMade | null;
    }
  | { readonly failure: AppError; readonly kind: FailureKind };

const MAX_PROGRESS_BYTES = 64 * 1024 * 1024;
const DATA_BYTES = 1024 ** 3;
/** What is cut at a bound ends this near to it. */
const ROUNDED_SECONDS = 0.5;
/** Announced lengths are rounded up at most so far. */
const ANNOUNCED_LATER_SECONDS = 1;

/** Makes the file from `parts`, or with null from the arriving bytes; `whole` settles when all of them are there. */
export type From = {
  readonly parts: readonly Part[] | null;
  readonly whole: Promise<unknown>;
  /** Whether to reserve space for the index at the front, which saves moving the media for it. */
  readonly reservesIndex: boolean;
};

/** Makes the file once. Throws the error of a fetch, and the signal's reason. */
export async function makeOnce(
  needs: MediaTools,
  task: MakeTask,
  heads: readonly SourceHead[],
  from: From,
): Promise<Attempt> {
  const { parts } = from;
  const most = mostSecondsOf(task) ?? Number.POSITIVE_INFINITY;
  let written = 0;
  const report = (seconds: number) => {
    written = seconds;
    task.report(seconds);
  };
  try {
    const probes = await Promise.all(
      heads.map((head, index) => {
        const part = parts?.[index];
        const input = part ?? { feed: fetchingOf(task, index).read('lent') };
        return probeMedia({ ...needs, turn: task.turn }, demuxerOf(head), input, task.signal);
      }),
    );
    const output = path.join(task.folder, `made.${task.recipe.container}`);
    const [probe, demuxer] = [probes[0] as Probe, demuxerOf(heads[0] as SourceHead)];
    const endSeconds = endOf(heads, probes, task.durationSeconds);
    const part = partOf(task, heads, probes);
    const extras = await writeExtras(needs, task, { probe, demuxer, endSeconds, part });
    const inputs = placeInputs(heads.map(demuxerOf), beginningsOf(probes), parts);
    const run: Run = (known, signal, onOutput) =>
      runFfmpeg({
        sandbox: needs.sandbox,
        program: needs.ffmpegPath,
        args: fileArguments(task, inputs, { probes, ...from, ...known }),
        feeds: parts ? [] : task.inputs.map(({ fetching }) => fetching.read('lent')),
        files: {
          read: [...(parts ?? []).map((part) => part.path), ...pathsOf(known.extras)],
          write: [task.folder],
        },
        limits: { ...boundsOf(task), fileBytes: task.maxBytes, dataBytes: DATA_BYTES, files: 64 },
        signal,
        turn: task.turn,
        deadlineMs: boundsOf(task).cpuSeconds * 1000,
        countFrom: from.whole,
        ...(needs.clock ? { after: needs.clock.after } : {}),
        onOutput,
        maxOutputBytes: MAX_PROGRESS_BYTES,
      });
    const pieces = planPieces(task.recipe, probes, {
      seconds: endSeconds,
      processors: (needs.processors ?? availableParallelism()) - (task.turn?.others() ?? 0),
      isPiped: parts === null,
    });
    const { maxBytes, signal } = task;
    const joined =
      pieces &&
      (await encodePieces(
        { pieces, output, extras, maxBytes, maxSeconds: most, signal, report },
        run,
      ));
    if (joined) written = joined.seconds;
    const end =
      joined?.end ?? (await run({ output, extras }, signal, createProgressReader(report)));
    if (written > most - ROUNDED_SECONDS && !hasFailed(end)) return tooLong(most);
    const attempt = attemptOf(end, task, { path: output, probes, loudness: loudnessMade(extras) });
    const picture = probes.map((each) => streamsIn(each).picture).find((each) => each);
    if ('path' in attempt && picture?.isDolbyVision) await nameDolbyVision(attempt.path);
    return attempt;
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_media' && !task.signal.aborted)
      return { failure: error, kind: 'unreadable' };
    throw error;
  }
}

function tooLong(most: number): Attempt {
  const detail = `it goes on after ${most.toFixed(0)} s, much longer than announced`;
  return { failure: new AppError('bad_media', { detail }), kind: 'too_large' };
}

/** Where the media end: a cue behind that would make the file longer. Null if unknown. */
export function endOf(
  heads: readonly Pick<SourceHead, 'isFragmented'>[],
  probes: readonly Pick<Probe, 'durationSeconds'>[],
  announced: number | null,
): number | null {
  const known = probes.flatMap(({ durationSeconds: seconds }, index) => {
    if (seconds === null) return [];
    // Of fragments, a probe may have seen the first ones only.
    const isWhole = !heads[index]?.isFragmented || seconds >= (announced ?? Infinity) * 0.9;
    return isWhole ? [seconds] : [];
  });
  return known.length === 0 ? announced : Math.max(...known);
}

/** All of the sources, up to where the file surely ends: a chapter that goes on would make an MP4 longer. Null if unknown. */
function partOf(
  { recipe, durationSeconds: announced }: MakeTask,
  heads: readonly SourceHead[],
  probes: readonly Probe[],
): Span | null {
  const isAudio = FILE_FORMATS[recipe.container].kind === 'audio';
  const ends = probes.flatMap(({ streams, startSeconds, durationSeconds: whole }, at) =>
    streams.flatMap((stream) => {
      if (stream.kind !== 'sound' && (stream.kind !== 'picture' || isAudio)) return [];
      const seconds = stream.durationSeconds ?? whole;
      // Of fragments, a probe may have seen the first ones only.
      if (seconds === null || heads[at]?.isFragmented) return [];
      return Math.min(stream.startSeconds - startSeconds + seconds, whole ?? seconds);
    }),
  );
  if (ends.length > 0) return { startSeconds: 0, endSeconds: Math.max(...ends) };
  if (announced === null) return null;
  return { startSeconds: 0, endSeconds: announced - ANNOUNCED_LATER_SECONDS };
}

function attemptOf(
  end: FfmpegEnd,
  task: MakeTask,
  made: Extract<Attempt, { path: string }>,
): Attempt {
  if (hasFailed(end)) return { failure: failureOf(end, task.maxBytes), kind: failureKind(end) };
  if (!isDamaged(end.errors)) return made;
  const detail = `a source is damaged: ${end.errors.slice(0, 400)}`;
  return { failure: new AppError('bad_media', { detail }), kind: 'unreadable' };
}

/** Time limits that are ample on a slow machine: CPU time, and wall time once everything has arrived. */
function boundsOf({ durationSeconds, recipe }: MakeTask): { readonly cpuSeconds: number } {
  if (durationSeconds === null) return { cpuSeconds: 3600 };
  return { cpuSeconds: 60 + Math.ceil(durationSeconds * (recipe.kind === 'encode' ? 1 : 0.2)) };
}

function fetchingOf({ inputs }: MakeTask, index: number) {
  const input = inputs[index];
  if (!input) throw new TypeError('every head belongs to an input');
  return input.fetching;
}
