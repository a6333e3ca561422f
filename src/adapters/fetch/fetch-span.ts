// Fetches one contiguous span of a resource, with retries and resumes; for files and for segments.

import { brokenResponse, type FetchFailure, notMedia } from './http/fetch-failure.ts';
import { pause, untilAborted } from './http/pause.ts';
import { sendRequest } from './http/request.ts';
import type { ResponseFacts } from './http/response-headers.ts';
import { createRetryPolicy } from './http/retry-policy.ts';
import { type Accepted, type Content, validateResponse } from './http/validate-response.ts';
import { MIN_BYTES_PER_SECOND } from './http/watch-pace.ts';
import type { PartContext } from './part-file/part-context.ts';
import { looksLikeText } from './segments/sniff-text.ts';

/**
 * A span of bytes. `next` advances with every byte; `end` is Infinity for an unknown length and is set once that is
 * known.
 */
export type Span = { next: number; end: number };

/** One span and its callbacks. */
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
  /** Whether to continue into the bytes behind the span, which arrive anyway. */
  readonly extend: () => boolean;
  /** Whether this connection should end and leave its work to others. */
  readonly retire: (failure: FetchFailure) => boolean;
  readonly write: (piece: Buffer) => void;
  /** Receives the functions that pause the connection (while the disk is behind) and fail it. */
  readonly lend: (hold: (isHeld: boolean) => void, fail: (failure: FetchFailure) => void) => void;
};

/**
 * Resolves with null when the span is complete, or with a `changed`, `ignored`, `busy` or `stale` failure for the
 * caller. Throws every other.
 */
export async function fetchSpan(
  context: PartContext,
  task: SpanTask,
): Promise<FetchFailure | null> {
  const { clock, origin, random, signal } = context;
  const { span } = task;
  const retries = createRetryPolicy(random);
  let mayCondition = true;

  for (let isResume = false; ; isResume = true) {
    const { generation } = origin.current();
    const before = span.next;
    const startedMs = clock.monotonic();
    const address = await untilAborted(Promise.resolve(task.address()), signal);
    const used = origin.shortcut(address);
    const outcome = await tryOnce(context, task, { address, used }, isResume && mayCondition);
    retries.progressed(span.next - before, clock.monotonic() - startedMs);
    if (outcome === null) {
      if (span.next >= span.end) return null;
      if (span.next > before) continue;
    }
    const failure = outcome ?? brokenResponse('an answer without bytes');
    if (failure.kind === 'changed') return failure;
    if (failure.kind === 'stale') {
      if (used === address) await untilAborted(origin.renew(generation, failure), signal);
      else if (origin.shortcut(address) === used) origin.learn(address, address);
      if (!task.canMove && origin.current().generation > generation) return failure;
      continue;
    }
    if (failure.kind === 'ignored') mayCondition = false;
    if ((failure.kind === 'busy' || failure.kind === 'ignored') && task.retire(failure))
      return failure;
    await pause(clock, retries.delayAfter(failure), signal);
  }
}

async function tryOnce(
  context: PartContext,
  task: SpanTask,
  { address, used }: { readonly address: string; readonly used: string },
  isConditional: boolean,
): Promise<FetchFailure | null> {
  const { activity, clock, lane, origin, signal } = context;
  const { span } = task;
  const { next: start, end } = span;
  const isRange = task.isRange || start > 0;
  const known = task.facts();
  let accepted: Accepted | null = null;
  let skip = 0;
  let hasFlowed = false;

  const request = sendRequest(lane, clock, {
    address: used,
    headersFor: (hop) => ({
      ...origin.headersFor(hop),
      ...(isRange && rangeHeaders(start, end, isConditional ? known : null)),
    }),
    signal,
    leastBytesPerSecond: () => MIN_BYTES_PER_SECOND / Math.max(1, activity.open()),
    head: (response, final) => {
      const wanted = { start, end: Number.isFinite(end) ? end : null, isRange };
      const { content } = task;
      const verdict = validateResponse(
        response,
        { ...wanted, content, maySkip: task.maySkip() },
        task.facts(),
      );
      const refused = 'failure' in verdict ? verdict.failure : task.learn(verdict.accepted.facts);
      if (refused) return request.fail(refused);
      if ('failure' in verdict) return;
      origin.learn(address, final);
      accepted = verdict.accepted;
      skip = accepted.skip;
    },
    piece: (piece) => {
      if (!hasFlowed) activity.flowed();
      hasFlowed = true;
      take(skip === 0 ? piece : passOver(piece));
    },
  });
  task.lend(request.hold, request.fail);
  activity.opened();

  function passOver(piece: Buffer): Buffer {
    const passed = Math.min(skip, piece.length);
    skip -= passed;
    return piece.subarray(passed);
  }

  function take(piece: Buffer): void {
    if (piece.length === 0) return;
    if (span.next === 0 && task.content === 'media' && looksLikeText(piece)) {
      request.fail(notMedia('text instead of media'));
      return;
    }
    let rest = piece;
    while (rest.length > 0) {
      const part = rest.subarray(0, Math.max(0, span.end - span.next));
      rest = rest.subarray(part.length);
      span.next += part.length;
      activity.came(part.length);
      task.write(part);
      const isFull = span.next >= span.end;
      const bodyEnd = accepted?.end ?? Number.POSITIVE_INFINITY;
      if (isFull && bodyEnd > span.end && !task.extend()) {
        request.stop();
        return;
      }
    }
  }

  const failure = await request.ended;
  activity.closed(hasFlowed);
  return failure ?? judgeEnd(accepted, task);
}

function rangeHeaders(
  start: number,
  end: number,
  known: ResponseFacts | null,
): Record<string, string> {
  const validator = known?.etag ?? known?.lastModified ?? null;
  return {
    range: `bytes=${start}-${end === Number.POSITIVE_INFINITY ? '' : end - 1}`,
    ...(validator !== null && { 'if-range': validator }),
  };
}

/** Whether a body that ended cleanly was complete. */
function judgeEnd(
  accepted: Accepted | null,
  { span, learn, facts }: SpanTask,
): FetchFailure | null {
  if (accepted === null) return brokenResponse('an answer without a head');
  const { end, facts: received } = accepted;
  if (end !== null) {
    if (span.next < Math.min(end, span.end)) return brokenResponse('less than was promised');
    if (span.end === Number.POSITIVE_INFINITY) span.end = end;
    return null;
  }
  if (span.next > span.end) return null;
  if (received.total !== null && span.next < received.total)
    return brokenResponse('less than was promised');
  const known = facts() ?? received;
  const refused = learn({ ...known, total: known.total ?? span.next });
  span.end = Math.min(span.end, span.next);
  return refused;
}
