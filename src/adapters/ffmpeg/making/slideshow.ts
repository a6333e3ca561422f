// Makes a slideshow: each picture is drawn into the frame, one at a time; then one run joins them with the sound.
import { appendFile, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { SlideshowRecipe } from '../../../core/choosing/plan.ts';
import { findExcess, MAX_PIXELS } from '../../../core/files/checking/find-fault.ts';
import type { MadeFile, MakeTask, Part } from '../../../core/jobs/ports.ts';
import { AppError } from '../../../shared/errors.ts';
import type { MediaTools } from '../media-tools.ts';
import { probeMedia } from '../probe-media.ts';
import { failureOf, hasFailed, isDamaged } from '../read-failure.ts';
import { type FfmpegEnd, runFfmpeg } from '../run-ffmpeg.ts';
import { abortable } from './abortable.ts';
import { missingStream } from './file-arguments.ts';
import { demuxerOf, type SourceHead } from './media-source.ts';
import { createProgressReader } from './read-progress.ts';
import {
  filmOrder,
  frameOf,
  type PictureFile,
  pictureArguments,
  type ShowOptions,
  type Size,
  showArguments,
  sizeArguments,
} from './slideshow-arguments.ts';

/** The share of the work that is drawing the pictures. */
const DRAWING_SHARE = 0.4;
const PICTURE_SECONDS = 30;
const DATA_BYTES = 1536 * 1024 ** 2;
const CPU_SECONDS_PER_SECOND = 6;
const MAX_JSON_BYTES = 64 * 1024;
const MAX_PROGRESS_BYTES = 64 * 1024 * 1024;

const sizeShape = z.object({
  frames: z
    .array(
      z.object({
        width: z.number().int().min(1),
        height: z.number().int().min(1),
        side_data_list: z.array(z.object({ rotation: z.number().optional() })).default([]),
      }),
    )
    .min(1),
});

/** Makes the video once all sources have arrived. Throws AppError `bad_media`, `making_failed`, `too_large`, `server_full`. */
export async function makeSlideshow(
  needs: MediaTools,
  task: MakeTask,
  { secondsPerPicture }: SlideshowRecipe,
  heads: readonly SourceHead[],
): Promise<MadeFile> {
  const whole = Promise.all(task.inputs.map(({ fetching }) => fetching.done));
  const parts = await abortable(task.signal, whole);
  const pictures = picturesOf(task, heads, parts);
  const sound = await soundOf(needs, task, heads, parts);
  const durationSeconds = pictures.length * secondsPerPicture;
  const film = path.join(task.folder, 'pictures.mjpeg');
  await drawPictures(needs, task, pictures, film, (share) =>
    task.report(durationSeconds * DRAWING_SHARE * share),
  );
  const output = path.join(task.folder, 'made.mp4');
  const show = { pictures: film, secondsPerPicture, durationSeconds, sound, output };
  await join(needs, task, show);
  return { path: output, span: null, from: null };
}

function picturesOf(
  { inputs }: MakeTask,
  heads: readonly SourceHead[],
  parts: readonly Part[],
): PictureFile[] {
  return inputs.flatMap(({ role }, index) => {
    const [head, part] = [heads[index], parts[index]];
    if (role !== 'picture' || !head || !part) return [];
    if (head.sniffed.kind !== 'photo')
      throw new AppError('bad_media', { detail: `source ${index + 1} is not a photo` });
    return { path: part.path, photo: head.sniffed.photo };
  });
}

/** The sound as an input; null where the post has none. */
async function soundOf(
  needs: MediaTools,
  task: MakeTask,
  heads: readonly SourceHead[],
  parts: readonly Part[],
): Promise<ShowOptions['sound']> {
  const at = task.inputs.findIndex(({ role }) => role !== 'picture');
  const [head, part] = [heads[at], parts[at]];
  if (!head || !part) return null;
  if (head.sniffed.kind !== 'media') throw missingStream('sound');
  const demuxer = demuxerOf(head);
  const probe = await probeMedia({ ...needs, turn: task.turn }, demuxer, part, task.signal);
  const excess = findExcess(probe);
  if (excess) throw new AppError('bad_media', { detail: excess });
  if (!probe.streams.some(({ kind }) => kind === 'sound')) throw missingStream('sound');
  return { demuxer, place: { path: part.path } };
}

/** Draws all pictures into one file. */
async function drawPictures(
  needs: MediaTools,
  task: MakeTask,
  pictures: readonly PictureFile[],
  film: string,
  report: (share: number) => void,
): Promise<void> {
  const sizes: Size[] = [];
  for (const [index, picture] of pictures.entries())
    sizes.push(await blaming(index, pictures, () => sizeOf(needs, task, picture)));
  const frame = frameOf(sizes);
  const drawn = path.join(task.folder, 'picture.jpg');
  for (const [index, picture] of pictures.entries()) {
    await blaming(index, pictures, () => draw(needs, task, picture, frame, drawn));
    const bytes = await readFile(drawn);
    const times = filmOrder(pictures.length).filter((shown) => shown === index).length;
    for (let time = 0; time < times; time += 1) await appendFile(film, bytes);
    report((index + 1) / pictures.length);
  }
  await rm(drawn);
}

/** Names the picture that a failure is about. */
async function blaming<T>(
  index: number,
  { length }: readonly PictureFile[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'bad_media') throw error;
    const detail = `picture ${index + 1} of ${length}: ${error.message}`;
    throw new AppError('bad_media', { cause: error, detail });
  }
}

