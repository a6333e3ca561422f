// The chapters that a file gets of those of its source, and the name of the file of one of them. Pure.
import { withoutCuts } from './marked.ts';
import type { Chapter } from './media.ts';

/** A part of a source, in seconds from its start. */
type Part = { readonly startSeconds: number; readonly endSeconds: number };

/** A chapter of a file, in seconds from the start of the file. */
export type FileChapter = Omit<Chapter, 'endSeconds'> & { readonly endSeconds: number };

/** MP4 and MP3 count them in one byte. */
const MAX_FILE_CHAPTERS = 255;
/** Times are written in milliseconds. */
const LEAST_SECONDS = 0.001;
/** So little between two marks is no chapter. */
const GAP_SECONDS = 1;

/**
 * The chapters of a part of their source, in the order of their times and without overlaps: cut at its ends and moved to its start.
 * None where it lies within a single one, which says nothing.
 */
export function chaptersWithin(chapters: readonly Chapter[], part: Part): readonly FileChapter[] {
  const inOrder = chapters.toSorted((one, other) => one.startSeconds - other.startSeconds);
  const seconds = part.endSeconds - part.startSeconds;
  const within = inOrder.flatMap(({ title, startSeconds, endSeconds }, at): FileChapter[] => {
    const next = inOrder[at + 1]?.startSeconds ?? part.endSeconds;
    const start = Math.max(0, startSeconds - part.startSeconds);
    const end = Math.min(endSeconds ?? next, next) - part.startSeconds;
    const isHeld = start < seconds && end - start >= LEAST_SECONDS;
    return isHeld ? [{ title, startSeconds: start, endSeconds: Math.min(end, seconds) }] : [];
  });
  return within.length > 1 ? within.slice(0, MAX_FILE_CHAPTERS) : [];
}

/**
 * The chapters of a part of which some is cut out, as {@link chaptersWithin}. What was cut is none of them, and one that was cut in two
 * is whole again.
 */
export function chaptersAround(
  chapters: readonly Chapter[],
  part: Part,
  cuts: readonly Part[],
): readonly FileChapter[] {
  if (cuts.length === 0) return chaptersWithin(chapters, part);
  const left: FileChapter[] = [];
  for (const chapter of chaptersWithin(chapters, part)) {
    const timeOf = (seconds: number) =>
      withoutCuts(part.startSeconds + seconds, cuts) - part.startSeconds;
    const [startSeconds, endSeconds] = [timeOf(chapter.startSeconds), timeOf(chapter.endSeconds)];
    const before = left.at(-1);
    const isSame =
      before?.title === chapter.title && startSeconds - before.endSeconds < GAP_SECONDS;
    if (endSeconds - startSeconds < LEAST_SECONDS) continue;
    if (isSame) left[left.length - 1] = { ...before, endSeconds };
    else left.push({ title: chapter.title, startSeconds, endSeconds });
  }
  return left.length > 1 ? left : [];
}

/** The longest name that a request may give. */
const MAX_NAME_LENGTH = 200;

/** `01 - Intro`: the name of the file of a chapter, by its number from 1 on. It has as many digits as the last one, at least two. */
export function chapterName(chapters: readonly Chapter[], number: number): string {
  const digits = Math.max(2, String(chapters.length).length);
  const title = chapters[number - 1]?.title ?? '';
  const name = `${String(number).padStart(digits, '0')} - ${title}`;
  return name.slice(0, MAX_NAME_LENGTH).toWellFormed();
}
