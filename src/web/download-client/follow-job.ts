// Follows a job to its end: by the progress stream, and by polling if the stream fails.

import type { Job, ProgressEvent } from '../../shared/api/download.ts';
import { RequestError } from '../browser/request.ts';
import type { Calls } from './calls.ts';

/** Opens the stream of a job and returns a function that closes it. `broke` is called at most once, as the last event. */
export type OpenStream = (
  job: string,
  on: { readonly event: (event: ProgressEvent) => void; readonly broke: () => void },
) => () => void;

/** Calls a function after a delay and returns a function that cancels it. */
export type After = (ms: number, call: () => void) => () => void;

/** Dependencies. */
export type FollowNeeds = {
  readonly job: Calls['job'];
  readonly openStream: OpenStream;
  readonly after: After;
};

/** Callbacks. `ended` receives the finished job; `lost` the error after which it cannot be followed. */
export type FollowListener = {
  readonly progress: (event: ProgressEvent) => void;
  readonly ended: (job: Job) => void;
  readonly lost: (error: unknown) => void;
};

/** Polls after this time without events. */
const SILENCE_MS = 20_000;
const ASK_AGAIN_MS = 1500;
const LONGEST_PAUSE_MS = 15_000;
const ENDS: ReadonlySet<ProgressEvent['phase']> = new Set(['ready', 'failed', 'cancelled']);

/** Follows a job until it has ended, or until the returned function is called. */
export function followJob(id: string, needs: FollowNeeds, listener: FollowListener): () => void {
  const ending = new AbortController();
  let closeStream: () => void = () => undefined;
  let callOff: () => void = () => undefined;

  const ask = async (pauseMs = ASK_AGAIN_MS): Promise<void> => {
    closeStream();
    callOff();
    try {
      const job = await needs.job(id, ending.signal);
      if (ending.signal.aborted) return;
      if (job.state !== 'open') return listener.ended(job);
      listener.progress(job.progress);
      callOff = needs.after(ASK_AGAIN_MS, () => void ask());
    } catch (error) {
      if (ending.signal.aborted) return;
      if (isFinal(error)) return listener.lost(error);
      callOff = needs.after(pauseMs, () => void ask(Math.min(LONGEST_PAUSE_MS, pauseMs * 2)));
    }
  };
  const watchSilence = () => {
    callOff();
    callOff = needs.after(SILENCE_MS, () => void ask());
  };

  closeStream = needs.openStream(id, {
    event: (event) => {
      if (ending.signal.aborted) return;
      listener.progress(event);
      if (ENDS.has(event.phase) || event.percent >= 100) void ask();
      else watchSilence();
    },
    // After the end, nothing is sent: the signal has aborted.
    broke: () => void ask(),
  });
  watchSilence();

  return () => {
    ending.abort();
    closeStream();
    callOff();
  };
}

/**
 * Returns whether polling is pointless: the job is unknown or belongs to another visitor. Connection failures are temporary,
 * and so is what a proxy answers for a server that it cannot reach, with 404 too.
 */
function isFinal(error: unknown): boolean {
  if (!(error instanceof RequestError) || error.answer === null) return false;
  return error.status >= 400 && error.status < 500 && error.status !== 429;
}
