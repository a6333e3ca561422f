// Leaves out the samples of arriving fragments that a part does not need. Pure.
import type { Span } from '../../../core/choosing/choice.ts';
import type { Fragment, Sample } from './read-moof.ts';
import type { SourceTrack } from './read-track.ts';
import { demand } from './unfit.ts';

/** What is kept of a fragment. `restarts`: what was kept of those before is not needed either. */
export type Kept = { readonly restarts: boolean; readonly runs: readonly Fragment[] };

/**
 * Keeps, of one fragment after the other, a picture from the last key frame at or before the span's start on, without those that are shown
 * before it but need earlier ones; sound from the first fragment on; and both up to the end of the span. Times are seconds of the track's clock.
 */
export function createCut(
  track: SourceTrack,
  { startSeconds, endSeconds }: Span,
): (fragment: Fragment) => Kept {
  let keyTicks: number | null = null;

  const secondsOf = (ticks: number) =>
    track.delaySeconds + (ticks - track.skippedTicks) / track.ticksPerSecond;

  return ({ time, samples }) => {
    demand(time !== null, 'contradiction');
    let at = time;
    const timed = samples.map((sample) => {
      const one = { sample, time: at, shownAt: at + sample.offset };
      at += sample.ticks;
      return one;
    });
    const last = timed.findLastIndex(({ shownAt }) => secondsOf(shownAt) < endSeconds);
    let first = 0;
    let restarts = false;
    if (track.kind === 'picture') {
      const isBefore = ({ sample, shownAt }: (typeof timed)[number]) =>
        sample.isKey && secondsOf(shownAt) <= startSeconds + HALF_MILLISECOND;
      const key = timed.findLastIndex(isBefore);
      const found =
        key < 0 && keyTicks === null ? timed.findIndex(({ sample }) => sample.isKey) : key;
      if (found >= 0) {
        restarts = keyTicks !== null;
        keyTicks = timed[found]?.shownAt ?? 0;
        first = found;
      } else if (keyTicks === null) first = timed.length;
    }
    const kept = timed
      .slice(first, last + 1)
      .filter(({ shownAt }) => keyTicks === null || shownAt >= keyTicks);
    return { restarts, runs: runsOf(kept) };
  };
}

const HALF_MILLISECOND = 0.0005;

/** Samples that follow each other, together. */
function runsOf(kept: readonly { readonly sample: Sample; readonly time: number }[]): Fragment[] {
  const runs: { time: number; samples: Sample[] }[] = [];
  let next = -1;
  for (const { sample, time } of kept) {
    if (time !== next) runs.push({ time, samples: [] });
    runs.at(-1)?.samples.push(sample);
    next = time + sample.ticks;
  }
  return runs;
}
