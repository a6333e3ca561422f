// Chapters for parts of a video that its viewers marked, such as advertising, beside those of the platform.
import type { Chapter, Item } from '../../shared/media/media.ts';
import type { Engine, Mark, VideoMarks } from './ports.ts';

/** The shortest chapter, in seconds. */
const LEAST_SECONDS = 1;
/** As many as an engine gives. */
const MAX_CHAPTERS = 300;
/** A video may have been changed since it was marked: so far may its length be off, and so much of the part itself. */
const CLOSE_SECONDS = 1;
const NEAR_SECONDS = 5;
const NEAR_SHARE = 0.05;

/** Inspects as `engine` does, and reads the marks at the same time. */
export function withMarks(engine: Engine, marks: VideoMarks): Engine {
  return {
    ...engine,
    async inspect(link, signal, ...how) {
      const inspecting = engine.inspect(link, signal, ...how);
      const [inspected, found] = await Promise.all([inspecting, marks.read(link, signal)]);
      const { inspection } = inspected;
      const [item, ...others] = inspection.items;
      if (!item || others.length > 0 || item.kind !== 'video') return inspected;
      const chapters = markedChapters(item, item.title || inspection.media.title, found);
      return { ...inspected, inspection: { ...inspection, items: [{ ...item, chapters }] } };
    },
  };
}

/** The chapters of an item with those marks that fit its length, in order and without overlaps; `title` is that of the whole. Pure. */
export function markedChapters(
  { chapters, durationSeconds }: Pick<Item, 'chapters' | 'durationSeconds'>,
  title: string,
  marks: readonly Mark[],
): readonly Chapter[] {
  if (durationSeconds === null) return chapters;
  const marked: (Chapter & { readonly endSeconds: number })[] = [];
  for (const mark of marks.toSorted((one, other) => one.startSeconds - other.startSeconds)) {
    const startSeconds = Math.max(mark.startSeconds, marked.at(-1)?.endSeconds ?? 0);
    const endSeconds = Math.min(mark.endSeconds, durationSeconds);
    if (fits(mark, durationSeconds) && endSeconds - startSeconds >= LEAST_SECONDS)
      marked.push({ title: mark.title, startSeconds, endSeconds, marked: true });
  }
  if (marked.length === 0) return chapters;
  const whole = [{ title, startSeconds: 0, endSeconds: durationSeconds }];
  const own = (chapters.length > 0 ? chapters : whole)
    .toSorted((one, other) => one.startSeconds - other.startSeconds)
    .map((chapter, at, all) => ({
      ...chapter,
      endSeconds: chapter.endSeconds ?? all[at + 1]?.startSeconds ?? durationSeconds,
    }));
  return [...own.flatMap((chapter) => without(marked, chapter)), ...marked]
    .toSorted((one, other) => one.startSeconds - other.startSeconds)
    .slice(0, MAX_CHAPTERS);
}

function fits({ startSeconds, endSeconds, videoSeconds }: Mark, durationSeconds: number): boolean {
  const off = videoSeconds === null ? 0 : Math.abs(videoSeconds - durationSeconds);
  return (
    endSeconds <= durationSeconds + CLOSE_SECONDS &&
    (off <= CLOSE_SECONDS ||
      (off <= NEAR_SECONDS && off / (endSeconds - startSeconds) <= NEAR_SHARE))
  );
}

/** What is left of a chapter. */
function without(
  marked: readonly { readonly startSeconds: number; readonly endSeconds: number }[],
  { title, startSeconds, endSeconds }: Chapter & { readonly endSeconds: number },
): readonly Chapter[] {
  const starts = [startSeconds, ...marked.map((mark) => Math.max(mark.endSeconds, startSeconds))];
  const ends = [...marked.map((mark) => Math.min(mark.startSeconds, endSeconds)), endSeconds];
  return starts.flatMap((start, at) => {
    const end = ends[at] ?? endSeconds;
    return end - start >= LEAST_SECONDS ? [{ title, startSeconds: start, endSeconds: end }] : [];
  });
}
