// What this browser can make of the choices: in which way, or why nothing.

import type { Range } from '../../../cutting/range.ts';
import { MAX_GIF_MS } from '../gif/gif-sizes.ts';
import type { Way } from '../media/plan-cut.ts';
import type { OutputKind, TrackOutput } from '../media/read-output.ts';
import { totalOf } from '../parts/segments.ts';

/** Why nothing can be made, as the key of its words. */
export type Problem = 'trimmer.nothingKept' | 'trimmer.gifTooLong' | 'trimmer.kindImpossible';

/** What of a kind of file counts: whether its tracks can be copied, and how they are re-encoded. */
type Tracks = {
  readonly canCopy: boolean;
  readonly exact: Pick<TrackOutput['exact'], 'kind'>;
};

/** The wanted way, or the only one that the browser can go for this kind of file. */
export function possibleWay(wanted: Way, tracks: Tracks | null): Way {
  if (tracks && !tracks.canCopy) return 'exact';
  return tracks?.exact.kind === 'none' ? 'instant' : wanted;
}

/** Why nothing can be made of the kept ranges; null if something can. */
export function problemOf(
  kind: OutputKind,
  tracks: Tracks | null,
  ranges: readonly Range[],
): Problem | null {
  if (ranges.length === 0) return 'trimmer.nothingKept';
  if (kind === 'gif' && totalOf(ranges) > MAX_GIF_MS) return 'trimmer.gifTooLong';
  return tracks && !tracks.canCopy && tracks.exact.kind === 'none'
    ? 'trimmer.kindImpossible'
    : null;
}
