// Where the parts of a copy would start and end, read from the file with a short debounce.
import { useEffect, useRef, useState } from 'react';
import type { Range } from '../../../cutting/range.ts';
import { merged, trueSpanOf, type Way } from './plan-cut.ts';
import { type TrackOutput, tracksOf } from './read-output.ts';

const REST_MS = 120;

/** Where one range really starts and ends, in milliseconds. */
export type PlannedPart = Range & { readonly trueStartMs: number; readonly trueEndMs: number };

/**
 * The parts of the new file; null while they are being read. A copy can only start at a key frame, so that its parts may begin
 * earlier than asked, and become one with the part before.
 */
export type CutPlan = {
  readonly parts: readonly PlannedPart[];
  /** How many gaps a copy cannot leave out, for it has no key frame in them. */
  readonly lostGaps: number;
};

/** Plans a cut into one file, or a file of each range. Spans that were read once are kept. */
export function usePlan(
  output: TrackOutput | null,
  { way, isSeparate }: { readonly way: Way; readonly isSeparate: boolean },
  ranges: readonly Range[],
  durationMs: number,
): CutPlan | null {
  const [plan, setPlan] = useState<{ readonly of: string; readonly spans: Spans } | null>(null);
  const known = useRef<{ of: TrackOutput | null; spans: Map<string, Range> } | null>(null);
  const tracks = output ? tracksOf(output) : [];
  const starts = `${output?.kind} ${tracks.map(({ id }) => id)} ${ranges.map(({ startMs }) => startMs).join()}`;
  const ends = ranges.map(({ endMs }) => endMs).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the two texts name the output and the ranges, which are new objects each time
  useEffect(() => {
    if (way === 'exact' || tracks.length === 0) return;
    if (known.current?.of !== output) known.current = { of: output, spans: new Map() };
    const { spans } = known.current;
    let isWanted = true;
    const timer = setTimeout(async () => {
      const found: Range[] = [];
      for (const range of ranges) {
        const key = `${range.startMs} ${range.endMs}`;
        const span = spans.get(key) ?? (await readSpan(tracks, range, durationMs));
        if (!isWanted) return;
        spans.set(key, span);
        found.push(span);
      }
      setPlan({ of: starts, spans: { ends, found } });
    }, REST_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [starts, ends, way]);
  if (way === 'exact') return { parts: ranges.map((range) => partOf(range, range)), lostGaps: 0 };
  if (plan?.of !== starts) return null;
  const { spans } = plan;
  // While an end is being moved, it is where it was put.
  const inReach = ranges.map(({ endMs }, index) => {
    const { startMs = 0, endMs: trueEndMs = endMs } = spans.found[index] ?? {};
    return { startMs, endMs: spans.ends === ends ? trueEndMs : endMs };
  });
  return planOf(ranges, inReach, isSeparate);
}

/** What was read, and for which ends. */
type Spans = { readonly ends: string; readonly found: readonly Range[] };

/** An unreadable file is reported when it is cut; here the range is as asked. */
async function readSpan(
  tracks: Parameters<typeof trueSpanOf>[0],
  range: Range,
  durationMs: number,
): Promise<Range> {
  return trueSpanOf(tracks, range, durationMs).then(
    ({ start, end }) => ({ startMs: start * 1000, endMs: end * 1000 }),
    () => range,
  );
}

const partOf = (range: Range, { startMs, endMs }: Range): PlannedPart => ({
  ...range,
  trueStartMs: startMs,
  trueEndMs: endMs,
});

/** Joins what overlaps in one file, as the copy will do; `spans` are where the ranges really start and end. */
export function planOf(
  ranges: readonly Range[],
  spans: readonly Range[],
  isSeparate: boolean,
): CutPlan {
  const all = ranges.map((range, index) => {
    const part = partOf(range, spans[index] ?? range);
    return { ...part, start: part.trueStartMs, end: part.trueEndMs };
  });
  const join = (a: (typeof all)[number], b: (typeof all)[number]) =>
    a.end >= b.end ? a : { ...a, endMs: b.endMs, trueEndMs: b.trueEndMs, end: b.end };
  const parts = isSeparate ? all : merged(all, join);
  return {
    parts: parts.map(({ start: _start, end: _end, ...part }) => part),
    lostGaps: all.length - parts.length,
  };
}
