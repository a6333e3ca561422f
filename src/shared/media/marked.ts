// What of a video is left out if what viewers marked is: for plans, for the page that says how much that is, and for what is shown at a time.
import type { Chapter } from './media.ts';

/** A part, in seconds. */
type Part = { readonly startSeconds: number; readonly endSeconds: number };

/** What would be kept of less than that between two marks would only flash. */
const LEAST_KEPT_SECONDS = 0.1;
/** Less than that may be nothing: lengths are announced in whole seconds. */
const LEAST_LEFT_SECONDS = 1;

/** The marked parts of a part, in order and apart from each other, to the millisecond; none where nothing else would be left. */
export function markedWithin(chapters: readonly Chapter[], part: Part): readonly Part[] {
  const { startSeconds: start, endSeconds: end } = part;
  const cuts: Part[] = [];
  const inOrder = chapters.toSorted((one, other) => one.startSeconds - other.startSeconds);
  for (const { marked, startSeconds, endSeconds } of inOrder) {
    const from = milliseconds(Math.max(startSeconds, start));
    const to = milliseconds(Math.min(endSeconds ?? startSeconds, end));
    if (!marked || to - from < LEAST_KEPT_SECONDS) continue;
    const before = cuts.at(-1);
    const isNext = from - (before?.endSeconds ?? start) < LEAST_KEPT_SECONDS;
    const endsAt = end - to < LEAST_KEPT_SECONDS ? end : to;
    if (isNext) cuts.pop();
    cuts.push({
      startSeconds: isNext ? (before?.startSeconds ?? start) : from,
      endSeconds: Math.max(endsAt, before?.endSeconds ?? 0),
    });
  }
  return end - start - secondsOf(cuts) < LEAST_LEFT_SECONDS ? [] : cuts;
}

/** Whether something of a chapter is in a part. */
export function overlaps(chapter: Chapter, { startSeconds, endSeconds }: Part): boolean {
  const { startSeconds: start, endSeconds: end } = chapter;
  return start < endSeconds && (end ?? start) > startSeconds;
}

/** How long parts are together. */
export function secondsOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
}

/** When that is shown which was at this time, once the cuts are left out. */
export function withoutCuts(seconds: number, cuts: readonly Part[]): number {
  const before = cuts.map(({ startSeconds, endSeconds }) => ({
    startSeconds,
    endSeconds: Math.max(startSeconds, Math.min(endSeconds, seconds)),
  }));
  return seconds - secondsOf(before);
}

const milliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;
