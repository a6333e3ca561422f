// Starts a conversion on the server and follows it to its end; one at a time.
import type { ConvertRequest, DownloadResult, Job } from '../../../shared/download-api.ts';
import { requestJson } from '../../browser/request.ts';
import {
  type Failure,
  failureFromServer,
  failureOf,
  failureWithoutAnswer,
} from '../download/failure/failure.ts';
import { calls } from '../download/flow/calls.ts';
import type { ShownProgress } from '../download/flow/flow-state.ts';
import { followJob } from '../download/flow/follow-job.ts';
import { openProgressStream } from '../download/flow/progress-stream.ts';

/** The state of a conversion. */
export type EditState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly progress: ShownProgress }
  | { readonly kind: 'ready'; readonly job: string; readonly result: DownloadResult }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** One conversion after the other. `close` stops following without cancelling. */
export type EditJob = {
  readonly start: (request: ConvertRequest) => Promise<void>;
  readonly cancel: () => void;
  readonly close: () => void;
};

const after = (ms: number, call: () => void) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

/** Creates it; `show` receives every change of the state. */
export function createEditJob(show: (state: EditState) => void): EditJob {
  let unfollow: () => void = () => undefined;
  let turn = 0;
  let running: string | null = null;

  const leave = () => {
    turn += 1;
    unfollow();
    unfollow = () => undefined;
    running = null;
  };
  const end = ({ job, result, error, state }: Job) => {
    running = null;
    if (result) show({ kind: 'ready', job, result });
    else if (state === 'cancelled') show({ kind: 'none' });
    else
      show({
        kind: 'failed',
        failure: error ? failureFromServer(error) : failureWithoutAnswer('unreadable'),
      });
  };
  const cancelOnServer = (job: string) =>
    calls.cancel(job).catch((error: unknown) => {
      console.warn('the conversion could not be cancelled', error);
    });

  return {
    close: leave,
    async start(request) {
      leave();
      const ownTurn = turn;
      show({ kind: 'running', progress: null });
      try {
        const job = await requestJson<Job>('/api/convert', {
          method: 'POST',
          body: request,
          headers: { Prefer: 'respond-async' },
        });
        // Cancelled before the server had assigned an id.
        if (ownTurn !== turn) return void cancelOnServer(job.job);
        if (job.state !== 'open') return end(job);
        running = job.job;
        unfollow = followJob(
          job.job,
          { job: calls.job, openStream: openProgressStream, after },
          {
            progress: (progress) => show({ kind: 'running', progress }),
            ended: end,
            lost: (error) => show({ kind: 'failed', failure: failureOf(error) }),
          },
        );
      } catch (error) {
        if (ownTurn === turn) show({ kind: 'failed', failure: failureOf(error) });
        else console.warn('the cancelled conversion failed', error);
      }
    },
    cancel() {
      const job = running;
      leave();
      show({ kind: 'none' });
      if (job !== null) void cancelOnServer(job);
    },
  };
}
