// Where the parts of a copy would start, read from the file with a short debounce.
import { useEffect, useRef, useState } from 'react';
import type { Range } from '../timeline/range.ts';
import { merged, trueStartOf, type Way } from './plan-cut.ts';
import type { TrackOutput } from './read-output.ts';

const REST_MS = 120;

/** Where one range really starts, in milliseconds. */
export type PlannedPart = Range & { readonly trueStartMs: number };

/**
 * The parts of the new file; null while they are being read. A copy can only start at a key frame, so that its parts may begin
 * earlier than asked, and become one with the part before.
 */
export type CutPlan = {
  readonly parts: readonly PlannedPart[];
  /** How many gaps a copy cannot leave out, for it has no key frame in them. */
  readonly lostGaps: number;
};

/** Plans a cut into one file, or a file of each range. Starts that were read once are kept. */
export function usePlan(
  output: TrackOutput | null,
  { way, isSeparate }: { readonly way: Way; readonly isSeparate: boolean },
  ranges: readonly Range[],
): CutPlan | null {
  const [plan, setPlan] = useState<{
    readonly of: string;
    readonly starts: readonly number[];
  } | null>(null);
  const known = useRef<{ of: TrackOutput | null; starts: Map<number, number> } | null>(null);
  const lead = output?.video ?? output?.audio[0] ?? null;
  const of = `${output?.kind} ${lead?.id} ${ranges.map(({ startMs }) => startMs).join()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` names the output and the ranges, which are new objects each time
  useEffect(() => {
    if (way === 'exact' || !lead) return;
    if (known.current?.of !== output) known.current = { of: output, starts: new Map() };
    const { starts } = known.current;
    let isWanted = true;
    const timer = setTimeout(async () => {
      for (const { startMs } of ranges) {
        if (starts.has(startMs)) continue;
        // An unreadable file is reported when it is cut; here the requested start is used.
        const start = await trueStartOf(lead, startMs).catch(() => startMs / 1000);
        if (!isWanted) return;
        starts.set(startMs, start * 1000);
      }
      setPlan({ of, starts: ranges.map(({ startMs }) => starts.get(startMs) ?? startMs) });
    }, REST_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [of, way]);
  if (way === 'exact')
    return {
      parts: ranges.map((range) => ({ ...range, trueStartMs: range.startMs })),
      lostGaps: 0,
    };
  if (plan?.of !== of) return null;
  return planOf(ranges, plan.starts, isSeparate);
}

/** Joins what overlaps in one file, as the copy will do. */
export function planOf(
  ranges: readonly Range[],
  starts: readonly number[],
  isSeparate: boolean,
): CutPlan {
  const all = ranges.map((range, index) => {
    const start = starts[index] ?? range.startMs;
    return { ...range, trueStartMs: start, start, end: range.endMs };
  });
  const join = (a: (typeof all)[number], b: (typeof all)[number]) => ({
    ...a,
    endMs: b.endMs,
    end: b.endMs,
  });
  const parts = isSeparate ? all : merged(all, join);
  return {
    parts: parts.map(({ startMs, endMs, trueStartMs }) => ({ startMs, endMs, trueStartMs })),
    lostGaps: all.length - parts.length,
  };
}
