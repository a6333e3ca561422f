// What fetching one contiguous span needs of its caller: a file or a segment.

import type { FetchFailure } from './http/fetch-failure.ts';
import type { ResponseFacts } from './http/response-headers.ts';
import type { Content } from './http/validate-response.ts';

/**
 * A span of bytes. `next` advances with every byte; `end` is Infinity for an unknown length and is set once that is
 * known.
 */
export type Span = { next: number; end: number };

/** Known bytes of a resource, up to `end`, which is excluded. */
export type Sample = { readonly end: number; readonly bytes: Uint8Array };

/** Tells responses with other validators of the same file from those of another file. */
export type Proof = Pick<SpanTask, 'isProven' | 'mayBegin' | 'prove' | 'lead' | 'sample'>;

/** What is the same for all that is fetched where nothing on disk could be compared. */
export const WITHOUT_PROOF: Proof = {
  isProven: () => false,
  mayBegin: () => false,
  prove: () => undefined,
  lead: async () => NOTHING,
  sample: async () => null,
};
const NOTHING = new Uint8Array();

export type SpanTask = {
  readonly span: Span;
  /** Called for every attempt: a refreshed source has another address. */
  readonly address: () => string | Promise<string>;
  /** Whether a refreshed source also changes `address`; if not, `fetchSpan` returns after a refresh. */
  readonly canMove: boolean;
  /** Whether the first request has a Range header; resumes always have one. */
  readonly isRange: boolean;
  /**
   * Decides whether the first bytes are checked: media are recognizable, encrypted media are not, and others are parsed
   * elsewhere.
   */
  readonly content: Content;
  readonly facts: () => ResponseFacts | null;
  /** Takes note of an accepted response; returns a failure if it contradicts earlier ones. */
  readonly learn: (facts: ResponseFacts) => FetchFailure | null;
  readonly maySkip: () => boolean;
  /** Whether a response may begin this many bytes early. */
  readonly mayRepeat: (bytes: number) => boolean;
  /** Whether validators that differ from the known ones were proven to be of the same file; notes that they are. */
  readonly isProven: (facts: ResponseFacts) => boolean;
  /** Whether a response with unproven validators may bring the first byte, before which nothing could be compared. */
  readonly mayBegin: () => boolean;
  readonly prove: (facts: ResponseFacts) => void;
  /** The bytes directly before one, to be compared with the next response; empty while all validators agree. */
  readonly lead: (before: number) => Promise<Uint8Array>;
  /** Bytes that are there, wherever they are; null when there will not be enough to tell two files apart. */
  readonly sample: (before: number) => Promise<Sample | null>;
  /** Whether to continue into the bytes behind the span, which arrive anyway. */
  readonly extend: () => boolean;
  /** Whether this connection should end and leave its work to others. */
  readonly retire: (failure: FetchFailure) => boolean;
  readonly write: (piece: Buffer) => void;
  /** Receives the functions that pause the connection (while the disk is behind) and fail it. */
  readonly lend: (hold: (isHeld: boolean) => void, fail: (failure: FetchFailure) => void) => void;
};
