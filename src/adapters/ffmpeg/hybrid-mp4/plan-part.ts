// Which samples and which bytes of fragmented sources a part of them needs.
import type { Span } from '../../../core/choosing/choice.ts';
import type { WantedSpan } from '../../../core/jobs/ports.ts';
import type { Lead } from '../exact/encode-lead.ts';
import { type LeadPlan, planLead, shownAt, type TimedSample } from '../exact/plan-lead.ts';
import type { Segment, SourceHead } from './read-head.ts';
import { type Fragment, readMoof, type Sample } from './read-moof.ts';
import type { SourceTrack } from './read-track.ts';
import { demand, refusing } from './unfit.ts';
import { type ReadSource, walkBoxes } from './walk-boxes.ts';
import { startSecondsOf } from './write-moov.ts';

/** Bytes of a source from `from` up to `to`, which is excluded. */
type Extent = { readonly from: number; readonly to: number };

/** A part of some sources. */
export type HybridPart = {
  /** What is shown, in seconds of the item. */
  readonly held: Span;
  /** The same by the clock of each source. */
  readonly spans: readonly Span[];
  /** What is kept of each source, by its clock: from a key frame on, or with the sound that a decoder needs before. */
  readonly kept: readonly Span[];
  readonly extents: readonly Extent[];
  /** Where the picture is among the sources; -1 for none. */
  readonly pictureAt: number;
  /** Pictures before what is kept of it, which are not in its source. */
  readonly lead: Lead | null;
};

/** Times of lists of fragments are this far from those of samples, at the most. */
const LIST_ERROR_SECONDS = 0.2;
const MAX_DRIFT_SECONDS = 3;
const ROUNDED_SECONDS = 0.0005;
const SOUND_LEAD_SECONDS = 0.1;

/** Reads the fragments at both ends. The item begins in each source at its `zeros`, in seconds. Throws Unfit, and what `read` throws. */
export async function planPart(
  heads: readonly SourceHead[],
  read: ReadSource,
  { isExact, ...span }: WantedSpan,
  zeros: readonly number[],
): Promise<HybridPart> {
  // Both clocks are the same: that of the lists says where the part is, that of the samples what it shows.
  for (const { first, segments } of heads) {
    const listed = segments[0]?.startSeconds ?? 0;
    demand(Math.abs(startSecondsOf(first) - listed) < MAX_DRIFT_SECONDS, 'contradiction');
  }
  const pictureAt = heads.findIndex(({ track }) => track.kind === 'picture');
  const picture = heads[pictureAt];
  const zero = zeros[pictureAt] ?? 0;
  const key = picture && (await keyBefore(picture, read, pictureAt, span.startSeconds + zero));
  const startSeconds = key === undefined || isExact ? span.startSeconds : key - zero;
  const held = { startSeconds, endSeconds: span.endSeconds };
  const spans = zeros.map((each) => moved(held, each));
  const kept = spans.map((shown, at) => ({
    ...shown,
    startSeconds:
      at === pictureAt && key !== undefined ? key : shown.startSeconds - SOUND_LEAD_SECONDS,
  }));
  const extents = await Promise.all(
    heads.map((head, at) => extentOf(head, read, at, kept[at] ?? span)),
  );
  return { held, spans, kept, extents, pictureAt, lead: null };
}

/** Whether what is kept of the picture begins before what is shown. */
export function hidesLead({ pictureAt, kept, spans }: HybridPart): boolean {
  const [first, wanted] = [kept[pictureAt], spans[pictureAt]];
  return !!first && !!wanted && wanted.startSeconds - first.startSeconds > ROUNDED_SECONDS;
}

/** What is to be encoded so that the picture of a part begins where it is shown; null for nothing. */
export async function leadOf(
  heads: readonly SourceHead[],
  read: ReadSource,
  { pictureAt, kept, spans }: HybridPart,
): Promise<LeadPlan | null> {
  const [head, from, shown] = [heads[pictureAt], kept[pictureAt], spans[pictureAt]];
  if (!head || !from || !shown) return null;
  const { track } = head;
  const samples: TimedSample[] = [];
  const isKey = (each: TimedSample) =>
    each.isKey && secondsOf(track, shownAt(each)) >= from.startSeconds - ROUNDED_SECONDS;
  let hasNext = false;
  for (const segment of head.segments) {
    if (hasNext) break;
    for (const fragment of await fragmentsOf(head, read, pictureAt, segment)) {
      const timed = timesOf(fragment);
      const first = samples.length > 0 ? 0 : timed.findIndex(isKey);
      if (first >= 0) samples.push(...timed.slice(first));
    }
    hasNext = samples.slice(1).some((each) => each.isKey);
  }
  const ticksOf = ({ startSeconds, endSeconds }: Span) => ({
    from: ticksAt(track, startSeconds),
    end: ticksAt(track, endSeconds),
  });
  return planLead(track, samples, ticksOf(shown));
}

