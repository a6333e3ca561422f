// Inspects the posts of the rows, for their titles, their pictures and what they offer. The server caches the result for the
// download that follows.
import type { InspectAnswer } from '../../../shared/api/inspect.ts';
import { RequestError } from '../../browser/request.ts';
import { failureOf } from '../../download-client/failure.ts';
import type { BatchNeeds, BatchStore } from './batch-needs.ts';
import { type BatchRow, readInspection, withRow } from './batch-state.ts';
import type { Holds } from './hold-platforms.ts';
import type { Pace } from './pace.ts';
import { retryDelayOf } from './retry-delay.ts';

const MAX_AT_ONCE = 3;
/** Left for what the visitor starts next. */
const RESERVE = 6;
const INSPECT_TIMEOUT_MS = 90_000;

/** The inspections of this tab's rows. */
export type Inspector = {
  /** Inspects the first rows of a list that has not been started. */
  readonly work: () => void;
  /** Whether a result is cached or pending. */
  readonly isInspected: (key: string) => boolean;
  /** What a post has, from the cache or the server. Rejects when the server refuses. */
  readonly inspect: (row: BatchRow) => Promise<InspectAnswer>;
  /** Removes a result from the cache. */
  readonly forget: (key: string) => void;
};

/** A post that the server refuses for good fails its row before it is started. */
export function createInspector(
  { calls, log }: BatchNeeds,
  { getState, update }: BatchStore,
  holds: Holds,
  pace: Pace,
): Inspector {
  const answers = new Map<string, Promise<InspectAnswer>>();
  const refused = new Set<string>();
  let running = 0;

  const request = async (row: BatchRow) => {
    const answer = await calls.inspect(row.url, AbortSignal.timeout(INSPECT_TIMEOUT_MS));
    const { preview } = readInspection(answer, row.choice ?? getState().choice);
    update((before) => withRow(before, row.key, (one) => ({ ...one, preview })));
    return answer;
  };
  const inspect = (row: BatchRow) => {
    const cached = answers.get(row.key);
    if (cached) return cached;
    const answer = request(row);
    answers.set(row.key, answer);
    answer.catch(() => answers.delete(row.key));
    return answer;
  };
  const inspectAhead = async (row: BatchRow) => {
    running += 1;
    try {
      await inspect(row);
    } catch (error) {
      log('a post could not be inspected', error);
      if (retryDelayOf(error)) pace.empty();
      else if (!isWaiting(row.key) || !holds.hold(row, failureOf(error))) {
        refused.add(row.key);
        if (error instanceof RequestError && error.status < 500) failIfWaiting(row.key, error);
      }
    }
    running -= 1;
    work();
  };
  const isWaiting = (key: string) =>
    getState().rows.some((row) => row.key === key && row.state.kind === 'waiting');
  const failIfWaiting = (key: string, error: RequestError) =>
    update((before) =>
      withRow(before, key, (row) =>
        row.state.kind === 'waiting'
          ? { ...row, state: { kind: 'failed', job: null, failure: failureOf(error) } }
          : row,
      ),
    );
  const work = () => {
    if (getState().isRunning) return;
    const wanted = holds
      .next()
      .filter(({ key, preview }) => preview === null && !answers.has(key) && !refused.has(key));
    for (const row of wanted) {
      if (running >= MAX_AT_ONCE || !pace.take(RESERVE)) return;
      void inspectAhead(row);
    }
  };
  return {
    work,
    inspect,
    isInspected: (key) => answers.has(key),
    forget: (key) => answers.delete(key),
  };
}
