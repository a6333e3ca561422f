// The messages for a refused link.

import { failureWords } from '../../../download-client/failure-words.ts';
import type { LinkProblem } from '../../../download-client/flow-state.ts';
import type { Words } from '../../../words/words.tsx';

/** Returns the inline message: the text of the server's code, else the server's message, else a default. */
export function problemText(problem: LinkProblem, t: Words['t']): string {
  switch (problem.kind) {
    case 'format':
      return t('download.invalidInline');
    case 'failed':
      return t('download.analyzeFailedInline');
    case 'refused':
      // The server's message is in English; the text of the code is translated.
      if (problem.failure) return failureWords(problem.failure, null, t);
      return problem.serverMessage ?? t('download.unsupported');
  }
}
