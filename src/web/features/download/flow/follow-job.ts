// Follows one job to its end: by the live stream, and by asking again and again where the stream does not hold.
import type { Job, ProgressEvent } from '../../../../shared/api.ts';
import { RequestError } from '../../../browser/request.ts';
import type { Calls } from './calls.ts';

/** Opens the stream of a job; the answer closes it. `broke` is called at most once, after which nothing comes. */
export type OpenStream = (
  job: string,
  on: { readonly event: (event: ProgressEvent) => void; readonly broke: () => void },
) => () => void;

/** Calls back after so many milliseconds; the answer calls it off. */
export type After = (ms: number, call: () => void) => () => void;

/** What following needs of the world. */
export type FollowNeeds = {
  readonly job: Calls['job'];
  readonly openStream: OpenStream;
  readonly after: After;
};

/** Callbacks. `ended` receives a finished job; `lost` the reason why it cannot be followed any more. */
export type FollowListener = {
  readonly progress: (event: ProgressEvent) => void;
  readonly ended: (job: Job) => void;
  readonly lost: (error: unknown) => void;
};

/** A stream that says nothing for so long is not trusted any more; some proxies hold everything back. */
const SILENCE_MS = 20_000;
const ASK_AGAIN_MS = 1500;
const LONGEST_PAUSE_MS = 15_000;
const ENDS: ReadonlySet<ProgressEvent['phase']> = new Set(['ready', 'failed', 'cancelled']);

/** Follows a job until it has ended, or until the returned function is called. */
export function followJob(id: string, needs: FollowNeeds, listener: FollowListener): () => void {
  const ending = new AbortController();
  let closeStream: () => void = () => undefined;
  let callOff: () => void = () => undefined;

  const ask = async (pauseMs: number): Promise<void> => {
    closeStream();
    callOff();
    try {
      const job = await needs.job(id, ending.signal);
      if (ending.signal.aborted) return;
      if (job.state !== 'open') return listener.ended(job);
      listener.progress(job.progress);
      callOff = needs.after(ASK_AGAIN_MS, () => void ask(ASK_AGAIN_MS));
    } catch (error) {
      if (ending.signal.aborted) return;
      if (isFinal(error)) return listener.lost(error);
      callOff = needs.after(pauseMs, () => void ask(Math.min(LONGEST_PAUSE_MS, pauseMs * 2)));
    }
  };
  const watchSilence = () => {
    callOff();
    callOff = needs.after(SILENCE_MS, () => void ask(ASK_AGAIN_MS));
  };

  closeStream = needs.openStream(id, {
    event: (event) => {
      if (ending.signal.aborted) return;
      listener.progress(event);
      if (ENDS.has(event.phase) || event.percent >= 100) void ask(ASK_AGAIN_MS);
      else watchSilence();
    },
    broke: () => {
      if (!ending.signal.aborted) void ask(ASK_AGAIN_MS);
    },
  });
  watchSilence();

  return () => {
    ending.abort();
    closeStream();
    callOff();
  };
}

/** Whether asking again is in vain: the job is gone, or not ours. A line that is down comes back. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  return error.status >= 400 && error.status < 500 && error.status !== 429;
}
