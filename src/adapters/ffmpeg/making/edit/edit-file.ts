// Makes a file of sources that are complete: a part of one, another picture, or a file that fits a size.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Span } from '../../../../core/choosing/choice.ts';
import {
  type ClipRecipe,
  cutsOf,
  type EncodeRecipe,
  type Recipe,
} from '../../../../core/choosing/plan.ts';
import { findExcess } from '../../../../core/files/checking/find-fault.ts';
import type { LoudnessMade } from '../../../../core/files/stored-file.ts';
import type { MadeFile, MakeTask, Part } from '../../../../core/jobs/ports.ts';
import { AppError } from '../../../../shared/errors.ts';
import { FILE_FORMATS } from '../../../../shared/media/formats.ts';
import { secondsOf } from '../../../../shared/media/marked.ts';
import { writeExact } from '../../exact/write-exact.ts';
import type { MediaTools } from '../../media-tools.ts';
import { probeMedia } from '../../probe-media.ts';
import { failureOf, hasFailed, isDamaged } from '../../read-failure.ts';
import { runFfmpeg } from '../../run-ffmpeg.ts';
import { encodeArguments } from '../encode-arguments.ts';
import { encodeBounds } from '../encode-bounds.ts';
import { beginningsOf, inItem, madeFrom, missingStream, placeInputs } from '../file-arguments.ts';
import { findKeyFrame, isInHole } from '../find-key-frame.ts';
import type { Demuxer } from '../guarded-input.ts';
import { copyArguments } from '../make-arguments.ts';
import { forgetNothingAbsent } from '../mp4/absent-references.ts';
import { endTracks, nameDolbyVision } from '../mp4/patches.ts';
import { createProgressReader } from '../read-progress.ts';
import { loudnessMade, pathsOf, writeExtras } from '../write-extras.ts';
import {
  heldOf,
  indexOf,
  pathsIn,
  placeOf,
  type Source,
  type Sources,
  secondsIn,
  streamsOf,
} from './sources.ts';

const MAX_PROGRESS_BYTES = 64 * 1024 * 1024;
const COPY_SECONDS_PER_SECOND = 0.2;
/** How often a file that came out too large is encoded again, and with how much less than what would just fit. */
const MAX_TRIES = 3;
const SAFETY = 0.97;

/** Sources to encode, see `EncodeOptions`. */
type EncodedSources = Sources & { readonly decodeFrom: number | null };

/** Whether a recipe is made here: its sources have to be complete, and files. */
export function needsWholeSource(recipe: Recipe): boolean {
  return (
    recipe.kind === 'clip' ||
    (recipe.kind === 'encode' &&
      (recipe.span !== null ||
        recipe.cuts !== undefined ||
        recipe.picture !== null ||
        recipe.fitBytes !== null))
  );
}

/** Makes the file. Throws AppError `bad_media`, `making_failed`, `too_large`, `too_small_to_fit`, `server_full`. */
export async function editFile(
  needs: MediaTools,
  task: MakeTask,
  demuxers: readonly Demuxer[],
  parts: readonly Part[],
): Promise<MadeFile> {
  const probing = { ...needs, turn: task.turn };
  const probes = await Promise.all(
    parts.map((part, index) => probeMedia(probing, demuxers[index] as Demuxer, part, task.signal)),
  );
  for (const probe of probes) {
    const excess = findExcess(probe);
    if (excess) throw new AppError('bad_media', { detail: excess });
  }
  const fetched = await Promise.all(task.inputs.map(({ fetching }) => fetching.part));
  const startsAt = fetched.map(({ startSeconds }) => startSeconds);
  const begins = beginningsOf(probes, startsAt);
  const sources: Sources = {
    all: probes.map((probe, index) => ({
      probe,
      part: parts[index] as Part,
      demuxer: demuxers[index] as Demuxer,
    })),
    inputs: placeInputs(demuxers, begins, parts),
    pictureAt: indexOf(task, probes, 'picture'),
    soundAt: indexOf(task, probes, 'sound'),
  };
  const { recipe } = task;
  const isPart = startsAt.some((seconds) => seconds > 0);
  const placed = isPart ? probes.map((probe, at) => inItem(probe, begins[at] ?? 0)) : probes;
  const from = madeFrom(task, placed, demuxers);
  if (recipe.kind === 'clip') return { ...(await clip(needs, task, recipe, sources)), from };
  if (recipe.kind !== 'encode') throw new TypeError('only clips and encoded files are made here');
  const decodeFrom = await decodedFrom(needs, task, recipe, sources);
  const made = await encodeToFit(needs, task, recipe, { ...sources, decodeFrom });
  return { ...made, span: null, from: { ...from, isPictureHeld: decodeFrom !== null } };
}

