// Reads the fragments of all sources in the order of the file, as they arrive, and writes the file's index.
import type { HybridLayout } from './layout.ts';
import type { SourceHead } from './read-head.ts';
import { readMoof } from './read-moof.ts';
import { SampleTable } from './sample-table.ts';
import { demand, refusing } from './unfit.ts';
import { type ReadSource, walkBoxes } from './walk-boxes.ts';
import { writeMoov } from './write-moov.ts';

/** How far the times of fragments may be from those of `sidx`, which are rounded. */
const MAX_DRIFT_SECONDS = 3;
/** What may follow the last fragment. */
const HARMLESS = new Set(['mfra', 'free', 'skip', 'styp', 'emsg', 'prft']);

/**
 * The last `indexBytes` bytes of the file. The heads are those of the layout. Throws Unfit where the sources contradict their heads,
 * and what `read` throws.
 */
export async function writeIndex(
  layout: HybridLayout,
  heads: readonly SourceHead[],
  read: ReadSource,
): Promise<Uint8Array> {
  const sources = heads.map((head) => ({ ...head, table: new SampleTable(head.track) }));
  for (const { at, source, from, to, endSeconds } of layout.pieces) {
    const { table, track, segments } = sources[source] as (typeof sources)[number];
    const before = table.count;
    for await (const box of walkBoxes(read, source, { from, to, wanted: ['moof'] })) {
      if (box.type !== 'moof') continue;
      const fragment = refusing('broken', () => readMoof(box, track, to));
      table.add(fragment, at - from);
      const { count, durations, offsets, chunkPositions } = table;
      const numbers = count + durations.length + offsets.length + chunkPositions.length;
      demand(4 * numbers <= layout.indexBytes, 'index_too_large');
    }
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
  return writeMoov(tables, layout.indexBytes, layout.indexAt > 2 ** 32 - 1);
}
