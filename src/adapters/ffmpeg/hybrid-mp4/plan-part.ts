// Which samples and which bytes of fragmented sources a part of them needs.
import type { Span } from '../../../core/choosing/choice.ts';
import type { WantedSpan } from '../../../core/jobs/ports.ts';
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
};

type TimedSample = { readonly sample: Sample; readonly time: number; readonly shownAt: number };

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
  return { held, spans, kept, extents };
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
  const end = timed.findLastIndex(({ shownAt }) => secondsOf(track, shownAt) < endSeconds) + 1;
  let next = -1;
  for (const { sample, time, shownAt } of timed.slice(0, end)) {
    if (secondsOf(track, shownAt) < startSeconds - ROUNDED_SECONDS) continue;
    if (time !== next) runs.push({ time, samples: [] });
    runs.at(-1)?.samples.push(sample);
    next = time + sample.ticks;
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
      for (const { sample, shownAt } of timesOf(fragment)) {
        const at = secondsOf(head.track, shownAt);
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
    const timed = { sample, time: at, shownAt: at + sample.offset };
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

/** A span of an item by the clock of a source. */
function moved({ startSeconds, endSeconds }: Span, zero: number): Span {
  return { startSeconds: startSeconds + zero, endSeconds: endSeconds + zero };
}