async function clip(
  needs: MediaTools,
  task: MakeTask,
  { container, span, isExact }: ClipRecipe,
  sources: Sources,
): Promise<Omit<MadeFile, 'from'>> {
  const { all, pictureAt, soundAt } = sources;
  const { demuxer, probe } = all[pictureAt ?? 0] as Source;
  const {
    picture: seen,
    sounds: [sound = null],
  } = streamsOf(sources);
  const picture = FILE_FORMATS[container].kind === 'video' ? seen : null;
  const keySeconds = picture
    ? await findKeyFrame(needs, placeOf(sources, picture), span.startSeconds, task)
    : span.startSeconds;
  const copied: Span = { startSeconds: keySeconds, endSeconds: span.endSeconds };
  const held = isExact ? span : copied;
  const output = outputOf(task);
  const extras = await writeExtras(needs, task, { probe, demuxer, part: heldOf(sources, held) });
  const args = copyArguments({
    inputs: sources.inputs,
    picture: picture && { input: pictureAt ?? 0, codec: picture.codec },
    sound: sound && { ...sound, input: soundAt ?? 0 },
    container,
    span: copied,
    hiddenSeconds: Math.max(0, held.startSeconds - keySeconds),
    indexBytes: null,
    extras,
    output,
  });
  const cpuSeconds = 60 + Math.ceil(secondsIn(sources) * COPY_SECONDS_PER_SECOND);
  const read = [...pathsIn(sources), ...pathsOf(extras)];
  await run(needs, task, read, args, { cpuSeconds, dataBytes: 1024 ** 3 }, task.report);
  if (picture && (container === 'mp4' || container === 'mov')) {
    await endTracks(output, 'vide', held.endSeconds - held.startSeconds);
    await forgetNothingAbsent(output);
  }
  if (picture?.isDolbyVision) await nameDolbyVision(output);
  // Rounded to milliseconds.
  const loudness = loudnessMade(extras);
  if (!picture || held.startSeconds - keySeconds < 0.001)
    return { path: output, span: held, loudness };
  const exact = await writeExact(needs, task, output);
  return { path: exact ?? output, span: held, hidesLead: exact === null };
}

/** From where on a picture is decoded that stands still where the part begins or ends; null for others. */
async function decodedFrom(
  needs: MediaTools,
  task: MakeTask,
  { span, cuts = [], picture: made }: EncodeRecipe,
  sources: Sources,
): Promise<number | null> {
  const { picture } = streamsOf(sources);
  const times = [
    ...(span ? [span.startSeconds, span.endSeconds] : []),
    ...cuts.map(({ endSeconds }) => endSeconds),
  ];
  if (times.length === 0 || !picture || made === null || made === 'copy') return null;
  // Without an end, it would be repeated forever.
  if (!span && heldOf(sources, span).endSeconds === 0) return null;
  const place = placeOf(sources, picture);
  if (!(await isInHole(needs, place, times, task))) return null;
  return span ? findKeyFrame(needs, place, span.startSeconds, task) : 0;
}

async function encodeToFit(
  needs: MediaTools,
  task: MakeTask,
  recipe: EncodeRecipe,
  sources: EncodedSources,
): Promise<Pick<MadeFile, 'path' | 'loudness'>> {
  const output = outputOf(task);
  let next = recipe;
  for (let tries = 1; ; tries += 1) {
    const loudness = await encode(needs, task, next, sources);
    const { size } = await stat(output);
    if (recipe.fitBytes === null || size <= recipe.fitBytes) return { path: output, loudness };
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
  sources: EncodedSources,
): Promise<LoudnessMade | null> {
  const { inputs, pictureAt, soundAt } = sources;
  const { picture, sounds } = streamsOf(sources);
  if (recipe.picture && !picture) throw missingStream('picture');
  const seconds = task.durationSeconds ?? secondsIn(sources);
  const isTwoPass =
    recipe.picture !== null &&
    recipe.picture !== 'copy' &&
    recipe.picture.kilobitsPerSecond !== null;
  const log = path.join(task.folder, 'passes');
  const part = heldOf(sources, recipe.span);
  const cuts = cutsOf(recipe);
  const extras = await writeExtras(needs, task, { ...(sources.all[0] as Source), part });
  const read = [...pathsIn(sources), ...pathsOf(extras)];
  const options = {
    recipe,
    inputs,
    pictureAt,
    soundAt,
    picture,
    sounds,
    extras,
    decodeFrom: sources.decodeFrom,
    endsAt: part.endSeconds || Number.POSITIVE_INFINITY,
    maxSeconds: null,
    output: outputOf(task),
  };
  // What is cut out is decoded as well.
  const worked = seconds + secondsOf(cuts);
  const bounds = encodeBounds(recipe, picture, worked, needs.encoderBytes);
  if (!isTwoPass) {
    await run(needs, task, read, encodeArguments({ ...options, pass: null }), bounds, task.report);
    if (picture?.isDolbyVision && recipe.picture === 'copy') await nameDolbyVision(options.output);
    return loudnessMade(extras);
  }
  for (const number of [1, 2] as const) {
    const args = encodeArguments({ ...options, pass: { number, log } });
    // Both passes together are the whole.
    const report = (done: number) => task.report((done + (number - 1) * seconds) / 2);
    await run(needs, task, read, args, bounds, report);
  }
  return loudnessMade(extras);
}

async function run(
  needs: MediaTools,
  task: MakeTask,
  read: readonly string[],
  args: readonly string[],
  { cpuSeconds, dataBytes }: { readonly cpuSeconds: number; readonly dataBytes: number },
  report: (seconds: number) => void,
): Promise<void> {
  const end = await runFfmpeg({
    sandbox: needs.sandbox,
    program: needs.ffmpegPath,
    args,
    files: { read, write: [task.folder] },
    limits: { cpuSeconds, dataBytes, fileBytes: task.maxBytes, files: 64 },
    signal: task.signal,
    turn: task.turn,
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

const outputOf = ({ folder, recipe }: MakeTask) => path.join(folder, `made.${recipe.container}`);
