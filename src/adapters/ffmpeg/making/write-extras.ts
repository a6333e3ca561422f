// Writes what a file has besides video and audio into the job's folder, for ffmpeg to read.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MakeTask } from '../../../core/jobs/ports.ts';
import { cuesUntil } from '../../../core/subtitles/cue.ts';
import { toSrt } from '../../../core/subtitles/write.ts';
import { sniffMedia } from '../sniff-media.ts';
import { abortable } from './abortable.ts';
import { type FfmpegExtras, NO_EXTRAS } from './extra-arguments.ts';

/** Writes cover, and subtitles until `endSeconds`; leaves out a cover that is not a JPEG. */
export async function writeExtras(
  task: MakeTask,
  endSeconds = task.durationSeconds,
): Promise<FfmpegExtras> {
  const { tags, folder, signal } = task;
  const subtitles = task.subtitles ? (await abortable(signal, task.subtitles)).made : [];
  const paths = subtitles.map((_, index) => path.join(folder, `subtitles-${index}.srt`));
  await Promise.all(
    subtitles.map(({ cues }, index) =>
      writeFile(paths[index] as string, toSrt(cuesUntil(cues, endSeconds))),
    ),
  );
  return {
    ...NO_EXTRAS,
    ...(tags && { ...tags, cover: await writeCover(task) }),
    subtitles: subtitles.map(({ language, name }, index) => ({
      path: paths[index] as string,
      language,
      name,
    })),
  };
}

/** The files that ffmpeg must be able to read. */
export function pathsOf({ cover, subtitles }: FfmpegExtras): string[] {
  return [...(cover ? [cover] : []), ...subtitles.map((one) => one.path)];
}

async function writeCover({ folder, tags, signal }: MakeTask): Promise<string | null> {
  const cover = tags && (await abortable(signal, tags.cover));
  if (!cover) return null;
  const sniffed = sniffMedia(cover);
  if (sniffed?.kind !== 'photo' || sniffed.photo !== 'jpg') return null;
  const file = path.join(folder, 'cover.jpg');
  await abortable(signal, writeFile(file, cover));
  return file;
}
