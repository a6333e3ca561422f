// ffmpeg's filters that leave parts out of a picture and of a sound, joined where they were. Pure.
import type { Span } from '../../../../core/choosing/choice.ts';

/** A picture that begins so much before its time, as WebM rounds it, begins at it. */
const ROUNDED_SECONDS = 0.0005;
/** A later first time is that of a sound which begins later, or of filters that begin anew where a source changes on its way. */
const AT_THE_START_SECONDS = 0.5;
/**
 * One sample after the other, from 0 on: the times of WebM are rounded, and begin before what is to be heard. What is nearly whole would be
 * rounded down.
 */
export const BY_SAMPLES = `asetpts=if(lt(STARTPTS*TB\\,${AT_THE_START_SECONDS})\\,0\\,STARTPTS)+round(N/SR/TB)`;

/** What is left out, by the times that the filters see; the end is infinite for what is cut off. */
export function cutPicture(cuts: readonly Span[]): string[] {
  if (cuts.length === 0) return [];
  const isFrom = (name: string, seconds: number) =>
    `gte(${name}+${ROUNDED_SECONDS},${timeText(seconds)})`;
  const isCut = cuts.map(({ startSeconds, endSeconds }) =>
    Number.isFinite(endSeconds)
      ? `${isFrom('t', startSeconds)}*not(${isFrom('t', endSeconds)})`
      : isFrom('t', startSeconds),
  );
  const earlier = cuts
    .filter(({ endSeconds }) => Number.isFinite(endSeconds))
    .map(
      ({ startSeconds, endSeconds }) =>
        `${isFrom('T', endSeconds)}*${timeText(endSeconds - startSeconds)}`,
    );
  return [
    `select='not(${sumOf(isCut)})'`,
    ...(earlier.length > 0 ? [`setpts='PTS-${sumOf(earlier)}/TB'`] : []),
  ];
}

/** Of halves: ffmpeg refuses expressions that are nested more than a hundred times, and a plain sum is as deep as it is long. */
function sumOf(terms: readonly string[]): string {
  const half = Math.ceil(terms.length / 2);
  const [first, ...others] = terms;
  if (first !== undefined && others.length === 0) return first;
  return `(${sumOf(terms.slice(0, half))}+${sumOf(terms.slice(half))})`;
}

/** Likewise of a sound without gaps, to the sample. */
export function cutSound(cuts: readonly Span[]): string[] {
  if (cuts.length === 0) return [];
  const kept = [0, ...cuts.map(({ endSeconds }) => endSeconds)].flatMap((start, at) => {
    const end = cuts[at]?.startSeconds ?? Number.POSITIVE_INFINITY;
    if (start >= end) return [];
    const to = Number.isFinite(end) ? [`end=${timeText(end)}`] : [];
    return [[`start=${timeText(start)}`, ...to].join(':')];
  });
  const names = (letter: string) => kept.map((_, at) => `[${letter}${at}]`);
  const [given, cut] = [names('given'), names('kept')];
  const trims = kept.map(
    (times, at) => `${given[at]}atrim=${times},asetpts=PTS-STARTPTS${cut[at]}`,
  );
  return [
    BY_SAMPLES,
    `asplit=${kept.length}${given.join('')};${trims.join(';')};${cut.join('')}concat=n=${kept.length}:v=0:a=1`,
    BY_SAMPLES,
  ];
}

/** Seconds, to the microsecond. */
export function timeText(seconds: number): string {
  return String(Math.round(seconds * 1e6) / 1e6);
}
