// The messages for fields with problems.
import type { Words } from '../../words/words.tsx';
import type { Problem } from './problems.ts';

/** Returns the message; undefined without a problem. */
export function problemText(problem: Problem | undefined, t: Words['t']): string | undefined {
  switch (problem?.kind) {
    case undefined:
      return undefined;
    case 'missing':
      return t('takedown.problemMissing');
    case 'tick':
      return t('takedown.problemTick');
    case 'characters':
      return t('takedown.problemCharacters');
    case 'email':
      return t('takedown.problemEmail');
    case 'notTaken':
      return t('takedown.problemNotTaken');
    case 'length':
      return t('takedown.problemLength', { count: problem.count });
    case 'count':
      return t('takedown.problemCount', { count: problem.count });
    case 'link':
      return problem.number === null
        ? t('takedown.problemLink')
        : t('takedown.problemLinkNumber', { number: problem.number });
  }
}
