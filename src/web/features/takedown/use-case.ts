// Fetches how a case stands.
import { useCallback, useEffect, useState } from 'react';
import type { CaseAnswer } from '../../../shared/takedown-api.ts';
import { requestJson } from '../../browser/request.ts';
import { type Failure, failureOf, isUnknownCase } from './failure.ts';

/** What is known of a case. */
export type KnownCase =
  | { readonly kind: 'loading' | 'gone' }
  | { readonly kind: 'here'; readonly answer: CaseAnswer; readonly isLoading: boolean }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The case with this token, and how to ask again. An empty token is that of no case. */
export function useCase(caseToken: string): readonly [KnownCase, () => void] {
  const [known, setKnown] = useState<KnownCase>({ kind: 'loading' });
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked again when `asked` grows
  useEffect(() => {
    if (caseToken === '') return setKnown({ kind: 'gone' });
    const end = new AbortController();
    const path = `/api/takedowns/cases/${encodeURIComponent(caseToken)}`;
    setKnown((last) => (last.kind === 'here' ? { ...last, isLoading: true } : { kind: 'loading' }));
    requestJson<CaseAnswer>(path, { signal: end.signal }).then(
      (answer) => setKnown({ kind: 'here', answer, isLoading: false }),
      (error: unknown) => {
        if (end.signal.aborted) return;
        // The address holds the token, so that nothing of the error is written down.
        console.info('the case did not come');
        setKnown(
          isUnknownCase(error) ? { kind: 'gone' } : { kind: 'failed', failure: failureOf(error) },
        );
      },
    );
    return () => end.abort();
  }, [caseToken, asked]);
  return [known, useCallback(() => setAsked((times) => times + 1), [])];
}
