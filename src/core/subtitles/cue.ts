// Subtitles as cues: what is shown from when to when, as plain text. What platforms send is read into this, and bounded.
import { withoutCuts } from '../../shared/media/marked.ts';

/** One cue; times in whole milliseconds. `text` has no markup; its lines are separated by `\n`. */
export type Cue = { readonly startMs: number; readonly endMs: number; readonly text: string };

/** The most cues of a file, and the longest text of one. */
export const MAX_CUES = 20_000;
const MAX_CUE_LENGTH = 2000;
const MAX_LINES = 20;
/** The last time that is written: 99 hours. */
const MAX_TIME_MS = 99 * 3_600_000;
// Controls, but for tab and line break; lone surrogates, which are no characters.
const UNWANTED = /(?![\t\n])[\p{Cc}\p{Cs}]/gu;

/** Makes cues of what was read: in order, with text, of some length, without the same cue twice. */
export function tidy(cues: readonly Cue[]): readonly Cue[] {
  const inOrder = cues
    .flatMap((cue) => tidied(cue) ?? [])
    .toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  const isRepeated = ({ startMs, endMs, text }: Cue, index: number) => {
    const before = inOrder[index - 1];
    return before?.startMs === startMs && before.endMs === endMs && before.text === text;
  };
  return inOrder.filter((cue, index) => !isRepeated(cue, index)).slice(0, MAX_CUES);
}

function tidied({ startMs, endMs, text }: Cue): Cue | null {
  const lines = text
    .replace(/\r\n?|\u2028|\u2029|\u0085/g, '\n')
    .replace(UNWANTED, '')
    .split('\n')
    .map((line) => line.replace(/[\t \u00a0]+/g, ' ').trim())
    .filter((line) => line !== '')
    .slice(0, MAX_LINES);
  const plain = lines
    .join('\n')
    .slice(0, MAX_CUE_LENGTH)
    .replace(/\p{Cs}$/u, '')
    .trim();
  const isPlaced = startMs >= 0 && endMs > startMs && startMs <= MAX_TIME_MS;
  if (plain === '' || !isPlaced) return null;
  const last = Math.min(Math.round(endMs), MAX_TIME_MS);
  const first = Math.round(startMs);
  return last > first ? { startMs: first, endMs: last, text: plain } : null;
}

/** The longest cue that only moves the lines of a rolling caption up. */
const FLASH_MS = 50;

/**
 * Takes apart captions that roll: automatic ones show each line twice, first as it is spoken and then above the next one.
 * Each line stays once, from when it first appears until the next one does.
 */
export function unrolled(cues: readonly Cue[]): readonly Cue[] {
  const result: Cue[] = [];
  for (const [index, cue] of cues.entries()) {
    const { startMs, endMs } = cue;
    const lines = cue.text.split('\n');
    const fresh = lines.slice(rolledLines(cues[index - 1], cue));
    const last = result.at(-1);
    if (fresh.length === 0) {
      if (last && endMs > last.endMs) result[result.length - 1] = { ...last, endMs };
      continue;
    }
    if (last && last.endMs > startMs)
      result[result.length - 1] = { ...last, endMs: Math.max(startMs, last.startMs + 1) };
    result.push({ startMs, endMs, text: fresh.join('\n') });
  }
  return result;
}

/**
 * How many lines at the end of a cue stay on the screen as the first ones of the next. None, unless both are shown at once or one of
 * them is only a flash: a chorus says the same again.
 */
function rolledLines(before: Cue | undefined, cue: Cue): number {
  if (!before) return 0;
  const isFlash = ({ startMs, endMs }: Cue) => endMs - startMs <= FLASH_MS;
  if (before.endMs <= cue.startMs && !isFlash(before) && !isFlash(cue)) return 0;
  const [shown, lines] = [before.text.split('\n'), cue.text.split('\n')];
  for (let count = Math.min(shown.length, lines.length); count > 0; count -= 1) {
    const tail = shown.slice(-count);
    if (tail.every((line, index) => line === lines[index])) return count;
  }
  return 0;
}

/** Whether captions roll: most cues begin with lines of the one before. */
export function isRolling(cues: readonly Cue[]): boolean {
  const rolling = cues.filter((cue, index) => rolledLines(cues[index - 1], cue) > 0);
  return cues.length >= 4 && rolling.length >= (cues.length - 1) / 2;
}

/** The cues that a span shows, by its own clock; its end is null if unknown. */
export function cuesWithin(
  cues: readonly Cue[],
  {
    startSeconds,
    endSeconds,
  }: { readonly startSeconds: number; readonly endSeconds: number | null },
): readonly Cue[] {
  const firstMs = Math.round(startSeconds * 1000);
  const lastMs = endSeconds === null ? Number.POSITIVE_INFINITY : Math.floor(endSeconds * 1000);
  return cues
    .filter(({ startMs, endMs }) => startMs < lastMs && endMs > firstMs)
    .map((cue) => ({
      ...cue,
      startMs: Math.max(0, cue.startMs - firstMs),
      endMs: Math.min(cue.endMs, lastMs) - firstMs,
    }));
}

/** The cues of a span of which some is cut out: what is shown meanwhile is left out, and what follows comes earlier. */
export function cuesAround(
  cues: readonly Cue[],
  span: { readonly startSeconds: number; readonly endSeconds: number | null },
  cuts: readonly { readonly startSeconds: number; readonly endSeconds: number }[],
): readonly Cue[] {
  const timeOf = (ms: number) =>
    Math.round((withoutCuts(span.startSeconds + ms / 1000, cuts) - span.startSeconds) * 1000);
  return cuesWithin(cues, span)
    .map((cue) => ({ ...cue, startMs: timeOf(cue.startMs), endMs: timeOf(cue.endMs) }))
    .filter(({ startMs, endMs }) => endMs > startMs);
}