async function sizeOf(needs: MediaTools, task: MakeTask, picture: PictureFile): Promise<Size> {
  let json = '';
  const end = await runFfmpeg({
    ...boundsOfPicture(needs, task, picture),
    program: needs.ffprobePath,
    args: sizeArguments(picture),
    onOutput: (text) => {
      json += text;
    },
    maxOutputBytes: MAX_JSON_BYTES,
  });
  assertClean(end, task);
  const [seen] = sizeShape.safeParse(jsonOf(json)).data?.frames ?? [];
  if (!seen) throw new AppError('bad_media', { detail: 'no picture in it' });
  const { width, height, side_data_list: sides } = seen;
  if (width * height > MAX_PIXELS)
    throw new AppError('bad_media', { detail: `it is ${width} × ${height}` });
  const isTurned = sides.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90);
  return isTurned ? { width: height, height: width } : { width, height };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whatever it is, it does not have the shape.
    return null;
  }
}

async function draw(
  needs: MediaTools,
  task: MakeTask,
  picture: PictureFile,
  frame: Size,
  output: string,
): Promise<void> {
  const end = await runFfmpeg({
    ...boundsOfPicture(needs, task, picture),
    program: needs.ffmpegPath,
    args: pictureArguments(picture, frame, output),
    onOutput: () => undefined,
    maxOutputBytes: MAX_JSON_BYTES,
  });
  assertClean(end, task);
}

function boundsOfPicture({ sandbox, clock }: MediaTools, task: MakeTask, { path }: PictureFile) {
  const bounds = { cpuSeconds: PICTURE_SECONDS, dataBytes: DATA_BYTES, files: 64 };
  return {
    sandbox,
    files: { read: [path], write: [task.folder] },
    limits: { ...bounds, fileBytes: task.maxBytes },
    signal: task.signal,
    turn: task.turn,
    deadlineMs: PICTURE_SECONDS * 1000,
    ...(clock ? { after: clock.after } : {}),
  };
}

/** A picture about which a decoder complains is shown broken. */
function assertClean(end: FfmpegEnd, { maxBytes }: MakeTask): void {
  if (hasFailed(end)) throw failureOf(end, maxBytes);
  if (end.errors.trim() !== '')
    throw new AppError('bad_media', { detail: end.errors.slice(0, 400) });
}

async function join(needs: MediaTools, task: MakeTask, show: ShowOptions): Promise<void> {
  const { durationSeconds, pictures, sound } = show;
  const cpuSeconds = 60 + Math.ceil(durationSeconds * CPU_SECONDS_PER_SECOND);
  const end = await runFfmpeg({
    sandbox: needs.sandbox,
    program: needs.ffmpegPath,
    args: showArguments(show),
    files: {
      read: [pictures, ...(sound && 'path' in sound.place ? [sound.place.path] : [])],
      write: [task.folder],
    },
    limits: {
      cpuSeconds,
      dataBytes: Math.min(DATA_BYTES, needs.encoderBytes ?? DATA_BYTES),
      fileBytes: task.maxBytes,
      files: 64,
    },
    signal: task.signal,
    turn: task.turn,
    deadlineMs: cpuSeconds * 1000,
    ...(needs.clock ? { after: needs.clock.after } : {}),
    onOutput: createProgressReader((seconds) =>
      task.report(durationSeconds * DRAWING_SHARE + seconds * (1 - DRAWING_SHARE)),
    ),
    maxOutputBytes: MAX_PROGRESS_BYTES,
  });
  if (hasFailed(end)) throw failureOf(end, task.maxBytes);
  if (isDamaged(end.errors))
    throw new AppError('bad_media', {
      detail: `the sound is damaged: ${end.errors.slice(0, 400)}`,
    });
}
