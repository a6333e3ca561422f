// Makes a file that needs to seek in its source: a part of it, another picture, or one that fits a size.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Span } from '../../../core/choosing/choice.ts';
import type { EncodeRecipe, Recipe } from '../../../core/choosing/plan.ts';
import { findExcess, type Probe } from '../../../core/jobs/check-file.ts';
import type { MadeFile, MakeTask, Part } from '../../../core/jobs/ports.ts';
import { AppError } from '../../../shared/errors.ts';
import type { MediaTools } from '../media-tools.ts';
import { probeMedia } from '../probe-media.ts';
import { failureOf, hasFailed, isDamaged } from '../read-failure.ts';
import { runFfmpeg } from '../run-ffmpeg.ts';
import { encodeArguments } from './encode-arguments.ts';
import { encodeBounds } from './encode-bounds.ts';
import { findKeyFrame } from './find-key-frame.ts';
import type { Demuxer } from './guarded-input.ts';
import { copyArguments, type FfmpegInput } from './make-arguments.ts';
import { createProgressReader } from './read-progress.ts';

const MAX_PROGRESS_BYTES = 64 * 1024 * 1024;
const COPY_SECONDS_PER_SECOND = 0.2;
/** How often a file that came out too large is encoded again, and with how much less than what would just fit. */
const MAX_TRIES = 3;
const SAFETY = 0.97;

/** The source, with what is known about it. */
type Source = { readonly part: Part; readonly demuxer: Demuxer; readonly probe: Probe };

/** Whether a recipe is made here: its source has to be complete, and a file. */
export function needsWholeSource(recipe: Recipe): boolean {
  return (
    recipe.kind === 'clip' ||
    (recipe.kind === 'encode' &&
      (recipe.span !== null || recipe.picture !== null || recipe.fitBytes !== null))
  );
}

/** Makes the file. Throws AppError `bad_media`, `making_failed`, `too_large`, `too_small_to_fit`, `server_full`. */
export async function editFile(
  needs: MediaTools,
  task: MakeTask,
  demuxer: Demuxer,
  part: Part,
): Promise<MadeFile> {
  const probe = await probeMedia(needs, demuxer, part, task.signal);
  const excess = findExcess(probe);
  if (excess) throw new AppError('bad_media', { detail: excess });
  const source = { part, demuxer, probe };
  const { recipe } = task;
  if (recipe.kind === 'clip') return clip(needs, task, recipe, source);
  if (recipe.kind !== 'encode') throw new TypeError('only clips and encoded files are made here');
  return { path: await encodeToFit(needs, task, recipe, source), span: null };
}

async function clip(
  needs: MediaTools,
  task: MakeTask,
  { container, span }: Extract<Recipe, { kind: 'clip' }>,
  source: Source,
): Promise<MadeFile> {
  const { part, demuxer, probe } = source;
  const { picture, sound } = streamsOf(probe);
  const startSeconds = picture
    ? await findKeyFrame(
        needs,
        { path: part.path, demuxer, picture, fileStartSeconds: probe.startSeconds },
        span.startSeconds,
        task.signal,
      )
    : span.startSeconds;
  const held: Span = { startSeconds, endSeconds: span.endSeconds };
  const output = outputOf(task);
  const args = copyArguments({
    inputs: [inputOf(source)],
    picture: picture && { input: 0, isH265: picture.codec === 'h265' },
    sound: sound && { input: 0, isAac: sound.codec === 'aac' },
    container,
    span: held,
    indexBytes: null,
    output,
  });
  const cpuSeconds = 60 + Math.ceil((probe.durationSeconds ?? 0) * COPY_SECONDS_PER_SECOND);
  await run(needs, task, source, args, { cpuSeconds, dataBytes: 1024 ** 3 }, task.report);
  return { path: output, span: held };
}

async function encodeToFit(
  needs: MediaTools,
  task: MakeTask,
  recipe: EncodeRecipe,
  source: Source,
): Promise<string> {
  const output = outputOf(task);
  let next = recipe;
  for (let tries = 1; ; tries += 1) {
    await encode(needs, task, next, source);
    const { size } = await stat(output);
    if (recipe.fitBytes === null || size <= recipe.fitBytes) return output;
    const { picture } = next;
    if (tries === MAX_TRIES || !picture || picture === 'copy' || !picture.kilobitsPerSecond)
      throw new AppError('too_small_to_fit', { params: { megabytes: Math.ceil(size / 1e6) } });
    const rate = Math.floor(picture.kilobitsPerSecond * (recipe.fitBytes / size) * SAFETY);
    next = { ...next, picture: { ...picture, kilobitsPerSecond: rate } };
  }
}

/** Encodes once, in two passes where the picture has an average rate to hit. */
async function encode(
  needs: MediaTools,
  task: MakeTask,
  recipe: EncodeRecipe,
  source: Source,
): Promise<void> {
  const { picture } = streamsOf(source.probe);
  const seconds = task.durationSeconds ?? source.probe.durationSeconds ?? 0;
  const isTwoPass =
    recipe.picture !== null &&
    recipe.picture !== 'copy' &&
    recipe.picture.kilobitsPerSecond !== null;
  const log = path.join(task.folder, 'passes');
  const options = {
    recipe,
    input: inputOf(source),
    picture,
    tags: { title: task.tags?.title ?? null, artist: task.tags?.artist ?? null, cover: null },
    maxSeconds: null,
    output: outputOf(task),
  };
  const bounds = encodeBounds(recipe, picture, seconds);
  if (!isTwoPass)
    return run(
      needs,
      task,
      source,
      encodeArguments({ ...options, pass: null }),
      bounds,
      task.report,
    );
  for (const number of [1, 2] as const) {
    const args = encodeArguments({ ...options, pass: { number, log } });
    // Both passes together are the whole.
    const report = (done: number) => task.report((done + (number - 1) * seconds) / 2);
    await run(needs, task, source, args, bounds, report);
  }
}

async function run(
  needs: MediaTools,
  task: MakeTask,
  { part }: Source,
  args: readonly string[],
  { cpuSeconds, dataBytes }: { readonly cpuSeconds: number; readonly dataBytes: number },
  report: (seconds: number) => void,
): Promise<void> {
  const end = await runFfmpeg({
    sandbox: needs.sandbox,
    program: needs.ffmpegPath,
    args,
    files: { read: [part.path], write: [task.folder] },
    limits: { cpuSeconds, dataBytes, fileBytes: task.maxBytes, files: 64 },
    signal: task.signal,
    deadlineMs: cpuSeconds * 1000,
    ...(needs.clock ? { after: needs.clock.after } : {}),
    onOutput: createProgressReader(report),
    maxOutputBytes: MAX_PROGRESS_BYTES,
  });
  if (hasFailed(end)) throw failureOf(end, task.maxBytes);
  if (isDamaged(end.errors))
    throw new AppError('bad_media', {
      detail: `the source is damaged: ${end.errors.slice(0, 400)}`,
    });
}

function streamsOf({ streams }: Probe) {
  return {
    picture: streams.find((stream) => stream.kind === 'picture') ?? null,
    sound: streams.find((stream) => stream.kind === 'sound') ?? null,
  };
}

function inputOf({ part, demuxer }: Source): FfmpegInput {
  return { demuxer, place: { path: part.path }, delaySeconds: 0 };
}

const outputOf = ({ folder, recipe }: MakeTask) => path.join(folder, `made.${recipe.container}`);
