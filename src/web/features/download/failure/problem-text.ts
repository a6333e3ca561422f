// The sentences for a link that was not taken.
import type { Words } from '../../../words/words.tsx';
import type { LinkProblem } from '../flow/flow-state.ts';
import { failureWords } from './failure-words.ts';

/** The inline sentence: that of the server's code, the server's own where it gave no code, or ours. */
export function problemText(problem: LinkProblem, t: Words['t']): string {
  switch (problem.kind) {
    case 'format':
      return t('download.invalidInline');
    case 'failed':
      return t('download.analyzeFailedInline');
    case 'refused':
      // The server speaks English; in that language these are its own words.
      if (problem.failure) return failureWords(problem.failure, null, t);
      return problem.said ?? t('download.unsupported');
  }
}