/** The part with what was encoded by this plan. */
export async function withLead(
  part: HybridPart,
  lead: Lead,
  { next }: LeadPlan,
  heads: readonly SourceHead[],
  read: ReadSource,
): Promise<HybridPart> {
  const at = part.pictureAt;
  const [head, shown] = [heads[at], part.spans[at]];
  if (!head || !shown) throw new TypeError('there is a picture');
  const startSeconds = next ? secondsOf(head.track, shownAt(next)) : Number.POSITIVE_INFINITY;
  const copied = { ...shown, startSeconds };
  const extent = next ? await extentOf(head, read, at, copied) : { from: 0, to: 0 };
  return {
    ...part,
    lead,
    kept: part.kept.with(at, copied),
    extents: part.extents.with(at, extent),
  };
}

/**
 * The samples of a fragment that are kept, in runs without a gap: up to the end of the span, a picture from its first key frame on without
 * those that are shown before it, since they need earlier ones.
 */
export function keptOf(
  track: SourceTrack,
  fragment: Fragment,
  { startSeconds, endSeconds }: Span,
): Fragment[] {
  const runs: { time: number; samples: Sample[] }[] = [];
  const timed = timesOf(fragment);
  const end = timed.findLastIndex((each) => secondsOf(track, shownAt(each)) < endSeconds) + 1;
  let next = -1;
  for (const sample of timed.slice(0, end)) {
    const { time, ticks } = sample;
    if (secondsOf(track, shownAt(sample)) < startSeconds - ROUNDED_SECONDS) continue;
    if (time !== next) runs.push({ time, samples: [] });
    runs.at(-1)?.samples.push(sample);
    next = time + ticks;
  }
  return runs;
}

/** When the last key frame at or before a time is shown, by the clock of its source; that of the first where there is none. */
async function keyBefore(
  head: SourceHead,
  read: ReadSource,
  source: number,
  seconds: number,
): Promise<number> {
  let found: number | undefined;
  for (const segment of head.segments) {
    if (found !== undefined && segment.startSeconds > seconds + LIST_ERROR_SECONDS) break;
    for (const fragment of await fragmentsOf(head, read, source, segment)) {
      for (const sample of timesOf(fragment)) {
        const at = secondsOf(head.track, shownAt(sample));
        if (sample.isKey && (found === undefined || at <= seconds + ROUNDED_SECONDS)) found = at;
      }
    }
  }
  demand(found !== undefined, 'contradiction');
  return found;
}

/** From the first kept sample to the last one, which are in the fragments at the ends. */
async function extentOf(
  head: SourceHead,
  read: ReadSource,
  source: number,
  kept: Span,
): Promise<Extent> {
  const ends = async (segments: readonly Segment[]) => {
    for (const segment of segments) {
      const fragments = await fragmentsOf(head, read, source, segment);
      const samples = fragments.flatMap((fragment) =>
        keptOf(head.track, fragment, kept).flatMap((run) => run.samples),
      );
      if (samples.length > 0) return samples;
    }
    return [];
  };
  const [first, last] = [await ends(head.segments), await ends(head.segments.toReversed())];
  const [begin, end] = [first[0], last.at(-1)];
  demand(begin && end, 'contradiction');
  return { from: begin.position, to: end.position + end.bytes };
}

async function fragmentsOf(
  { track }: SourceHead,
  read: ReadSource,
  source: number,
  { from, to }: Segment,
): Promise<Fragment[]> {
  const found: Fragment[] = [];
  for await (const box of walkBoxes(read, source, { from, to, wanted: ['moof'] }))
    if (box.type === 'moof') found.push(refusing('broken', () => readMoof(box, track, to)));
  return found;
}

function timesOf({ time, samples }: Fragment): TimedSample[] {
  demand(time !== null, 'contradiction');
  let at = time;
  return samples.map((sample) => {
    const timed = { ...sample, time: at };
    at += sample.ticks;
    return timed;
  });
}

function secondsOf(
  { delaySeconds, skippedTicks, ticksPerSecond }: SourceTrack,
  ticks: number,
): number {
  return delaySeconds + (ticks - skippedTicks) / ticksPerSecond;
}

function ticksAt(
  { delaySeconds, skippedTicks, ticksPerSecond }: SourceTrack,
  seconds: number,
): number {
  return skippedTicks + Math.round((seconds - delaySeconds) * ticksPerSecond);
}

/** A span of an item by the clock of a source. */
function moved({ startSeconds, endSeconds }: Span, zero: number): Span {
  return { startSeconds: startSeconds + zero, endSeconds: endSeconds + zero };
}
