// Reads the fragments of all sources in the order of the file, as they arrive, and writes the file's index.
import { FRONT_BYTES, type HybridLayout } from './layout.ts';
import { type HybridPart, keptOf } from './plan-part.ts';
import type { SourceHead } from './read-head.ts';
import { readMoof } from './read-moof.ts';
import { SampleTable } from './sample-table.ts';
import { demand, refusing } from './unfit.ts';
import { type ReadSource, walkBoxes } from './walk-boxes.ts';
import { endSecondsOf, writeMoov } from './write-moov.ts';

/** How far the times of fragments may be from those of `sidx`, which are rounded. */
const MAX_DRIFT_SECONDS = 3;
/** What may follow the last fragment. */
const HARMLESS = new Set(['mfra', 'free', 'skip', 'styp', 'emsg', 'prft']);

/**
 * The last `indexBytes` bytes of the file. The heads and the part are those of the layout. Throws Unfit where the sources contradict their
 * heads, and what `read` throws.
 */
export async function writeIndex(
  layout: HybridLayout,
  heads: readonly SourceHead[],
  read: ReadSource,
  part: HybridPart | null = null,
): Promise<Uint8Array> {
  const sources = heads.map((head, at) => {
    const lead = part?.pictureAt === at ? part.lead : null;
    const table = new SampleTable(lead?.track ?? head.track);
    if (lead) table.add(lead, FRONT_BYTES);
    return { ...head, table };
  });
  for (const { at, source, segment, from } of layout.pieces) {
    const { table, track, segments } = sources[source] as (typeof sources)[number];
    const kept = part?.kept[source];
    const before = table.count;
    const { endSeconds, to } = segment;
    for await (const box of walkBoxes(read, source, { ...segment, wanted: ['moof'] })) {
      if (box.type !== 'moof') continue;
      const fragment = refusing('broken', () => readMoof(box, track, to));
      for (const run of kept ? keptOf(track, fragment, kept) : [fragment])
        table.add(run, at - from);
      const { count, durations, offsets, chunkPositions } = table;
      const numbers = count + durations.length + offsets.length + chunkPositions.length;
      demand(4 * numbers <= layout.indexBytes, 'index_too_large');
    }
    const seconds = (table.endTime - table.startTime) / track.ticksPerSecond;
    const drift = endSeconds - (segments[0]?.startSeconds ?? 0) - seconds;
    const isAsListed = table.count > before && Math.abs(drift) < MAX_DRIFT_SECONDS;
    demand(kept || isAsListed, 'contradiction');
  }
  for (const [source, { segments, totalBytes }] of heads.entries()) {
    const rest = { from: segments.at(-1)?.to ?? 0, to: totalBytes, wanted: [] };
    for await (const { type } of walkBoxes(read, source, rest))
      demand(HARMLESS.has(type), 'contradiction');
  }
  const tables = sources.map(({ table }) => table);
  // Where the part is was found by the lists, and what is shown is by the samples.
  const isThere = tables.every((table, at) => {
    const { endSeconds = 0 } = part?.spans[at] ?? {};
    const last = sources[at]?.segments.at(-1)?.endSeconds ?? 0;
    return Math.abs(endSecondsOf(table) - Math.min(endSeconds, last)) < MAX_DRIFT_SECONDS;
  });
  demand(!part || isThere, 'contradiction');
  const form = { ...layout, isLarge: layout.indexAt > 2 ** 32 - 1 };
  return writeMoov(
    tables,
    form,
    part && { startSeconds: part.held.startSeconds, spans: part.spans },
  );
}
