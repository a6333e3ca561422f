// Fetches one contiguous span of one resource, from the first try to the last resume; used for files and for segments.

import { brokenResponse, type FetchFailure, notMedia } from './http/fetch-failure.ts';
import { pause, untilAborted } from './http/pause.ts';
import { sendRequest } from './http/request.ts';
import type { ResponseFacts } from './http/response-headers.ts';
import { createRetryPolicy } from './http/retry-policy.ts';
import { type Accepted, type Content, validateResponse } from './http/validate-response.ts';
import { MIN_BYTES_PER_SECOND } from './http/watch-pace.ts';
import type { PartContext } from './part-file/part-context.ts';
import { looksLikeText } from './segments/sniff-text.ts';

/** What to fetch; `next` moves on with every byte. `end` is Infinity for "all there is" and is set once that is known. */
export type Span = { next: number; end: number };

/** One span and what is done with it. */
export type SpanTask = {
  readonly span: Span;
  /** Asked anew for every try: a fresh source has another one. */
  readonly address: () => string | Promise<string>;
  /** Whether a fresh source brings a fresh `address` too; else the caller is told once there is one. */
  readonly canMove: boolean;
  /** Whether the first request names a range already; resumes always do. */
  readonly isRange: boolean;
  /** Media show by their first bytes if they are any, sealed ones cannot, and other things are read elsewhere. */
  readonly content: Content;
  readonly facts: () => ResponseFacts | null;
  /** What an accepted answer says; gives trouble when that cannot be. */
  readonly learn: (facts: ResponseFacts) => FetchFailure | null;
  readonly maySkip: () => boolean;
  /** The bytes behind the span come too: whether to go on with them. */
  readonly extend: () => boolean;
  /** Whether somebody else should rather do it. */
  readonly retire: (trouble: FetchFailure) => boolean;
  readonly write: (piece: Buffer) => void;
  /** Lends the way to hold the connection back while the disk is behind. */
  readonly lend: (hold: (isHeld: boolean) => void, fail: (trouble: FetchFailure) => void) => void;
};

/** Null when the span is there; else trouble of the kinds `changed`, `ignored`, `busy`, `stale` for the caller. Throws all other. */
export async function fetchSpan(
  context: PartContext,
  task: SpanTask,
): Promise<FetchFailure | null> {
  const { clock, origin, random, signal } = context;
  const { span } = task;
  const patience = createRetryPolicy(random);
  let mayCondition = true;

  for (let isResume = false; ; isResume = true) {
    const { generation } = origin.current();
    const before = span.next;
    const startedMs = clock.monotonic();
    const address = await untilAborted(Promise.resolve(task.address()), signal);
    const used = origin.shortcut(address);
    const outcome = await tryOnce(context, task, { address, used }, isResume && mayCondition);
    patience.progressed(span.next - before, clock.monotonic() - startedMs);
    if (outcome === null) {
      if (span.next >= span.end) return null;
      if (span.next > before) continue;
    }
    const met = outcome ?? brokenResponse('an answer without bytes');
    if (met.kind === 'changed') return met;
    if (met.kind === 'stale') {
      if (used === address) await untilAborted(origin.renew(generation, met), signal);
      else if (origin.shortcut(address) === used) origin.learn(address, address);
      if (!task.canMove && origin.current().generation > generation) return met;
      continue;
    }
    if (met.kind === 'ignored') mayCondition = false;
    if ((met.kind === 'busy' || met.kind === 'ignored') && task.retire(met)) return met;
    await pause(clock, patience.delayAfter(met), signal);
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

  const asking = sendRequest(lane, clock, {
    address: used,
    headersFor: (hop) => ({
      ...origin.headersFor(hop),
      ...(isRange && rangeHeaders(start, end, isConditional ? known : null)),
    }),
    signal,
    leastBytesPerSecond: () => MIN_BYTES_PER_SECOND / Math.max(1, activity.open()),
    head: (answer, final) => {
      const wanted = { start, end: Number.isFinite(end) ? end : null, isRange };
      const { content } = task;
      const verdict = validateResponse(
        answer,
        { ...wanted, content, maySkip: task.maySkip() },
        task.facts(),
      );
      const refused = 'trouble' in verdict ? verdict.trouble : task.learn(verdict.accepted.facts);
      if (refused) return asking.fail(refused);
      if ('trouble' in verdict) return;
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
  task.lend(asking.hold, asking.fail);
  activity.opened();

  function passOver(piece: Buffer): Buffer {
    const passed = Math.min(skip, piece.length);
    skip -= passed;
    return piece.subarray(passed);
  }

  function take(piece: Buffer): void {
    if (piece.length === 0) return;
    if (span.next === 0 && task.content === 'media' && looksLikeText(piece)) {
      asking.fail(notMedia('text instead of media'));
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
        asking.stop();
        return;
      }
    }
  }

  const trouble = await asking.ended;
  activity.closed(hasFlowed);
  return trouble ?? judgeEnd(accepted, task);
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

/** What a body's clean end means: all of it, or less than its head promised. */
function judgeEnd(
  accepted: Accepted | null,
  { span, learn, facts }: SpanTask,
): FetchFailure | null {
  if (accepted === null) return brokenResponse('an answer without a head');
  const { end, facts: said } = accepted;
  if (end !== null) {
    if (span.next < Math.min(end, span.end)) return brokenResponse('less than was promised');
    if (span.end === Number.POSITIVE_INFINITY) span.end = end;
    return null;
  }
  if (span.next > span.end) return null;
  if (said.total !== null && span.next < said.total)
    return brokenResponse('less than was promised');
  const known = facts() ?? said;
  const refused = learn({ ...known, total: known.total ?? span.next });
  span.end = Math.min(span.end, span.next);
  return refused;
}
