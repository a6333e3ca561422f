// A case: its state, its history, and the counter-notice form if one is accepted.
import { RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { usePage } from '../../page/page-context.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useWords } from '../../words/words.tsx';
import { CaseFacts } from './case-facts.tsx';
import { CaseLink } from './case-link.tsx';
import { CaseObjection } from './case-objection.tsx';
import type { Failure } from './failure.ts';
import { useCase } from './use-case.ts';

/** The case with this token; use the token as `key`. */
export function CaseView({ caseToken }: { readonly caseToken: string }) {
  const { t } = useWords();
  const { href } = usePage();
  const [known, load] = useCase(caseToken);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const isHere = known.kind === 'here';
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {t('takedown.caseHeading')}
      </h2>
      <div className="takedown-case">
        <p role="status" className="sr-only">
          {known.kind === 'loading' && t('takedown.caseLoading')}
        </p>
        {known.kind === 'loading' && <Waiting />}
        {known.kind === 'gone' && <Gone />}
        {known.kind === 'failed' && (
          <Failed
            failure={known.failure}
            onAgain={() => {
              load();
              heading.current?.focus();
            }}
          />
        )}
        {isHere && (
          <>
            <CaseFacts answer={known.answer} />
            <p>{t('takedown.keepLink')}</p>
            <CaseLink caseToken={caseToken} />
          </>
        )}
        {known.kind !== 'loading' && (
          <div className="takedown-buttons">
            {isHere && (
              <Button icon={RotateCcw} busy={known.isLoading} onClick={load}>
                {t('takedown.caseRefresh')}
              </Button>
            )}
            <ButtonLink variant="quiet" href={href}>
              {t('takedown.aboutNotices')}
            </ButtonLink>
          </div>
        )}
        {isHere && known.answer.mayCounter && (
          <div>
            <CaseObjection caseToken={caseToken} />
          </div>
        )}
      </div>
    </>
  );
}

function Waiting() {
  return (
    <Card>
      <Skeleton className="h-6 w-28" />
      <Skeleton className="mt-4 h-6 w-full" />
      <Skeleton className="mt-8 h-24 w-full" />
    </Card>
  );
}

function Gone() {
  const { t } = useWords();
  return (
    <Card role="alert">
      <h3>{t('takedown.caseGoneHeading')}</h3>
      <p>{t('takedown.caseGoneText')}</p>
    </Card>
  );
}

type FailedProps = { readonly failure: Failure; readonly onAgain: () => void };

function Failed({ failure, onAgain }: FailedProps) {
  const { t } = useWords();
  return (
    <Card tone="bad" role="alert">
      <h3>{t('takedown.caseFailedHeading')}</h3>
      <p>{t(failure.words, { retryAfterSeconds: failure.waitSeconds })}</p>
      <Button variant="primary" icon={RotateCcw} className="mt-4" onClick={onAgain}>
        {t('takedown.tryAgain')}
      </Button>
    </Card>
  );
}
