// One request for a span of a resource: passes over what it has already, compares what overlaps, takes the rest.

import {
  brokenResponse,
  type FetchFailure,
  misplacedResponse,
  notMedia,
} from './http/fetch-failure.ts';
import { sendRequest } from './http/request.ts';
import type { ResponseFacts, ResponseHeaders } from './http/response-headers.ts';
import { type Accepted, changed, validateResponse } from './http/validate-response.ts';
import { MIN_BYTES_PER_SECOND, RATE_MS } from './http/watch-pace.ts';
import type { PartContext } from './part-file/part-context.ts';
import { inPart } from './part-file/placed-part.ts';
import { looksLikeText } from './segments/sniff-text.ts';
import type { Span, SpanTask } from './span-task.ts';

const MINUTES_OF_HOPE = 3;

export type SpanRequest = {
  /** Where to, with the redirects of earlier requests left out. */
  readonly used: string;
  readonly address: string;
  /** The known bytes directly before the span: requested again, and compared. */
  readonly lead: Uint8Array;
  readonly isConditional: boolean;
};

/** Resolves with null when the response came to its end, or was stopped at that of the span. Never rejects. */
export async function requestSpan(
  context: PartContext,
  task: SpanTask,
  how: SpanRequest,
): Promise<FetchFailure | null> {
  const { activity, clock, lane, origin, placed, signal } = context;
  const { next, end } = task.span;
  const { address, used, lead, isConditional } = how;
  const isRange = task.isRange || next > 0;
  const known = isConditional ? task.facts() : null;
  let hasFlowed = false;
  const receiver = createReceiver(task, how, placed?.ownBytes ?? 0, {
    came: activity.came,
    stop: () => request.stop(),
    fail: (failure) => request.fail(failure),
  });

  const request = sendRequest(lane, clock, {
    address: used,
    headersFor: (hop) => ({
      ...origin.headersFor(hop),
      ...(isRange && rangeHeaders(next - lead.length, end, known, placed?.shift)),
    }),
    signal,
    leastBytesPerSecond: () => MIN_BYTES_PER_SECOND / Math.max(1, activity.open()),
    isHopeless: () => isHopeless(context),
    head: (response, final) => {
      const refused = receiver.judgeHead(inPart(response, placed));
      if (refused) return request.fail(refused);
      origin.served(address, final);
    },
    piece: (piece) => {
      if (!hasFlowed) activity.flowed();
      hasFlowed = true;
      receiver.take(piece);
    },
  });
  task.lend(request.hold, request.fail);
  activity.opened();

  const failure = await request.ended;
  activity.closed(hasFlowed);
  return failure ?? judgeEnd(receiver.accepted(), task);
}

/** Takes the response of one request; there is nothing of the origin before byte `least`. */
function createReceiver(
  task: SpanTask,
  { lead, isConditional }: SpanRequest,
  least: number,
  request: {
    readonly came: (bytes: number) => void;
    readonly stop: () => void;
    readonly fail: (failure: FetchFailure) => void;
  },
) {
  const { span } = task;
  const { next, end } = span;
  const start = next - lead.length;
  let accepted: Accepted | null = null;
  /** What the lead is to prove: that these validators are of the same file. */
  let unproven: ResponseFacts | null = null;
  let at = start;

  function judgeHead(response: ResponseHeaders): FetchFailure | null {
    const verdict = validateResponse(
      response,
      {
        start,
        end: Number.isFinite(end) ? end : null,
        isRange: task.isRange || next > 0,
        content: task.content,
        maySkip: !isConditional && task.maySkip(),
        mayBeSame: (facts) => {
          if (task.isProven(facts)) return true;
          unproven = facts;
          return lead.length > 0 || (next === least && task.mayBegin());
        },
      },
      task.facts(),
    );
    if ('failure' in verdict) return verdict.failure;
    const refused = task.learn(verdict.accepted.facts);
    if (refused) return refused;
    const isEarly = response.status === 206 && verdict.accepted.start < start;
    if (isEarly && !task.mayRepeat(start - verdict.accepted.start))
      return misplacedResponse('another range than requested for, again and again');
    accepted = verdict.accepted;
    at = accepted.start;
    return null;
  }

  /** Returns what follows on the bytes that are there already, of which the lead must be the same. */
  function passOver(piece: Buffer): Buffer {
    const from = at;
    at += piece.length;
    const first = Math.max(from, start);
    const last = Math.min(at, next);
    const nothing = piece.subarray(piece.length);
    if (first < last) {
      const mine = lead.subarray(first - start, last - start);
      if (piece.compare(mine, 0, mine.length, first - from, last - from) !== 0) {
        request.fail(changed());
        return nothing;
      }
    }
    if (at < next) return nothing;
    if (unproven) task.prove(unproven);
    return piece.subarray(next - from);
  }

  function take(piece: Buffer): void {
    let rest = at < next ? passOver(piece) : piece;
    if (rest.length === 0) return;
    if (span.next === 0 && task.content === 'media' && looksLikeText(rest)) {
      request.fail(notMedia('text instead of media'));
      return;
    }
    while (rest.length > 0) {
      const part = rest.subarray(0, Math.max(0, span.end - span.next));
      rest = rest.subarray(part.length);
      span.next += part.length;
      request.came(part.length);
      task.write(part);
      const isFull = span.next >= span.end;
      const bodyEnd = accepted?.end ?? Number.POSITIVE_INFINITY;
      if (isFull && bodyEnd > span.end && !task.extend()) {
        request.stop();
        return;
      }
    }
  }

  return { judgeHead, take, accepted: () => accepted };
}

/** Whether the part is too slow over all of its connections, and far from its end. */
function isHopeless({ activity, bytesLeft }: PartContext): boolean {
  const bytes = activity.bytesOfMinute();
  return bytes < (MIN_BYTES_PER_SECOND * RATE_MS) / 1000 && bytesLeft() > bytes * MINUTES_OF_HOPE;
}

function rangeHeaders(
  start: number,
  end: number,
  known: ResponseFacts | null,
  shift = 0,
): Record<string, string> {
  const validator = known?.etag ?? known?.lastModified ?? null;
  return {
    range: `bytes=${start + shift}-${end === Number.POSITIVE_INFINITY ? '' : end + shift - 1}`,
    ...(validator !== null && { 'if-range': validator }),
  };
}

/** Whether a body that ended cleanly was complete. */
function judgeEnd(
  accepted: Accepted | null,
  { span, learn, facts }: { readonly span: Span } & Pick<SpanTask, 'learn' | 'facts'>,
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
