// The flow as one small machine without a page: what a visitor can do, and the state that comes of it.
import { failureOf, toldFailure } from '../failure/failure.ts';
import type { FlowNeeds } from './flow-needs.ts';
import { EMPTY_FLOW, type FlowEvent, type FlowState, type Wish } from './flow-state.ts';
import { readInput } from './read-input.ts';
import { reduceFlow } from './reduce-flow.ts';
import { createRunner } from './run-download.ts';

/** What can be done. Nothing throws: failures become state, notices or log lines. */
export type Flow = {
  readonly getState: () => FlowState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly edit: (text: string) => void;
  /** Checks a text, or what stands in the box. */
  readonly analyze: (text?: string) => Promise<void>;
  /** Stops a check that is under way. */
  readonly stop: () => void;
  /** Looks at the post again after that failed. */
  readonly look: () => Promise<void>;
  readonly wish: (wish: Partial<Wish>) => void;
  readonly start: () => Promise<void>;
  readonly cancel: () => void;
  /** Back to the empty box. */
  readonly reset: () => void;
  /** From an error or an end back to the choices. */
  readonly stepBack: () => void;
  /**
   * Takes up the download of this tab after a reload; false when there is none, when it was of another link than the
   * one given, or when the visitor was quicker.
   */
  readonly restore: (link?: string | null) => Promise<boolean>;
  readonly remove: () => Promise<void>;
  readonly share: () => Promise<void>;
  /** Asks whether the file is still there once its time should be over. */
  readonly checkExpiry: () => Promise<void>;
};

/** Makes a flow that stands at the empty box. It does nothing before it is asked to. */
export function createFlow(needs: FlowNeeds): Flow {
  const { calls, memory, notify, log } = needs;
  const listeners = new Set<() => void>();
  let state = EMPTY_FLOW;
  let asking = new AbortController();
  const dispatch = (event: FlowEvent) => {
    const next = reduceFlow(state, event);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const runner = createRunner(needs, () => state, dispatch);
  const askAnew = () => {
    asking.abort();
    asking = new AbortController();
    return asking.signal;
  };
  const leaveWork = () => {
    runner.leave();
    if (state.work.kind !== 'none') memory.write(null);
  };

  const look = async () => {
    const { check } = state;
    if (check.kind !== 'valid') return;
    const signal = askAnew();
    dispatch({ kind: 'looking' });
    try {
      const answer = await calls.inspect(check.url, signal);
      if (!signal.aborted) dispatch({ kind: 'seen', answer });
    } catch (error) {
      if (!signal.aborted) dispatch({ kind: 'unseen', failure: failureOf(error) });
    }
  };
  const withJob = async (what: string, action: (job: string) => Promise<void>) => {
    const { work } = state;
    if (work.kind !== 'ready') return;
    try {
      await action(work.job);
    } catch (error) {
      log(what, error);
      notify({ kind: 'actionFailed', failure: failureOf(error) });
    }
  };
  const reread = async (job: string) => {
    const { title, result } = await calls.job(job);
    if (result) dispatch({ kind: 'finished', job, title, result });
    else dispatch({ kind: 'went', why: 'expired' });
  };

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    edit(text) {
      if (text === state.text) return;
      askAnew();
      leaveWork();
      dispatch({ kind: 'edited', text });
    },
    async analyze(text = state.text) {
      const reading = readInput(text);
      if (reading.kind === 'empty') return notify({ kind: 'empty' });
      const signal = askAnew();
      leaveWork();
      if (reading.kind === 'invalid') {
        dispatch({ kind: 'edited', text });
        dispatch({
          kind: 'refused',
          problem: { kind: 'format', suggestion: reading.suggestion },
        });
        return notify({ kind: 'invalid' });
      }
      const { address: url, platform } = reading;
      dispatch({ kind: 'checking', url, platform });
      try {
        const answer = await calls.detect(url, signal);
        if (signal.aborted) return;
        if (!answer.isValid) {
          const said = answer.message || null;
          const { code } = answer;
          const failure = code ? toldFailure({ ...answer, code }) : null;
          return dispatch({ kind: 'refused', problem: { kind: 'refused', failure, said } });
        }
        dispatch({ kind: 'accepted', url, answer });
      } catch (error) {
        if (signal.aborted) return;
        const failure = failureOf(error);
        const { said } = failure;
        log('the link could not be checked', error);
        if (said !== null) {
          const problem = { kind: 'refused', failure, said } as const;
          return dispatch({ kind: 'refused', problem });
        }
        dispatch({ kind: 'refused', problem: { kind: 'failed' } });
        return notify({ kind: 'analyzeFailed' });
      }
      await look();
    },
    stop() {
      if (state.check.kind !== 'loading') return;
      askAnew();
      dispatch({ kind: 'stopped' });
    },
    look,
    wish: (wish) => dispatch({ kind: 'wished', wish }),
    async start() {
      const { check, work, wish } = state;
      if (check.kind === 'valid' && work.kind !== 'running') await runner.start(check.url, wish);
    },
    cancel() {
      const { work } = state;
      if (work.kind !== 'running') return;
      leaveWork();
      dispatch({ kind: 'stepped back' });
      if (state.look.kind === 'none') void look();
      if (work.job)
        calls.cancel(work.job).catch((error) => log('the server was not told to cancel', error));
    },
    reset() {
      askAnew();
      leaveWork();
      dispatch({ kind: 'reset' });
    },
    stepBack() {
      leaveWork();
      dispatch({ kind: 'stepped back' });
      if (state.look.kind !== 'seen') void look();
    },
    async restore(link = null) {
      const kept = memory.read();
      if (!kept || (link !== null && !isSameLink(link, kept.url))) return false;
      const before = state.text;
      try {
        const job = await calls.job(kept.job);
        if (state.text !== before || state.check.kind !== 'idle') return false;
        const { platform, title } = job;
        dispatch({ kind: 'found', text: kept.url, platform, wish: kept.wish, job: job.job, title });
        runner.resume(job);
        return true;
      } catch (error) {
        log('the download of this tab is gone', error);
        memory.write(null);
        return false;
      }
    },
    remove: () =>
      withJob('the file could not be deleted', async (job) => {
        await calls.remove(job);
        runner.leave();
        memory.write(null);
        dispatch({ kind: 'went', why: 'deleted' });
      }),
    share: () =>
      withJob('the file could not be shared', async (job) => {
        const { title, result } = await calls.share(job);
        if (result) dispatch({ kind: 'finished', job, title, result });
      }),
    checkExpiry: () => withJob('the file could not be asked for', reread),
  };
}

function isSameLink(text: string, url: string): boolean {
  const reading = readInput(text);
  return reading.kind === 'address' && reading.address === url;
}
