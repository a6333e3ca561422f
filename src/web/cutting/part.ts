// Only a part of a video: from what a visitor sets to what the request says, and back. Pure.
import type { InspectAnswer, InspectItem, Offer } from '../../shared/api/inspect.ts';
import { EDIT_TARGETS } from '../../shared/media/edit-targets.ts';
import { MP3_RATES, mp3OfferId } from '../../shared/media/qualities.ts';
import type { Choice, Part } from '../download-client/flow-state.ts';
import { lengthOf, type Range, SHORTEST_MS, wholeRange, within } from './range.ts';
import { formatTime } from './times.ts';

/** What a part is taken from: its length, and its chapters in their order. */
export type PartSource = { readonly durationMs: number; readonly chapters: readonly Range[] };

/** The first and the last of some chapters in a row, by index. */
export type Run = readonly [first: number, last: number];

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** The source of an inspected video. A chapter without an end lasts until the next one. */
export function sourceOf({
  durationSeconds,
  chapters,
}: Pick<InspectItem, 'durationSeconds' | 'chapters'>): PartSource {
  const durationMs = toMs(durationSeconds ?? 0);
  const ranges = chapters.map(({ startSeconds, endSeconds }, at) => {
    const next = chapters[at + 1]?.startSeconds;
    return {
      startMs: within(toMs(startSeconds), durationMs),
      endMs: within(toMs(endSeconds ?? next ?? Number.POSITIVE_INFINITY), durationMs),
    };
  });
  return { durationMs, chapters: ranges };
}

/** The range of a part. Of one that the video does not have, and of none, it is all of the video. */
export function rangeOf(part: Part | undefined, { durationMs, chapters }: PartSource): Range {
  const chapter = part?.chapter === undefined ? undefined : chapters[part.chapter - 1];
  const range = chapter ?? {
    startMs: within(toMs(part?.from ?? 0), durationMs),
    endMs: within(toMs(part?.to ?? Number.POSITIVE_INFINITY), durationMs),
  };
  return lengthOf(range) < SHORTEST_MS ? wholeRange(durationMs) : range;
}

/** The part for a range: none for all of the video, the chapter where it is exactly one. */
export function partOf(range: Range, source: PartSource, cut: Part['cut']): Part | undefined {
  const { startMs, endMs } = range;
  const isToEnd = endMs >= source.durationMs;
  if (startMs <= 0 && isToEnd) return undefined;
  const run = runOf(range, source);
  return {
    ...(run && run[0] === run[1]
      ? { chapter: run[0] + 1 }
      : { from: startMs / SECOND_MS, ...(isToEnd ? {} : { to: endMs / SECOND_MS }) }),
    ...(cut === 'exact' && { cut }),
  };
}

/** The same part without a chapter: what knows no chapters can say what it is. */
export function inSeconds(part: Part, source: PartSource): Part {
  const { chapter: _, ...rest } = part;
  const { startMs, endMs } = rangeOf(part, source);
  return { ...rest, from: startMs / SECOND_MS, to: endMs / SECOND_MS };
}

/** The chapters that a range consists of; null where it is others than whole ones. */
export function runOf({ startMs, endMs }: Range, { chapters }: PartSource): Run | null {
  const first = chapters.findIndex((one) => one.startMs === startMs && lengthOf(one) > 0);
  const last = chapters.findLastIndex((one) => one.endMs === endMs && lengthOf(one) > 0);
  return first >= 0 && last >= first ? [first, last] : null;
}

/**
 * The chapters after one was pressed: one outside of the run extends it, one at its edge leaves it, one inside stays alone. Null
 * for none.
 */
export function pressChapter(index: number, run: Run | null): Run | null {
  if (!run) return [index, index];
  const [first, last] = run;
  if (index < first) return [index, last];
  if (index > last) return [first, index];
  if (first === last) return null;
  if (index === first) return [first + 1, last];
  return index === last ? [first, last - 1] : [index, index];
}

