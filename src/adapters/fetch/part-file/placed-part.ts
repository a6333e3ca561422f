// A part of a source as a file of its own, and the responses for it. Pure.
import type { SourcePart } from '../../../core/jobs/ports.ts';
import type { ResponseFacts, ResponseHeaders } from '../http/response-headers.ts';

/** A part as a file of `bytes` bytes: its beginning, and then those of the source, each `shift` bytes further behind in that. */
export type PlacedPart = SourcePart & {
  /** So many bytes at its beginning are its own. */
  readonly ownBytes: number;
  /** What is known of it: its own beginning, the first bytes of the source behind that, to know it by, and what else was read. */
  readonly pieces: readonly { readonly at: number; readonly bytes: Uint8Array }[];
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
