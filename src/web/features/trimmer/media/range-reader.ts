// Reads a file on the server by ranges: little where it is looked into, more and more where it is read in order.

/** Fetches the bytes from `start` up to `end`, which is excluded. */
export type FetchRange = (start: number, end: number) => Promise<Uint8Array>;

type Span = { readonly start: number; readonly bytes: Uint8Array; readonly ahead: number };

/** The bytes of the smallest and of the largest request, besides what was asked for. */
const LEAST_AHEAD = 32 * 1024;
const MOST_AHEAD = 4 * 1024 * 1024;
/** Video and audio are read in turns. */
const KEPT_SPANS = 8;

/** Creates the reader of a file of `size` bytes; `mostAhead` is the most that one request asks for beyond what is needed. */
export function createRangeReader(
  fetchRange: FetchRange,
  size: number,
  mostAhead = MOST_AHEAD,
): FetchRange {
  let spans: readonly Span[] = [];
  return async (start, end) => {
    const holder = spans.find((span) => start >= span.start && end <= endOf(span));
    if (holder) return holder.bytes.subarray(start - holder.start, end - holder.start);
    // What continues an earlier read is likely to go on.
    const before = spans.find((span) => start >= span.start && start <= endOf(span));
    const ahead = before ? Math.min(before.ahead * 2, mostAhead) : LEAST_AHEAD;
    const bytes = await fetchRange(start, Math.min(size, Math.max(end, start + ahead)));
    spans = [{ start, bytes, ahead }, ...spans.filter((span) => span !== before)].slice(
      0,
      KEPT_SPANS,
    );
    return bytes.subarray(0, end - start);
  };
}

function endOf({ start, bytes }: Span): number {
  return start + bytes.length;
}

/** The reader of an address of this site. Throws an Error for any other answer than the range. */
export function rangesOf(url: string): FetchRange {
  return async (start, end) => {
    const response = await fetch(url, {
      credentials: 'include',
      headers: { Range: `bytes=${start}-${end - 1}` },
    });
    if (response.status !== 206) throw new Error(`${response.status} for a part of the file`);
    return new Uint8Array(await response.arrayBuffer());
  };
}
