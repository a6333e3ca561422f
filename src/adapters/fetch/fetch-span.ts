// Fetches one contiguous span of a resource, with retries and resumes; for files and for segments.

import { codeOf } from '../../shared/errors.ts';
import { brokenResponse, type FetchFailure, type FetchFailureKind } from './http/fetch-failure.ts';
import { pause, untilAborted } from './http/pause.ts';
import { createRetryPolicy } from './http/retry-policy.ts';
import { changed } from './http/validate-response.ts';
import type { PartContext } from './part-file/part-context.ts';
import { requestSpan } from './request-span.ts';
import type { SpanTask } from './span-task.ts';

/** Others can still use what the origin gives, or the caller does without. */
const MAY_RETIRE: ReadonlySet<FetchFailureKind> = new Set(['busy', 'ignored', 'misplaced']);
/** Many nodes need many requests to show each of their validators; the pauses add up to twelve seconds. */
const MOST_DOUBTS = 8;
const REQUESTS_PER_DOUBT = 3;
const DOUBT_MS = 25;

/**
 * Resolves with null when the span is complete, or with a `changed`, `ignored`, `misplaced`, `busy` or `stale` failure for the
 * caller. Throws every other.
 */
export async function fetchSpan(
  context: PartContext,
  task: SpanTask,
): Promise<FetchFailure | null> {
  const { clock, origin, random, signal } = context;
  const { span } = task;
  const retries = createRetryPolicy(random);
  let doubts = 0;

  for (let isResume = false; ; isResume = true) {
    const { generation } = origin.current();
    const before = span.next;
    const lead = await task.lead(before);
    const startedMs = clock.monotonic();
    const address = await untilAborted(Promise.resolve(task.address()), signal);
    const used = origin.shortcut(address);
    const isConditional = isResume && origin.takeCondition();
    const outcome = await requestSpan(context, task, { address, used, lead, isConditional });
    if (isConditional) origin.conditionMet(span.next > before);
    retries.progressed(span.next - before, clock.monotonic() - startedMs);
    if (outcome === null) {
      if (span.next >= span.end) return null;
      if (span.next > before) continue;
    }
    const failure = outcome ?? brokenResponse('an answer without bytes');
    if (failure.kind === 'changed') return failure;
    if (failure.kind === 'stale') {
      if (used === address) await untilAborted(origin.renew(generation, failure), signal);
      else if (origin.shortcut(address) === used) origin.forget(address);
      if (!task.canMove && origin.current().generation > generation) return failure;
      continue;
    }
    if (failure.kind === 'doubtful') {
      doubts += 1;
      if (doubts > MOST_DOUBTS || !(await settleDoubt(context, task, failure, doubts)))
        return changed();
      continue;
    }
    if (failure.kind === 'ignored' && isConditional) {
      // It was not met or not understood; a response without one tells.
      origin.leaveOutConditions();
      continue;
    }
    if (MAY_RETIRE.has(failure.kind) && task.retire(failure)) return failure;
    if (isRefused(failure) && context.file.map.covered() === 0) throw failure.error;
    await pause(clock, retries.delayAfter(failure), signal);
  }
}

/** A platform that says "later" and not when: at the first request, it means this server rather than this connection. */
function isRefused({ kind, error, retryAfterMs }: FetchFailure): boolean {
  return kind === 'busy' && retryAfterMs === null && codeOf(error) === 'rate_limited';
}

/** Requests bytes that are there already, so that a response with the doubtful validators shows them; false for others. */
async function settleDoubt(
  context: PartContext,
  task: SpanTask,
  { facts }: FetchFailure,
  doubts: number,
): Promise<boolean> {
  const { clock, origin, signal } = context;
  origin.leaveOutConditions();
  for (let request = 0; facts && request < REQUESTS_PER_DOUBT; request += 1) {
    const sample = await task.sample(task.span.next);
    if (!sample) return false;
    // The next response proves itself.
    if (sample.end === task.span.next) return true;
    const { end, bytes: lead } = sample;
    const used = origin.shortcut(await task.address());
    const failure = await requestSpan(
      context,
      { ...task, span: { next: end, end } },
      { address: used, used, lead, isConditional: false },
    );
    if (failure?.kind === 'changed') return false;
    if (!failure && task.isProven(facts)) return true;
    if (failure) break;
  }
  await pause(clock, DOUBT_MS * 2 ** doubts, signal);
  return true;
}
