// The flow as one small machine without a page: what a visitor can do, and the state that comes of it.
import { createLinkChecker } from './check-link.ts';
import { createFileActions } from './file-actions.ts';
import type { FlowNeeds } from './flow-needs.ts';
import { type Choice, EMPTY_FLOW, type FlowEvent, type FlowState } from './flow-state.ts';
import { readInput } from './read-input.ts';
import { reduceFlow } from './reduce-flow.ts';
import { createRunner, type Runner } from './run-download.ts';

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
  readonly wish: (wish: Partial<Choice>) => void;
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
  const leaveWork = () => {
    runner.leave();
    if (state.work.kind !== 'none') memory.write(null);
  };
  const { abort, analyze, look } = createLinkChecker(needs, getState, dispatch, leaveWork);

  return {
    getState,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    edit(text) {
      if (text === state.text) return;
      abort();
      leaveWork();
      dispatch({ kind: 'edited', text });
    },
    analyze: (text = state.text) => analyze(text),
    stop() {
      if (state.check.kind !== 'loading') return;
      abort();
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
      abort();
      leaveWork();
      dispatch({ kind: 'reset' });
    },
    stepBack() {
      leaveWork();
      dispatch({ kind: 'stepped back' });
      if (state.look.kind !== 'seen') void look();
    },
    restore: (link = null) => restoreDownload(needs, getState, dispatch, runner, link),
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
  try {
    const job = await calls.job(kept.job);
    if (state().text !== text || state().check.kind !== 'idle') return false;
    const { platform, title } = job;
    dispatch({ kind: 'found', text: kept.url, platform, wish: kept.wish, job: job.job, title });
    runner.resume(job);
    return true;
  } catch (error) {
    log('the download of this tab is gone', error);
    memory.write(null);
    return false;
  }
}

function isSameLink(text: string, url: string): boolean {
  const reading = readInput(text);
  return reading.kind === 'address' && reading.address === url;
}
