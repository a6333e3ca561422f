// Writes what a file has besides video and audio into the job's folder, for ffmpeg to read.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Span } from '../../../core/choosing/choice.ts';
import { cutsOf, loudnessOf, spanOf } from '../../../core/choosing/plan.ts';
import type { Probe, SourceTags } from '../../../core/files/checking/find-fault.ts';
import type { LoudnessMade } from '../../../core/files/stored-file.ts';
import type { MakeTask, Tags } from '../../../core/jobs/ports.ts';
import { cuesAround } from '../../../core/subtitles/cue.ts';
import { toSrt } from '../../../core/subtitles/write.ts';
import { chaptersAround } from '../../../shared/media/chapters.ts';
import { FILE_FORMATS } from '../../../shared/media/formats.ts';
import { drawCover } from '../draw-frame.ts';
import type { MediaTools } from '../media-tools.ts';
import { type FoundTags, readTags } from '../read-tags.ts';
import { sniffMedia } from '../sniff-media.ts';
import { abortable } from './abortable.ts';
import { streamsIn } from './choose-streams.ts';
import {
  type FfmpegExtras,
  NO_EXTRAS,
  writtenChapters,
  writtenOggCover,
} from './extra-arguments.ts';
import type { Demuxer } from './guarded-input.ts';
import { gainTags, levelGain, measureLoudness } from './music/measure-loudness.ts';

/**
 * Writes cover, subtitles and chapters; leaves out a cover that is not a JPEG. `probe` and `demuxer` are those of the first source;
 * subtitles are those of a part, or end at `endSeconds`, null for all of them; chapters are those of `part`, null for none.
 */
export async function writeExtras(
  needs: MediaTools,
  task: MakeTask,
  {
    probe,
    demuxer,
    part,
    endSeconds = task.durationSeconds,
  }: {
    readonly probe: Probe;
    readonly demuxer: Demuxer;
    readonly part: Span | null;
    readonly endSeconds?: number | null;
  },
): Promise<FfmpegExtras> {
  const { tags, folder, signal } = task;
  const holds: readonly string[] = FILE_FORMATS[task.recipe.container].holds;
  const subtitles = task.subtitles ? (await abortable(signal, task.subtitles)).made : [];
  const paths = subtitles.map((_, index) => path.join(folder, `subtitles-${index}.srt`));
  const cuts = cutsOf(task.recipe);
  const isPart = spanOf(task.recipe) !== null || cuts.length > 0;
  const shown = part && isPart ? part : { startSeconds: 0, endSeconds };
  await Promise.all(
    subtitles.map(({ cues }, index) =>
      writeFile(paths[index] as string, toSrt(cuesAround(cues, shown, cuts))),
    ),
  );
  const holdsTags = tags !== null && holds.includes('tags');
  const found = holdsTags ? await tagsOf(needs, task, demuxer) : null;
  return {
    tags: holdsTags ? { ...named(tags), ...found?.tags } : {},
    languages: found?.languages ?? NO_EXTRAS.languages,
    ...(await writeCover(
      task,
      holds.includes('cover') ? await coverOf(needs, task, probe, demuxer) : null,
    )),
    subtitles: subtitles.map(({ language, name }, index) => ({
      path: paths[index] as string,
      language,
      name,
    })),
    chapters: holds.includes('chapters') && part ? await writeChapters(task, part) : null,
    loudness: loudnessOf(task.recipe) ? await loudnessFor(needs, task, probe, demuxer) : null,
  };
}

/** Measures the sound, for which all of it has to be there. Nothing is done about silence. */
async function loudnessFor(
  needs: MediaTools,
  task: MakeTask,
  probe: Probe,
  demuxer: Demuxer,
): Promise<FfmpegExtras['loudness']> {
  const [input] = task.inputs;
  const [sound] = streamsIn(probe).sounds;
  if (!input || !sound) return null;
  const { path: file } = await abortable(task.signal, input.fetching.done);
  const { startSeconds: from } = await abortable(task.signal, input.fetching.part);
  const wanted = spanOf(task.recipe);
  const span = wanted && {
    startSeconds: Math.max(0, wanted.startSeconds - from),
    endSeconds: wanted.endSeconds - from,
  };
  const cuts = cutsOf(task.recipe).map(({ startSeconds, endSeconds }) => ({
    startSeconds: startSeconds - (wanted?.startSeconds ?? 0),
    endSeconds: endSeconds - (wanted?.startSeconds ?? 0),
  }));
  const place = { path: file, demuxer, stream: sound.index, span, cuts };
  const measured = await measureLoudness(needs, place, task);
  if (!measured) return null;
  const { lufs } = measured;
  if (loudnessOf(task.recipe) === 'level')
    return { way: 'level', lufs, gainDb: levelGain(measured), tags: null };
  const isOpus = sound.codec === 'opus' && task.recipe.container === 'ogg';
  return { way: 'tags', lufs, ...gainTags(measured, isOpus) };
}

/** What the receipt says of loudness, to a tenth, as it was measured. */
export function loudnessMade({ loudness }: Pick<FfmpegExtras, 'loudness'>): LoudnessMade | null {
  const rounded = (value: number) => Math.round(value * 10) / 10;
  return (
    loudness && {
      way: loudness.way,
      lufs: rounded(loudness.lufs),
      gainDb: rounded(loudness.gainDb),
    }
  );
}

/** As ffmpeg calls them. */
function named({ title, artist, albumArtist, album, date, track, disc, genre }: Tags): SourceTags {
  const texts = { title, artist, album, album_artist: albumArtist, date, track, disc, genre };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text));
}

async function writeChapters(
  { folder, recipe, chapters = [], signal }: MakeTask,
  part: Span,
): Promise<FfmpegExtras['chapters']> {
  const held = chaptersAround(chapters, part, cutsOf(recipe));
  if (held.length === 0) return null;
  const file = path.join(folder, 'chapters.txt');
  await abortable(signal, writeFile(file, writtenChapters(held)));
  return { path: file, count: held.length };
}

/** The files that ffmpeg must be able to read. */
export function pathsOf({ cover, oggCover, subtitles, chapters }: FfmpegExtras): string[] {
  const files = [...subtitles, ...(chapters ? [chapters] : [])];
  return [cover ?? [], oggCover ?? [], files.map((one) => one.path)].flat();
}

/** The tags of the source, where they go along. */
async function tagsOf(
  needs: MediaTools,
  { tags, inputs, signal, turn }: MakeTask,
  demuxer: Demuxer,
): Promise<FoundTags | null> {
  const [input] = inputs;
  if (!tags?.ofSource || !input) return null;
  const { path: file } = await abortable(signal, input.fetching.done);
  return readTags({ ...needs, turn }, { demuxer, path: file }, signal);
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
  { folder, signal, recipe }: MakeTask,
  cover: Uint8Array | null,
): Promise<Pick<FfmpegExtras, 'cover' | 'oggCover'>> {
  const sniffed = cover && sniffMedia(cover);
  if (!cover || sniffed?.kind !== 'photo' || sniffed.photo !== 'jpg')
    return { cover: null, oggCover: null };
  const isOgg = recipe.container === 'ogg';
  const file = path.join(folder, isOgg ? 'cover.txt' : 'cover.jpg');
  await abortable(signal, writeFile(file, isOgg ? writtenOggCover(cover) : cover));
  return isOgg ? { cover: null, oggCover: file } : { cover: file, oggCover: null };
}
