// Follows the open rows: by one stream for all of them, since browsers open few connections to a site, and by polling where the
// stream is silent or breaks.
import type { Job, ProgressEvent } from '../../../shared/api/download.ts';
import { RequestError } from '../../browser/request.ts';
import { failureWithoutAnswer } from '../../download-client/failure.ts';
import type { BatchNeeds, BatchStore } from './batch-needs.ts';
import { type BatchRow, hasBytes, type RowState, rowStateOf, withRow } from './batch-state.ts';
import type { Holds } from './hold-platforms.ts';

const ALL_JOBS = '*';
/** Polls after this time without events. */
const SILENCE_MS = 20_000;
const POLL_MS = 2000;
const ENDS: ReadonlySet<ProgressEvent['phase']> = new Set(['ready', 'failed', 'cancelled']);

/** Keeps the open rows up to date. */
export type Follower = {
  /** Opens the stream while there are open rows. */
  readonly work: () => void;
  /** Requests the jobs of all open rows, once. */
  readonly catchUp: () => Promise<void>;
};

/** `onChange` is called when the first bytes of a row have arrived, and when it has ended. */
export function createFollower(
  { calls, openStream, after, log }: BatchNeeds,
  { getState, update, setRow }: BatchStore,
  holds: Holds,
  onChange: () => void,
): Follower {
  let closeStream: (() => void) | null = null;
  let callOff: () => void = () => undefined;
  const openRows = () =>
    getState().rows.filter(
      (row): row is BatchRow & { state: Extract<RowState, { kind: 'open' }> } =>
        row.state.kind === 'open',
    );

  const take = (row: BatchRow, job: Job) => {
    const { title } = job;
    const state = rowStateOf(job);
    if (state.kind === 'failed' && holds.hold(row, state.failure)) return;
    // Without bytes the server had the file, which says nothing of its platform.
    if (state.kind === 'ready' && row.state.kind === 'open' && hasBytes(row.state))
      holds.served(row.platform);
    update((before) =>
      withRow(before, row.key, (one) => ({
        ...one,
        state,
        preview: one.preview ?? (title === null ? null : titleOnly(title)),
      })),
    );
  };
  const readJob = async (row: BatchRow, id: string) => {
    try {
      take(row, await calls.job(id));
    } catch (error) {
      // A proxy may answer 404 for a server that it cannot reach.
      const isUnknown = error instanceof RequestError && error.answer?.code === 'job_not_found';
      if (!isUnknown) return log('a download could not be read', error);
      // Unknown although it has just been started: this browser does not send the cookie back.
      const isNew = row.state.kind === 'open' && row.state.progress !== null;
      const failure = failureWithoutAnswer('cookies_off');
      setRow(row.key, isNew ? { kind: 'failed', job: null, failure } : { kind: 'expired' });
    }
  };
  const catchUp = async () => {
    const rows = openRows();
    if (rows.length === 0) return;
    try {
      const { jobs } = await calls.jobs();
      const byId = new Map(jobs.map((job) => [job.job, job]));
      for (const row of rows) {
        const job = byId.get(row.state.job);
        if (job) take(row, job);
        else await readJob(row, row.state.job);
      }
    } catch (error) {
      log('the downloads could not be read', error);
    }
  };
  const close = () => {
    callOff();
    closeStream?.();
    closeStream = null;
  };
  const pollIn = (ms: number) => {
    callOff();
    callOff = after(ms, async () => {
      await catchUp();
      // Only now, for an answer may be late; without a stream, a change opens another.
      if (closeStream) pollIn(SILENCE_MS);
      onChange();
    });
  };
  const onEvent = (event: ProgressEvent) => {
    pollIn(SILENCE_MS);
    // Several rows, where a short link turned out to lead to the same post.
    for (const row of openRows().filter(({ state }) => state.job === event.job)) {
      if (ENDS.has(event.phase)) void readJob(row, event.job).then(onChange);
      else {
        setRow(row.key, { kind: 'open', job: event.job, progress: event }, false);
        if (event.bytes > 0 && !hasBytes(row.state)) onChange();
      }
    }
  };

  return {
    catchUp,
    work() {
      if (openRows().length === 0) return close();
      if (closeStream) return;
      const broke = () => {
        closeStream = null;
        pollIn(POLL_MS);
      };
      closeStream = openStream(ALL_JOBS, { event: onEvent, broke });
      // The stream does not repeat what ended before it was open.
      pollIn(POLL_MS);
    },
  };
}

function titleOnly(title: string): NonNullable<BatchRow['preview']> {
  const unknown = { author: null, durationSeconds: null, thumbnailUrl: null };
  return { title, ...unknown, itemCount: 1, hasParts: false };
}
