// The sentences for a link that was not taken.
import type { Words } from '../../words/words.tsx';
import type { LinkProblem } from './flow-state.ts';

/** The inline sentence: our own, or the server's where it has one. */
export function problemText(problem: LinkProblem, t: Words['t']): string {
  switch (problem.kind) {
    case 'format':
      return t('download.invalidInline');
    case 'failed':
      return t('download.analyzeFailedInline');
    case 'refused':
      return problem.said ?? t('download.unsupported');
  }
}
