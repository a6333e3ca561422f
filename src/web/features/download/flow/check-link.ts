// Checks a link and inspects the post behind it; a newer check aborts the one before it.
import type { DetectAnswer } from '../../../../shared/api/inspect.ts';
import { failureFromServer, failureOf } from '../../../download-client/failure.ts';
import type { FlowEvent, FlowState, LinkProblem } from '../../../download-client/flow-state.ts';
import type { FlowNeeds } from './flow-needs.ts';
import { readInput } from './read-input.ts';

/** Checks links for the flow. */
export type LinkChecker = {
  /** Aborts the running check. */
  readonly abort: () => void;
  readonly analyze: (text: string) => Promise<void>;
  /** Inspects the post of the checked link. */
  readonly inspect: () => Promise<void>;
};

/** Creates the checker. `state` reads the flow, `dispatch` changes it, `leaveDownload` stops following an earlier download. */
export function createLinkChecker(
  { calls, notify, log }: FlowNeeds,
  state: () => FlowState,
  dispatch: (event: FlowEvent) => void,
  leaveDownload: () => void,
): LinkChecker {
  let asking = new AbortController();
  const refuse = (problem: LinkProblem) => dispatch({ kind: 'refused', problem });
  const renewSignal = () => {
    asking.abort();
    asking = new AbortController();
    return asking.signal;
  };

  const inspect = async () => {
    const { check } = state();
    if (check.kind !== 'valid') return;
    const signal = renewSignal();
    dispatch({ kind: 'inspecting' });
    try {
      const answer = await calls.inspect(check.url, signal);
      if (!signal.aborted) dispatch({ kind: 'inspected', answer });
    } catch (error) {
      if (!signal.aborted) dispatch({ kind: 'inspectionFailed', failure: failureOf(error) });
    }
  };

  return {
    abort: renewSignal,
    inspect,
    async analyze(text) {
      const reading = readInput(text);
      if (reading.kind === 'empty') return notify({ kind: 'empty' });
      const signal = renewSignal();
      leaveDownload();
      if (reading.kind === 'invalid') {
        dispatch({ kind: 'edited', text });
        refuse({ kind: 'format', suggestion: reading.suggestion });
        return notify({ kind: 'invalid' });
      }
      const { address: url, platform, linkCount } = reading;
      dispatch({ kind: 'checking', url, platform, list: linkCount > 1 ? text : null });
      try {
        const answer = await calls.detect(url, signal);
        if (signal.aborted) return;
        const { isValid, listUrl } = answer;
        if (!isValid && listUrl) return dispatch({ kind: 'listed', listUrl });
        if (!isValid) return refuse(problemOf(answer));
        dispatch({ kind: 'accepted', url, answer });
      } catch (error) {
        if (signal.aborted) return;
        const failure = failureOf(error);
        const { serverMessage } = failure;
        log('the link was not checked', error);
        if (serverMessage !== null) return refuse({ kind: 'refused', failure, serverMessage });
        refuse({ kind: 'failed' });
        return notify({ kind: 'analyzeFailed' });
      }
      await inspect();
    },
  };
}

/** Returns why the server refuses a link. */
function problemOf(answer: DetectAnswer): LinkProblem {
  const { code } = answer;
  const failure = code ? failureFromServer({ ...answer, code }) : null;
  return { kind: 'refused', failure, serverMessage: answer.message || null };
}
