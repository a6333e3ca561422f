// Reads the fragments of all sources in the order of the file, as they arrive, and writes the file's index.
import type { Span } from '../../../core/choosing/choice.ts';
import type { WantedSpan } from '../../../core/jobs/ports.ts';
import { createCut } from './cut-samples.ts';
import type { HybridLayout } from './layout.ts';
import type { SourceHead } from './read-head.ts';
import { readMoof } from './read-moof.ts';
import { SampleTable } from './sample-table.ts';
import { demand, refusing } from './unfit.ts';
import { type ReadSource, walkBoxes } from './walk-boxes.ts';
import { startSecondsOf, writeMoov } from './write-moov.ts';

/** How far the times of fragments may be from those of `sidx`, which are rounded. */
const MAX_DRIFT_SECONDS = 3;
/** What may follow the last fragment. */
const HARMLESS = new Set(['mfra', 'free', 'skip', 'styp', 'emsg', 'prft']);

/** A part to show of the sources, each of which begins at its `zeros` by its own clock, in seconds. */
export type WantedPart = { readonly span: WantedSpan; readonly zeros: readonly number[] };

/** The last bytes of the file, and the span of the sources that it shows; null for all of them. */
export type WrittenIndex = { readonly bytes: Uint8Array; readonly held: Span | null };

/**
 * The index of the file. The heads are those of the layout. Throws Unfit where the sources contradict their heads,
 * and what `read` throws.
 */
export async function writeIndex(
  layout: HybridLayout,
  heads: readonly SourceHead[],
  read: ReadSource,
  part: WantedPart | null = null,
): Promise<WrittenIndex> {
  const sources = heads.map((head, at) => ({
    ...head,
    table: new SampleTable(head.track),
    cut: part && createCut(head.track, spanAt(part.span, part.zeros[at])),
  }));
  for (const { at, source, from, to, endSeconds } of layout.pieces) {
    const its = sources[source] as (typeof sources)[number];
    const { cut, track, segments } = its;
    const before = its.table.count;
    for await (const box of walkBoxes(read, source, { from, to, wanted: ['moof'] })) {
      if (box.type !== 'moof') continue;
      const fragment = refusing('broken', () => readMoof(box, track, to));
      const { restarts, runs } = cut?.(fragment) ?? { restarts: false, runs: [fragment] };
      if (restarts) its.table = new SampleTable(track);
      for (const run of runs) its.table.add(run, at - from);
      const { count, durations, offsets, chunkPositions } = its.table;
      const numbers = count + durations.length + offsets.length + chunkPositions.length;
      demand(4 * numbers <= layout.indexBytes, 'index_too_large');
    }
    if (cut) continue;
    const { table } = its;
    const seconds = (table.endTime - table.startTime) / track.ticksPerSecond;
    const drift = endSeconds - (segments[0]?.startSeconds ?? 0) - seconds;
    demand(table.count > before && Math.abs(drift) < MAX_DRIFT_SECONDS, 'contradiction');
  }
  for (const [source, { segments, totalBytes }] of heads.entries()) {
    const rest = { from: segments.at(-1)?.to ?? 0, to: totalBytes, wanted: [] };
    for await (const { type } of walkBoxes(read, source, rest))
      demand(HARMLESS.has(type), 'contradiction');
  }
  const tables = sources.map(({ table }) => table);
  const form = { ...layout, isLarge: layout.indexAt > 2 ** 32 - 1 };
  if (!part) return { bytes: writeMoov(tables, form), held: null };
  demand(
    tables.every(({ count }) => count > 0),
    'contradiction',
  );
  const { span, zeros } = part;
  const at = tables.findIndex(({ track }) => track.kind === 'picture');
  const picture = tables[at];
  const startSeconds =
    picture && !span.isExact ? startSecondsOf(picture) - (zeros[at] ?? 0) : span.startSeconds;
  const held = { startSeconds, endSeconds: span.endSeconds };
  const spans = zeros.map((zero) => spanAt(held, zero));
  return { bytes: writeMoov(tables, form, { startSeconds, spans }), held };
}

/** A span of an item by the clock of a source. */
function spanAt({ startSeconds, endSeconds }: Span, zero = 0): Span {
  return { startSeconds: startSeconds + zero, endSeconds: endSeconds + zero };
}
