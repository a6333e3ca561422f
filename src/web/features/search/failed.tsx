// Replaces the results if the search failed.
import { RotateCcw } from 'lucide-react';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { useCountdown } from '../../browser/use-countdown.ts';
import type { Failure } from '../../download-client/failure.ts';
import { failureWords } from '../../download-client/failure-words.ts';
import { nextStepOf } from '../../download-client/next-step.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatSpan } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';
import type { SearchState } from './use-search.ts';

type FailedProps = { readonly search: SearchState; readonly failure: Failure };

/** The cause and the next step: again, as soon as that can work, or this site's own texts instead of YouTube. */
export function Failed({ search, failure }: FailedProps) {
  const { t, language } = useWords();
  const { step, waitSeconds } = nextStepOf(failure);
  const left = useCountdown(waitSeconds ?? 0);
  const { wanted } = search;
  return (
    <Card tone="bad" className="list-note">
      <div role="alert">
        <h3>{t('search.failedHeading')}</h3>
        <p>{failureWords(failure, PLATFORMS.youtube.label, t)}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        {step === 'again' && (
          <Button icon={RotateCcw} disabled={left > 0} onClick={() => search.search(wanted)}>
            {left > 0
              ? t('download.tryAgainIn', { span: formatSpan(left, language) })
              : t('download.tryAgain')}
          </Button>
        )}
        {wanted.source === 'youtube' && (
          <Button onClick={() => search.choose('all')}>{t('search.everywhere')}</Button>
        )}
      </div>
    </Card>
  );
}
