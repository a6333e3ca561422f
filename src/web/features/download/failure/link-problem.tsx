// What to do about a refused link: the hint, Edit link, Try Again, and the corrected URL as a button.
import type { RefObject } from 'react';
import type { LinkProblem as Problem } from '../../../download-client/flow-state.ts';
import { Button } from '../../../ui/button.tsx';
import { useWords } from '../../../words/words.tsx';
import type { Flow } from '../flow/flow.ts';

type LinkProblemProps = {
  readonly flow: Flow;
  readonly problem: Problem;
  readonly input: RefObject<HTMLInputElement | null>;
};

const FOCUS_DELAY_MS = 50;

/** The block below the form. The error message itself is shown at the input. */
export function LinkProblem({ flow, problem, input }: LinkProblemProps) {
  const { t } = useWords();
  const suggestion = problem.kind === 'format' ? problem.suggestion : null;
  // The operator's reason is more helpful than the advice to check the link.
  const reason = problem.kind === 'refused' ? problem.failure?.params['reason'] : undefined;
  const focusBox = () =>
    setTimeout(() => {
      input.current?.focus();
      input.current?.select();
    }, FOCUS_DELAY_MS);
  return (
    <div className="motion-safe:animate-arrive">
      {/* What has no form of an address has been called that at the box and in the toast. */}
      {problem.kind !== 'format' && (
        <p className="wrap-anywhere mb-4 max-w-prose text-soft text-sm" dir="auto">
          {reason ?? t('download.checkHint')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {suggestion && (
          <Button
            className="min-w-0 max-w-full [overflow-wrap:anywhere]"
            onClick={() => void flow.analyze(suggestion)}
          >
            {t('download.useHttps', { address: suggestion })}
          </Button>
        )}
        <Button onClick={focusBox}>{t('download.editLink')}</Button>
        <Button
          variant="quiet"
          onClick={() => {
            flow.reset();
            focusBox();
          }}
        >
          {t('download.tryAgain')}
        </Button>
      </div>
    </div>
  );
}
