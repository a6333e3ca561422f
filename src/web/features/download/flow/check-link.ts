// Checks a link and inspects the post behind it; a newer check aborts the one before it.
import type { DetectAnswer } from '../../../../shared/api.ts';
import { failureFromServer, failureOf } from '../failure/failure.ts';
import type { FlowNeeds } from './flow-needs.ts';
import type { FlowEvent, FlowState, LinkProblem } from './flow-state.ts';
import { readInput } from './read-input.ts';

/** The checking half of the flow. */
export type LinkChecker = {
  /** Aborts the check that is under way. */
  readonly abort: () => void;
  readonly analyze: (text: string) => Promise<void>;
  /** Inspects the post of the checked link. */
  readonly look: () => Promise<void>;
};

/** Makes the checker. `state` reads the flow, `dispatch` changes it, `leaveWork` lets go of an earlier download. */
export function createLinkChecker(
  { calls, notify, log }: FlowNeeds,
  state: () => FlowState,
  dispatch: (event: FlowEvent) => void,
  leaveWork: () => void,
): LinkChecker {
  let asking = new AbortController();
  const refuse = (problem: LinkProblem) => dispatch({ kind: 'refused', problem });
  const askAnew = () => {
    asking.abort();
    asking = new AbortController();
    return asking.signal;
  };

  const look = async () => {
    const { check } = state();
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

  return {
    abort: askAnew,
    look,
    async analyze(text) {
      const reading = readInput(text);
      if (reading.kind === 'empty') return notify({ kind: 'empty' });
      const signal = askAnew();
      leaveWork();
      if (reading.kind === 'invalid') {
        dispatch({ kind: 'edited', text });
        refuse({ kind: 'format', suggestion: reading.suggestion });
        return notify({ kind: 'invalid' });
      }
      const { address: url, platform } = reading;
      dispatch({ kind: 'checking', url, platform });
      try {
        const answer = await calls.detect(url, signal);
        if (signal.aborted) return;
        if (!answer.isValid) return refuse(problemOf(answer));
        dispatch({ kind: 'accepted', url, answer });
      } catch (error) {
        if (signal.aborted) return;
        const failure = failureOf(error);
        const { said } = failure;
        log('the link could not be checked', error);
        if (said !== null) return refuse({ kind: 'refused', failure, said });
        refuse({ kind: 'failed' });
        return notify({ kind: 'analyzeFailed' });
      }
      await look();
    },
  };
}

/** Why the server refuses a link. */
function problemOf(answer: DetectAnswer): LinkProblem {
  const { code } = answer;
  const failure = code ? failureFromServer({ ...answer, code }) : null;
  return { kind: 'refused', failure, said: answer.message || null };
}