/** The range of some chapters in a row. */
export function rangeOfRun([first, last]: Run, { durationMs, chapters }: PartSource): Range {
  const startMs = chapters[first]?.startMs ?? 0;
  return { startMs, endMs: chapters[last]?.endMs ?? durationMs };
}

/** What the link itself names; null where that is nothing, or all of the video. */
export function rangeOfLink(
  { startSeconds: from = 0, endSeconds: to }: InspectAnswer['hints'],
  source: PartSource,
): Range | null {
  const range = rangeOf({ from, ...(to !== undefined && { to }) }, source);
  return partOf(range, source, undefined) ? range : null;
}

/** The offer that a choice comes to. */
export function offerOf({ offers }: InspectItem, choice: Choice): Offer | null {
  const simple = choice.format === 'mp3' ? mp3OfferId(MP3_RATES.high) : choice.quality;
  return offers.find(({ id }) => id === (choice.offerId ?? simple)) ?? null;
}

/** Whether a file of this choice can begin exactly: a copied picture only where the format can hide what is before it. */
export function canHide(item: InspectItem, choice: Choice): boolean {
  const offer = offerOf(item, choice);
  const { container = offer?.container } = choice.details ?? {};
  if (container !== 'original') return container === 'mp4' || container === 'mov';
  return !(EDIT_TARGETS.webm.pictures as readonly (string | null)[]).includes(
    offer?.videoCodec ?? null,
  );
}

/** A part as the video and the choice can have it: the page's address, and an earlier choice, may name another. */
export function fittingPart(item: InspectItem, choice: Choice): Part | undefined {
  const { part } = choice;
  const source = sourceOf(item);
  return (
    part && partOf(rangeOf(part, source), source, canHide(item, choice) ? part.cut : undefined)
  );
}

/** About how many bytes a part has, by its share of the length; null where that of the whole is unknown. */
export function bytesOf(offer: Offer | null, range: Range, durationMs: number): number | null {
  if (!offer?.bytes) return null;
  return Math.round((offer.bytes * lengthOf(range)) / durationMs);
}

/** Where a key moves a handle to; null for other keys. The line goes from left to right in every language. */
export function timeOfKey(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  valueMs: number,
  durationMs: number,
): number | null {
  const stepMs = shiftKey ? 10 * SECOND_MS : SECOND_MS;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return valueMs - stepMs;
    case 'ArrowRight':
    case 'ArrowUp':
      return valueMs + stepMs;
    case 'PageDown':
      return valueMs - MINUTE_MS;
    case 'PageUp':
      return valueMs + MINUTE_MS;
    case 'Home':
      return 0;
    case 'End':
      return durationMs;
    default:
      return null;
  }
}

/** Returns `1:12:30`, and `1:12:30.5` where there is a fraction. */
export function shortTime(timeMs: number): string {
  return formatTime(timeMs).replace(/\.?0{0,3}$/, '');
}

/** Returns `1:12:30–1:14:00`. */
export function nameOfRange({ startMs, endMs }: Range): string {
  return `${shortTime(startMs)}–${shortTime(endMs)}`;
}

/** Returns the same for a sentence, in which it stays left to right. */
export function isolatedRange(range: Range): string {
  return `\u2066${nameOfRange(range)}\u2069`;
}

/** Returns the time as it is spoken: `1 hour, 12 minutes, 30 seconds`. */
export function spokenTime(timeMs: number, language: string): string {
  const seconds = timeMs / SECOND_MS;
  const units = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ] as const;
  const some = units.filter(([value, unit]) => value > 0 || (unit === 'second' && seconds === 0));
  const said = some.map(([value, unit]) =>
    value.toLocaleString(language, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      maximumFractionDigits: 1,
    }),
  );
  return new Intl.ListFormat(language, { type: 'unit' }).format(said);
}

function toMs(seconds: number): number {
  return Math.round(seconds * SECOND_MS);
}
