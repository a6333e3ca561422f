// Writes what a file has besides video and audio into the job's folder, for ffmpeg to read.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Probe, SourceTags } from '../../../core/jobs/check-file.ts';
import type { MakeTask } from '../../../core/jobs/ports.ts';
import { FILE_FORMATS } from '../../../shared/media/formats.ts';
import { drawCover } from '../draw-frame.ts';
import type { MediaTools } from '../media-tools.ts';
import { readTags } from '../read-tags.ts';
import { sniffMedia } from '../sniff-media.ts';
import { abortable } from './abortable.ts';
import type { FfmpegExtras } from './extra-arguments.ts';
import type { Demuxer } from './guarded-input.ts';

/** Writes cover and subtitles; leaves out a cover that is not a JPEG. `probe` and `demuxer` are those of the first source. */
export async function writeExtras(
  needs: MediaTools,
  task: MakeTask,
  { probe, demuxer }: { readonly probe: Probe; readonly demuxer: Demuxer },
): Promise<FfmpegExtras> {
  const { tags, folder, signal } = task;
  const holds: readonly string[] = FILE_FORMATS[task.recipe.container].holds;
  const own = { title: tags?.title ?? '', artist: tags?.artist ?? '' };
  const subtitles = task.subtitles ? await abortable(signal, task.subtitles) : [];
  const paths = subtitles.map((_, index) => path.join(folder, `subtitles-${index}.srt`));
  await Promise.all(subtitles.map(({ text }, index) => writeFile(paths[index] as string, text)));
  return {
    tags: tags && holds.includes('tags') ? { ...own, ...(await tagsOf(needs, task, demuxer)) } : {},
    cover: holds.includes('cover')
      ? await writeCover(task, await coverOf(needs, task, probe, demuxer))
      : null,
    subtitles: subtitles.map(({ language }, index) => ({ path: paths[index] as string, language })),
  };
}

/** The files that ffmpeg must be able to read. */
export function pathsOf({ cover, subtitles }: FfmpegExtras): string[] {
  return [...(cover ? [cover] : []), ...subtitles.map((one) => one.path)];
}

/** The tags of the source, where they go along. */
async function tagsOf(
  needs: MediaTools,
  { tags, inputs, signal }: MakeTask,
  demuxer: Demuxer,
): Promise<SourceTags> {
  const [input] = inputs;
  if (!tags?.ofSource || !input) return {};
  const { path: file } = await abortable(signal, input.fetching.done);
  return (await readTags(needs, { demuxer, path: file }, signal)).tags;
}

/** The cover that was chosen, or that of the source, drawn anew. */
async function coverOf(
  needs: MediaTools,
  { tags, inputs, signal }: MakeTask,
  { streams }: Probe,
  demuxer: Demuxer,
): Promise<Uint8Array | null> {
  const [input] = inputs;
  const cover = streams.find(({ kind }) => kind === 'cover');
  if (!tags?.ofSource || !input || !cover) return tags && abortable(signal, tags.cover);
  const { path: file } = await abortable(signal, input.fetching.done);
  return drawCover(needs, { file, demuxer, stream: cover.index }, signal);
}

async function writeCover(
  { folder, signal }: MakeTask,
  cover: Uint8Array | null,
): Promise<string | null> {
  if (!cover) return null;
  const sniffed = sniffMedia(cover);
  if (sniffed?.kind !== 'photo' || sniffed.photo !== 'jpg') return null;
  const file = path.join(folder, 'cover.jpg');
  await abortable(signal, writeFile(file, cover));
  return file;
}
