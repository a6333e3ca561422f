// A part of a source as a file of its own, and the responses for it. Pure.
import type { SourcePart } from '../../../core/jobs/ports.ts';
import type { ResponseFacts, ResponseHeaders } from '../http/response-headers.ts';

/** A part as a file of `bytes` bytes: its beginning, and then those of the source, each `shift` bytes further behind in that. */
export type PlacedPart = SourcePart & {
  /** So many bytes of `head` are its own; behind them the first ones of the source follow, to know it by. */
  readonly ownBytes: number;
  readonly bytes: number;
  readonly shift: number;
  readonly sourceBytes: number;
  /** What the origin said of its source, with the length of the part. */
  readonly facts: ResponseFacts;
};

/** A response for bytes of the source as one for bytes of the part. A source of another length than before has none that fits. */
export function inPart(response: ResponseHeaders, placed: PlacedPart | null): ResponseHeaders {
  if (!placed) return response;
  const { range, total } = response;
  const { bytes, shift, sourceBytes } = placed;
  return {
    ...response,
    range: range && { start: range.start - shift, end: range.end - shift },
    total: total === null || total === sourceBytes ? total && bytes : -1,
  };
}
