// Starts and follows a download, one at a time; late answers for an earlier one are ignored.

import type { Job } from '../../../../shared/api/download.ts';
import { requestOf, type Slideshow } from '../../../download-client/calls.ts';
import {
  failureFromServer,
  failureOf,
  failureWithoutAnswer,
} from '../../../download-client/failure.ts';
import type { Choice, FlowEvent, FlowState } from '../../../download-client/flow-state.ts';
import { followJob } from '../../../download-client/follow-job.ts';
import type { FlowNeeds } from './flow-needs.ts';

/** The SHA-256 may be ready only after the file: the job is requested once more after this time. */
const SUM_LATER_MS = 3000;

/** Runs downloads for the flow. */
export type Runner = {
  readonly start: (url: string, choice: Choice, slideshow?: Slideshow) => Promise<void>;
  /** Follows a job that was started earlier. */
  readonly resume: (job: Job) => void;
  /** Stops following the job, without cancelling it on the server. */
  readonly leave: () => void;
};

/** Creates the runner. `state` reads the flow, `dispatch` changes it. */
export function createRunner(
  needs: FlowNeeds,
  state: () => FlowState,
  dispatch: (event: FlowEvent) => void,
): Runner {
  let unfollow: () => void = () => undefined;
  let turn = 0;

  const fail = (failure: ReturnType<typeof failureOf>) => {
    needs.memory.write(null);
    dispatch({ kind: 'failed', failure });
    needs.notify({ kind: 'downloadFailed', failure });
  };
  const end = (job: Job) => {
    const { title, result, error } = job;
    if (job.state === 'cancelled') {
      needs.memory.write(null);
      return dispatch({ kind: 'steppedBack' });
    }
    if (result) {
      dispatch({ kind: 'finished', job: job.job, title, result });
      if (result.receipt.sha256 === null) unfollow = needs.after(SUM_LATER_MS, () => askOnce(job));
      return;
    }
    if (error && error.code !== 'expired') {
      return fail(failureFromServer(error));
    }
    dispatch({ kind: 'gone', why: 'expired' });
  };
  const askOnce = (job: Job) => {
    const ownTurn = turn;
    needs.calls.job(job.job).then(
      ({ title, result }) => {
        if (ownTurn === turn && state().download.kind === 'ready' && result)
          dispatch({ kind: 'finished', job: job.job, title, result });
      },
      (error) => needs.log('the checksum was not read', error),
    );
  };
  const follow = (id: string) => {
    let hasHeard = false;
    unfollow = followJob(
      id,
      { job: needs.calls.job, openStream: needs.openStream, after: needs.after },
      {
        progress(progress) {
          hasHeard = true;
          dispatch({ kind: 'progressed', progress });
        },
        ended: end,
        lost(error) {
          const failure = failureOf(error);
          // Unknown right after its start: this browser does not send the cookie back.
          const isForgotten = failure.code === 'job_not_found' && !hasHeard;
          fail(isForgotten ? failureWithoutAnswer('cookies_off') : failure);
        },
      },
    );
  };
  const leave = () => {
    turn += 1;
    unfollow();
    unfollow = () => undefined;
  };
  const resume = (job: Job) => {
    leave();
    if (job.state === 'open') {
      dispatch({ kind: 'progressed', progress: job.progress });
      follow(job.job);
    } else end(job);
  };

  return {
    leave,
    resume,
    async start(url, choice, slideshow) {
      leave();
      const ownTurn = turn;
      dispatch({ kind: 'started' });
      needs.calls.detect(url).catch((error) => needs.log('the link was not checked again', error));
      try {
        const job = await needs.calls.start(requestOf(url, choice, slideshow));
        if (ownTurn !== turn) {
          // Cancelled before the server had assigned an id.
          await needs.calls.cancel(job.job);
          return;
        }
        const { check } = state();
        const platform = check.kind === 'valid' ? check.platform : null;
        needs.memory.write({ job: job.job, url, platform, choice });
        dispatch({ kind: 'queued', job: job.job });
        resume(job);
      } catch (error) {
        if (ownTurn === turn) fail(failureOf(error));
        else needs.log('the cancelled download failed', error);
      }
    },
  };
}
