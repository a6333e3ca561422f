// Looks at the posts of the rows, for their titles, their pictures and what they offer. The server keeps what it has found for
// the download that follows.
import type { InspectAnswer } from '../../../shared/api/inspect.ts';
import { RequestError } from '../../browser/request.ts';
import { failureOf } from '../../download-client/failure.ts';
import type { BatchNeeds, BatchStore } from './batch-needs.ts';
import { type BatchRow, readInspection, withRow } from './batch-state.ts';
import type { Holds } from './hold-platforms.ts';
import { holdUpOf } from './hold-up.ts';
import type { Pace } from './pace.ts';

const MAX_AT_ONCE = 3;
/** Left for what the visitor starts next. */
const RESERVE = 6;
const LOOK_MS = 90_000;

/** Looks at rows. */
export type Looker = {
  /** Looks at the first rows of a list that has not been started. */
  readonly work: () => void;
  /** Whether an answer is there, or on its way. */
  readonly hasLooked: (key: string) => boolean;
  /** What a post has; asks the server unless that has been done. Rejects as the server refuses. */
  readonly look: (row: BatchRow) => Promise<InspectAnswer>;
  /** Forgets an answer that is no longer needed. */
  readonly forget: (key: string) => void;
};

/** Creates it. A post that the server refuses for good fails its row before it is started. */
export function createLooker(
  { calls, log }: BatchNeeds,
  { getState, update }: BatchStore,
  holds: Holds,
  pace: Pace,
): Looker {
  const answers = new Map<string, Promise<InspectAnswer>>();
  const hopeless = new Set<string>();
  let running = 0;

  const ask = async (row: BatchRow) => {
    const answer = await calls.inspect(row.url, AbortSignal.timeout(LOOK_MS));
    const { preview } = readInspection(answer, row.choice ?? getState().choice);
    update((before) => withRow(before, row.key, (one) => ({ ...one, preview })));
    return answer;
  };
  const look = (row: BatchRow) => {
    const known = answers.get(row.key);
    if (known) return known;
    const asked = ask(row);
    answers.set(row.key, asked);
    asked.catch(() => answers.delete(row.key));
    return asked;
  };
  const lookAhead = async (row: BatchRow) => {
    running += 1;
    try {
      await look(row);
    } catch (error) {
      log('a post could not be looked at', error);
      if (holdUpOf(error)) pace.empty();
      else if (!isWaiting(row.key) || !holds.hold(row, failureOf(error))) {
        hopeless.add(row.key);
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
      .filter(({ key, preview }) => preview === null && !answers.has(key) && !hopeless.has(key));
    for (const row of wanted) {
      if (running >= MAX_AT_ONCE || !pace.take(RESERVE)) return;
      void lookAhead(row);
    }
  };
  return {
    work,
    look,
    hasLooked: (key) => answers.has(key),
    forget: (key) => answers.delete(key),
  };
}
