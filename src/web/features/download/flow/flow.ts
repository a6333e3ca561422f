// The download flow as a state machine without React: the actions of a visitor and the resulting state.
import type { Calls, Slideshow } from '../../../download-client/calls.ts';
import { failureOf } from '../../../download-client/failure.ts';
import {
  type Choice,
  EMPTY_FLOW,
  type FlowEvent,
  type FlowState,
} from '../../../download-client/flow-state.ts';
import { type FollowListener, followJob } from '../../../download-client/follow-job.ts';
import { createLinkChecker } from './check-link.ts';
import type { FlowNeeds } from './flow-needs.ts';
import { isSameLink } from './read-input.ts';
import { reduceFlow } from './reduce-flow.ts';
import { createRunner, type Runner } from './run-download.ts';

/** The actions. None of them throws: failures become state, notices or log lines. */
export type Flow = {
  readonly getState: () => FlowState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly edit: (text: string) => void;
  /** Checks a text, by default that of the link input. */
  readonly analyze: (text?: string) => Promise<void>;
  /** Stops the running check. */
  readonly stop: () => void;
  /** Inspects the post again after a failure. */
  readonly inspect: () => Promise<void>;
  readonly choose: (choice: Partial<Choice>) => void;
  /** With `slideshow` all pictures of the post are made into a video. */
  readonly start: (slideshow?: Slideshow) => Promise<void>;
  /** Starts once more what was started last. */
  readonly again: () => Promise<void>;
  readonly cancel: () => void;
  /** Takes note that the file with this ETag is being saved while it arrives. */
  readonly saved: (etag: string) => void;
  /** Returns to the empty input. */
  readonly reset: () => void;
  /** Returns from a result or failure to the choices. */
  readonly stepBack: () => void;
  /**
   * Restores the download of this tab after a reload. Returns false if there is none, if it belongs to another link than
   * the given one, or if the visitor has acted meanwhile.
   */
  readonly restore: (link?: string | null) => Promise<boolean>;
  readonly remove: () => Promise<void>;
  readonly share: () => Promise<void>;
  /** Asks the server whether the file still exists after its expiry time. */
  readonly checkExpiry: () => Promise<void>;
  /** What converting a finished file needs; its part of the page is loaded later. */
  readonly edits: EditTools;
};

/** The calls of a conversion. */
export type EditTools = Pick<Calls, 'start' | 'cancel'> & {
  /** Follows a job; the returned function stops it. */
  readonly follow: (job: string, listener: FollowListener) => () => void;
};

/** Creates a flow in its initial state. It does nothing by itself. */
export function createFlow(needs: FlowNeeds): Flow {
  const { calls, memory, log } = needs;
  const listeners = new Set<() => void>();
  let state = EMPTY_FLOW;
  const getState = () => state;
  const dispatch = (event: FlowEvent) => {
    const next = reduceFlow(state, event);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const runner = createRunner(needs, getState, dispatch);
  const leaveDownload = () => {
    runner.leave();
    if (state.download.kind !== 'none') memory.write(null);
  };
  let last: Slideshow | undefined;
  const start = async (slideshow?: Slideshow) => {
    last = slideshow;
    const { check, download, choice } = state;
    if (check.kind === 'valid' && download.kind !== 'running')
      await runner.start(check.url, choice, slideshow);
  };
  const { abort, analyze, inspect } = createLinkChecker(needs, getState, dispatch, leaveDownload);

  return {
    getState,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    edit(text) {
      if (text === state.text) return;
      abort();
      leaveDownload();
      dispatch({ kind: 'edited', text });
    },
    analyze: (text = state.text) => analyze(text),
    stop() {
      if (state.check.kind !== 'loading') return;
      abort();
      dispatch({ kind: 'stopped' });
    },
    inspect,
    choose: (choice) => dispatch({ kind: 'chosen', choice }),
    start,
    again: () => start(last),
    cancel() {
      const { download } = state;
      if (download.kind !== 'running') return;
      leaveDownload();
      dispatch({ kind: 'steppedBack' });
      if (state.inspection.kind === 'none') void inspect();
      if (download.job)
        calls.cancel(download.job).catch((error) => log('the cancel request failed', error));
    },
    saved: (etag) => dispatch({ kind: 'saved', etag }),
    reset() {
      abort();
      leaveDownload();
      dispatch({ kind: 'reset' });
    },
    stepBack() {
      // Who only edits the link of a post that could not be shown does not ask for it once more.
      if (state.download.kind === 'none') return;
      leaveDownload();
      dispatch({ kind: 'steppedBack' });
      if (state.inspection.kind !== 'inspected') void inspect();
    },
    restore: (link = null) => restoreDownload(needs, getState, dispatch, runner, link),
    edits: {
      ...calls,
      follow: (job, listener) => followJob(job, { ...needs, job: calls.job }, listener),
    },
    ...createFileActions(needs, getState, dispatch, runner.leave),
  };
}

async function restoreDownload(
  { calls, memory, log }: FlowNeeds,
  state: () => FlowState,
  dispatch: (event: FlowEvent) => void,
  runner: Runner,
  link: string | null,
): Promise<boolean> {
  const kept = memory.read();
  if (!kept || (link !== null && !isSameLink(link, kept.url))) return false;
  const { text } = state();
  if (text !== '' && !isSameLink(text, kept.url)) return false;
  try {
    const job = await calls.job(kept.job);
    if (state().text !== text || state().check.kind !== 'idle') return false;
    const { platform, title } = job;
    if (platform === null) return false;
    dispatch({ kind: 'found', text: kept.url, platform, choice: kept.choice, job: job.job, title });
    runner.resume(job);
    return true;
  } catch (error) {
    log('the download was not restored', error);
    if (failureOf(error).code === 'job_not_found') {
      memory.write(null);
      // The page shows its link until it is restored.
      if (isSameLink(state().text, kept.url)) dispatch({ kind: 'edited', text: '' });
    }
    return false;
  }
}

/** The actions on the file of a finished download; they do nothing while there is none. `leave` stops following its job. */
function createFileActions(
  { calls, memory, notify, log }: FlowNeeds,
  state: () => FlowState,
  dispatch: (event: FlowEvent) => void,
  leave: () => void,
): Pick<Flow, 'remove' | 'share' | 'checkExpiry'> {
  const withJob = async (what: string, action: (job: string) => Promise<void>) => {
    const { download } = state();
    if (download.kind !== 'ready') return;
    try {
      await action(download.job);
    } catch (error) {
      log(what, error);
      notify({ kind: 'actionFailed', failure: failureOf(error) });
    }
  };
  return {
    remove: () =>
      withJob('the file was not deleted', async (job) => {
        await calls.remove(job);
        leave();
        memory.write(null);
        dispatch({ kind: 'gone', why: 'deleted' });
      }),
    share: () =>
      withJob('the file was not shared', async (job) => {
        const { title, result } = await calls.share(job);
        if (result) dispatch({ kind: 'finished', job, title, result });
      }),
    checkExpiry: () =>
      withJob('the file was not asked for', async (job) => {
        const { title, result } = await calls.job(job);
        if (result) dispatch({ kind: 'finished', job, title, result });
        else dispatch({ kind: 'gone', why: 'expired' });
      }),
  };
}
