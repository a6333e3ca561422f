// Decides which pictures are encoded so that a part begins at a picture between two key frames. Pure.
import type { Sample } from '../hybrid-mp4/read-moof.ts';
import type { SourceTrack } from '../hybrid-mp4/read-track.ts';
import { refusing } from '../hybrid-mp4/unfit.ts';
import { type Avc, readAvc } from './avc.ts';

/** A sample that begins to be decoded at `time`, in ticks. */
export type TimedSample = Sample & { readonly time: number };

/** The pictures to decode, and which of them are shown when. */
export type LeadPlan = {
  readonly track: SourceTrack;
  readonly avc: Avc;
  /** From a key frame up to the next, which is excluded. */
  readonly group: readonly TimedSample[];
  /** How many of the group are shown before the part. */
  readonly skipped: number;
  /** When those behind are shown, in ticks, up to the end of the part; the first one with it. */
  readonly shownAt: readonly number[];
  /** When the last of these ends. */
  readonly endsAt: number;
  /** The key frame behind, from which on samples are copied; null where the part ends before it. */
  readonly next: TimedSample | null;
};

/** What encoding may cost: ten seconds of 1080p30, which takes a core some seconds. */
const MAX_PIXELS = 1920 * 1080 * 300;
const MAX_FRAMES = 1200;
const MAX_BYTES = 32 * 1024 * 1024;
/** Times of parts are in whole milliseconds. */
const ROUNDED_SECONDS = 0.0005;

/** When a sample is shown. */
export const shownAt = ({ time, offset }: TimedSample) => time + offset;

/** Whether a part that begins at `from`, in ticks, begins behind this time. */
export function isBehind(track: SourceTrack, from: number, ticks: number): boolean {
  return from - ticks > ROUNDED_SECONDS * track.ticksPerSecond;
}

/**
 * The plan for a part from `from` up to `end`, in ticks of its track, by samples in decoding order that begin with a key frame before it
 * and have the next one, if there is any. Null where nothing is to be encoded, and where nothing can be.
 */
export function planLead(
  track: SourceTrack,
  samples: readonly TimedSample[],
  { from, end }: { readonly from: number; readonly end: number },
): LeadPlan | null {
  const isBefore = (sample: TimedSample) => !isBehind(track, shownAt(sample), from);
  const firstAt = samples.findLastIndex((each) => each.isKey && isBefore(each));
  const [first, behind] = [samples[firstAt], samples.slice(firstAt + 1)];
  if (!first || !isBehind(track, from, shownAt(first))) return null;
  const nextAt = behind.findIndex(({ isKey }) => isKey);
  const next = behind[nextAt];
  const group = [first, ...behind.slice(0, next ? nextAt : undefined)];
  const avc = refusing('broken', () => readAvc(track.description));
  if (!avc || group.length > MAX_FRAMES) return null;
  const bytes = group.reduce((sum, each) => sum + each.bytes, 0);
  if (avc.width * avc.height * group.length > MAX_PIXELS || bytes > MAX_BYTES) return null;
  const shown = group.map((each) => ({ at: shownAt(each), ticks: each.ticks }));
  shown.sort((a, b) => a.at - b.at);
  const last = shown.at(-1);
  // Closed: all of it is shown behind its key frame and before the next one, each at a time of its own.
  const isClosed = shown[0]?.at === shownAt(first) && (!next || (last?.at ?? 0) < shownAt(next));
  if (!last || !isClosed || shown.some(({ at }, index) => at === shown[index - 1]?.at)) return null;
  const skipped = shown.findLastIndex(({ at }) => !isBehind(track, at, from));
  const wanted = [from, ...shown.slice(skipped + 1).map(({ at }) => at)].filter((at) => at < end);
  return {
    track,
    avc,
    group,
    skipped,
    shownAt: wanted,
    endsAt: shown[skipped + wanted.length]?.at ?? (next ? shownAt(next) : last.at + last.ticks),
    next: next && shownAt(next) < end ? next : null,
  };
}
