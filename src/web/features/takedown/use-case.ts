// Fetches the state of a case.
import { useCallback, useEffect, useState } from 'react';
import type { CaseAnswer } from '../../../shared/api/takedown.ts';
import { requestJson } from '../../browser/request.ts';
import { type Failure, failureOf, isUnknownCase } from './failure.ts';

/** The state of the request. */
export type KnownCase =
  | { readonly kind: 'loading' | 'gone' }
  | { readonly kind: 'here'; readonly answer: CaseAnswer; readonly isLoading: boolean }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Returns the case with this token, and a function that reloads it. An empty token belongs to no case. */
export function useCase(caseToken: string): readonly [KnownCase, () => void] {
  const [known, setKnown] = useState<KnownCase>({ kind: 'loading' });
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads when `asked` grows
  useEffect(() => {
    if (caseToken === '') return setKnown({ kind: 'gone' });
    const end = new AbortController();
    const path = `/api/takedowns/cases/${encodeURIComponent(caseToken)}`;
    setKnown((last) => (last.kind === 'here' ? { ...last, isLoading: true } : { kind: 'loading' }));
    requestJson<CaseAnswer>(path, { signal: end.signal }).then(
      (answer) => setKnown({ kind: 'here', answer, isLoading: false }),
      (error: unknown) => {
        if (end.signal.aborted) return;
        // Does not log the error: the URL in it holds the token.
        console.info('the case could not be loaded');
        setKnown(
          isUnknownCase(error) ? { kind: 'gone' } : { kind: 'failed', failure: failureOf(error) },
        );
      },
    );
    return () => end.abort();
  }, [caseToken, asked]);
  return [known, useCallback(() => setAsked((times) => times + 1), [])];
}
