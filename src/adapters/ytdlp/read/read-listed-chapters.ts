// Reads the chapters of an item from a track list in its description: `0:00 Intro`, `1. Intro – 0:00`, `[1:02:03] Title`.
import { MAX_CHAPTERS, MAX_TITLE_LENGTH } from '../../../shared/limits.ts';
import type { Chapter } from '../../../shared/media/media.ts';
import { cleanLine } from './read-text.ts';

type Entry = { readonly startSeconds: number; readonly title: string };

/** Fewer times are mentions of moments; YouTube asks for as many. */
const LEAST_ENTRIES = 3;
const LATEST_START_SECONDS = 5;
const MAX_LINE_LENGTH = 1000;
/** The zeros of Arabic, Persian, Devanagari and wide digits; the others follow each of them. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xff10];
const OTHER_DIGIT = /[٠-٩۰-۹०-९０-９]/gu;
const TIME = /(?<![\d:.])(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?!\d|:\d)/gu;
/** What may be between a time and its title, and around both. */
const IS_BETWEEN = /^[\s\p{P}\p{S}\p{M}\p{Cf}]*$/u;
/** The same in front of a time, with the number of the entry. */
const IS_BEFORE = /^[\s\p{P}\p{S}\p{M}\p{Cf}]*(?:\p{Nd}{1,3}[\s\p{P}]+)?$/u;
const NUMBERED = /^[\s\p{P}\p{Cf}]*\p{Nd}{1,3}[.):][\s\p{P}]*(?=\S)/u;
const SEPARATED = /^[\s\p{Cf}\p{Pd}\p{Pe}\p{Pf}：:|•·~=>*.,→]+/u;
const SEPARATORS = new Set(' \t-‐‑‒–—―:|•·~=>*,([{«→');

/**
 * The chapters; none unless at least three lines begin or end with a time, the first of them at most a few seconds, each later than
 * the one before and all before the end. The first one begins with the item, whatever it says.
 */
export function readListedChapters(
  description: string | null,
  durationSeconds: number | null,
): readonly Chapter[] {
  if (description === null || durationSeconds === null) return [];
  const entries = listOf(description.split(/[\r\n\u2028\u2029]/u).flatMap(readLine));
  const last = entries.at(-1);
  if (entries.length < LEAST_ENTRIES || !last || last.startSeconds >= durationSeconds) return [];
  return entries.slice(0, MAX_CHAPTERS).map((entry, at) => ({
    title: entry.title,
    startSeconds: at === 0 ? 0 : entry.startSeconds,
    endSeconds: entries[at + 1]?.startSeconds ?? durationSeconds,
  }));
}

/** From the first entry that may begin a list, up to the first that is not later than the one before: there another list begins. */
function listOf(entries: readonly Entry[]): readonly Entry[] {
  const from = entries.findIndex(({ startSeconds }) => startSeconds <= LATEST_START_SECONDS);
  if (from < 0) return [];
  const rest = entries.slice(from);
  const end = rest.findIndex(
    ({ startSeconds }, at) => at > 0 && startSeconds <= (rest[at - 1]?.startSeconds ?? 0),
  );
  return end < 0 ? rest : rest.slice(0, end);
}

/** The entry of a line: a time at its start, or with an end behind it, or a time at its end. */
function readLine(text: string): Entry[] {
  const line = text.slice(0, MAX_LINE_LENGTH);
  // Of the same length, so that places in it are those in the line.
  const times = [...line.replace(OTHER_DIGIT, latinDigit).replaceAll('：', ':').matchAll(TIME)];
  const [first, second] = times;
  const final = times.at(-1);
  if (!first || !final) return [];
  if (IS_BEFORE.test(line.slice(0, first.index))) {
    const isRange = second && IS_BETWEEN.test(line.slice(endOf(first), second.index));
    return entryOf(first, line.slice(endOf(isRange ? second : first)).replace(SEPARATED, ''));
  }
  if (!IS_BETWEEN.test(line.slice(endOf(final)))) return [];
  return entryOf(final, withoutEnd(line.slice(0, final.index).replace(NUMBERED, '')));
}

const endOf = ({ index, 0: text }: RegExpExecArray) => index + text.length;

function entryOf([, hours, minutes, seconds]: RegExpExecArray, text: string): Entry[] {
  const title = cleanLine(text, MAX_TITLE_LENGTH);
  if (title === null || IS_BETWEEN.test(title) || Number(seconds) > 59) return [];
  if (hours !== undefined && Number(minutes) > 59) return [];
  const startSeconds = 3600 * Number(hours ?? 0) + 60 * Number(minutes) + Number(seconds);
  return [{ startSeconds, title }];
}

/** Without what separates a title from the time behind it. */
function withoutEnd(title: string): string {
  let end = title.length;
  while (end > 0 && SEPARATORS.has(title[end - 1] ?? '')) end -= 1;
  return title.slice(0, end);
}

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  return String(code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code));
}
